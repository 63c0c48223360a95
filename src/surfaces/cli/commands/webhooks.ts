// `mneme webhooks`: where events are sent. They are settings, so what adds or removes one edits the settings file.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { WEBHOOK_EVENTS, type WebhookEventType } from "../../../model/webhook.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { note, paint } from "../print.ts";
import {
  answering,
  report,
  type Session,
  type StoreFlags,
  stored,
  withMemory,
} from "../session.ts";

type OfTenant = Omit<Session, "user" | "agent">;
type Status = Awaited<ReturnType<MemoryEngine["admin"]["webhooks"]>>[number];

const SECRET_BYTES = 32;
const SETTINGS_FILE = "mneme.yaml";

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command("webhooks")
    .description("Where events are sent: list, add, remove, test.");
  addList(webhooks);
  addAdd(webhooks);
  addRemove(webhooks);
  addTest(webhooks);
}

function ofTenant(command: Command): Command {
  return stored(command).option("--tenant <id>", "whose events", "default");
}

function addList(webhooks: Command): void {
  const command = ofTenant(webhooks.command("list", { isDefault: true }))
    .description("The webhooks, with what waits and what was given up.")
    .action((options: OfTenant) =>
      withMemory(options, async (memory) => {
        const found = await memory.admin.webhooks({ tenant: options.tenant });
        report(options, found, () => found.map(lineOf));
        if (found.length === 0) note(options, "None yet: mneme webhooks add <name> <url>");
      }),
    );
  withExamples(command, ["mneme webhooks", "mneme webhooks list --json"]);
}

function lineOf({ name, host, waiting, dead, lastError }: Status): string {
  const given = dead > 0 ? paint.red(`${dead} given up (mneme jobs dead)`) : "none given up";
  return `${paint.cyan(name)} ${host}: ${waiting} waiting, ${given} ${paint.dim(lastError ?? "")}`;
}

type Adding = StoreFlags &
  Readonly<{
    json?: boolean;
    event?: WebhookEventType[];
    onlyTenant?: string[];
    allowPrivate?: boolean;
  }>;

function addAdd(webhooks: Command): void {
  const command = inSettings(webhooks.command("add"))
    .description("Add one to the settings file. Its secret is made here and shown this once.")
    .argument("<name>", "what to call it")
    .argument("<url>", "where to, as https://example.com/mneme")
    .addOption(new Option("--event <type...>", "only these; else all").choices([...WEBHOOK_EVENTS]))
    .option("--only-tenant <id...>", "only events of these tenants; else of all")
    .option("--allow-private", "let it lead to a private address, or to http:")
    .action(add);
  withExamples(command, [
    "mneme webhooks add audit https://example.com/mneme",
    "mneme webhooks add sync http://127.0.0.1:9000/in --allow-private --event memory.created",
  ]);
}

function inSettings(command: Command): Command {
  return answering(command).option(
    "--config <file>",
    "settings (else mneme.yaml or mneme.json in this folder)",
  );
}

async function add(name: string, url: string, options: Adding): Promise<void> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const webhook = {
    name,
    url,
    secret,
    ...(options.event === undefined ? {} : { events: options.event }),
    ...(options.onlyTenant === undefined ? {} : { tenants: options.onlyTenant }),
    ...(options.allowPrivate === true ? { allowPrivate: true } : {}),
  };
  const file = await change(options, (webhooks) => [...webhooks, webhook]);
  report(options, { ...webhook, file }, () => [
    `${paint.cyan(name)} is in ${file}. Programs that are running read it when they start again.`,
    `Secret, to check signatures with: ${secret}`,
  ]);
}

function addRemove(webhooks: Command): void {
  const command = inSettings(webhooks.command("remove"))
    .description("Take one out of the settings file. What still waits for it is dropped.")
    .argument("<name>", "which one")
    .action(async (name: string, options: Adding) => {
      const file = await change(options, (before) => {
        const kept = before.filter((one) => Object(one).name !== name);
        if (kept.length < before.length) return kept;
        throw new MemoryError("not_found", `There is no webhook \`${name}\` in the settings file.`);
      });
      report(options, { name, file }, () => [`${name} is out of ${file}`]);
    });
  withExamples(command, [
    "mneme webhooks add audit https://example.com/mneme > secret.txt && mneme webhooks remove audit --json",
  ]);
}

function addTest(webhooks: Command): void {
  const command = ofTenant(webhooks.command("test"))
    .description("Send the event `webhook.test` now, and say what came back.")
    .argument("<name>", "which one")
    .action((webhook: string, options: OfTenant) =>
      withMemory(options, async (memory) => {
        const tested = await memory.admin.testWebhook({ tenant: options.tenant, webhook });
        report(options, tested, () => [
          `${tested.isDelivered ? paint.green("✓") : paint.red("✗")} ${tested.detail}`,
        ]);
        if (!tested.isDelivered) process.exitCode = 1;
      }),
    );
  withExamples(command, ["mneme webhooks test audit --json"]);
}

// The settings file, with everything else in it left as it stands, comments too.

type Listed = readonly unknown[];

async function change(options: StoreFlags, changed: (webhooks: Listed) => Listed): Promise<string> {
  const [{ layersOf }, { writeKeeping }, { parseConfig }] = await Promise.all([
    import("../settings.ts"),
    import("../init/write-settings.ts"),
    import("../../../config.ts"),
  ]);
  const { file = resolve(SETTINGS_FILE) } = await layersOf(options);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const { parseDocument } = await import("yaml");
  // JSON is YAML too; only how it is written down differs.
  const document = parseDocument(before);
  const given = Object(document.toJS());
  const webhooks = changed(Array.isArray(given.webhooks) ? given.webhooks : []);
  parseConfig({ ...given, webhooks });
  document.set("webhooks", webhooks);
  const isJson = file.endsWith(".json");
  const text = isJson ? `${JSON.stringify(document.toJS(), undefined, 2)}\n` : document.toString();
  writeKeeping(file, text, new Date());
  return file;
}
