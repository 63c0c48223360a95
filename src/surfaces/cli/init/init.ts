// Sets Mneme up in the clients of this machine: asks, plans, shows, writes.

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readConfigFile } from "../../../config/config-file.ts";
import { environment } from "../../../config.ts";
import { MemoryError } from "../../../errors.ts";
import { isInteractive, mayGoOn } from "../confirm.ts";
import { note, paint, printLines } from "../print.ts";
import { report, type Session, withMemory } from "../session.ts";
import { type Client, type ClientName, clientsOn, type Launch, type Places } from "./clients.ts";
import {
  CONFIG_TEXT,
  entryText,
  launchOf,
  type Merged,
  mergeEntry,
  writeKeeping,
} from "./write-settings.ts";

export type InitOptions = Session &
  Readonly<{ client?: readonly (ClientName | "none")[]; yes?: boolean; dryRun?: boolean }>;

type Plan = Readonly<{
  config: Readonly<{ file: string; isThere: boolean }>;
  clients: readonly PlannedClient[];
}>;

export async function init(options: InitOptions): Promise<void> {
  const project = process.cwd();
  const existing = await readConfigFile(options.config, project).catch(missingIsFine(options));
  const file = existing?.path ?? resolve(project, options.config ?? "mneme.yaml");
  const launch = mcpLaunch(options.tenant, file);
  const known = clientsOn(placesOf(project), launch);
  const wanted = options.client ?? (await askClients(known, clientsFound(known), options));
  const names = wanted.filter((name) => name !== "none");
  const clients = planClients(known, names, launch);
  const plan: Plan = { config: { file, isThere: existing !== undefined }, clients };
  if (options.dryRun === true)
    return report(options, { dryRun: true, ...plan }, () => planLines(plan));
  if (options.json !== true && options.yes !== true) printLines(planLines(plan));
  if (!(await mayGoOn("Write this?", options, { likely: true })))
    return note(options, "Nothing was written.");
  await carryOut(plan, options);
}

/** A file that was named and is not there yet is the one to make. */
function missingIsFine({ config }: InitOptions): (thrown: unknown) => undefined {
  return (thrown) => {
    if (config !== undefined && !existsSync(config)) return undefined;
    throw thrown;
  };
}

function placesOf(project: string): Places {
  const env = environment();
  return {
    home: homedir(),
    project,
    platform: process.platform,
    appData: env["APPDATA"],
    configHome: env["XDG_CONFIG_HOME"],
    codexHome: env["CODEX_HOME"],
  };
}

async function carryOut(plan: Plan, options: InitOptions): Promise<void> {
  const now = new Date();
  const { file, isThere } = plan.config;
  if (!isThere) writeKeeping(file, configText(options, dirname(file)), now);
  const copies = plan.clients.flatMap(({ file: target, merged }) => {
    const copy = merged.type === "changed" ? writeKeeping(target, merged.text, now) : undefined;
    return copy === undefined ? [] : [copy];
  });
  await withMemory({ ...options, config: file }, async (memory) => {
    const { tenant } = options;
    const hasKeys = (await memory.keys.list({ tenant })).length > 0;
    const key = hasKeys
      ? undefined
      : (await memory.keys.create({ tenant, role: "operator", name: "first key" })).key;
    const { store } = await memory.stats({ tenant });
    const done = { ...plan, copies, store, ...(key === undefined ? {} : { key }) };
    report(options, done, () => doneLines(done));
  });
}

/** A store named on the command line is the one that the settings name from now on. */
function configText({ path, url }: Session, folder: string): string {
  if (url !== undefined)
    return CONFIG_TEXT.replace("path: memory.db", `url: ${JSON.stringify(url)}`);
  if (path === undefined || resolve(path) === join(folder, "memory.db")) return CONFIG_TEXT;
  return CONFIG_TEXT.replace("path: memory.db", `path: ${JSON.stringify(resolve(path))}`);
}

// What `mneme init` would write, before it writes anything.

type PlannedClient = Readonly<{
  name: ClientName;
  title: string;
  file: string;
  isThere: boolean;
  merged: Merged;
  /** For whoever must do it by hand. */
  entry: string;
}>;

function planClients(
  clients: readonly Client[],
  wanted: readonly ClientName[],
  launch: Launch,
): readonly PlannedClient[] {
  return clients
    .filter(({ name }) => wanted.includes(name))
    .map((client) => {
      const { name, title, file } = client;
      const isThere = existsSync(file);
      const before = isThere ? readFileSync(file, "utf8") : undefined;
      const merged = mergeEntry(before, client, launch);
      return { name, title, file, isThere, merged, entry: entryText(client, launch) };
    });
}

/** Clients that are on this machine, as far as their own folders tell. */
function clientsFound(clients: readonly Client[]): readonly ClientName[] {
  return clients
    .filter(({ file, ofProject }) => existsSync(file) || (!ofProject && existsSync(dirname(file))))
    .map(({ name }) => name);
}

/** What init would do, and what it did, for people. */
function planLines({ config, clients }: Plan): readonly string[] {
  return [
    `${config.isThere ? "keeps " : "writes"} ${config.file}`,
    "makes  the store it names, and a first key",
    ...clients.flatMap(clientLines),
  ];
}

function clientLines({ title, file, isThere, merged, entry }: PlannedClient): readonly string[] {
  const shown = entry
    .trimEnd()
    .split("\n")
    .map((line) => paint.dim(`         ${line}`));
  switch (merged.type) {
    case "same":
      return [`keeps  ${file} (${title} knows it already)`];
    case "by_hand":
      return [`leaves ${file} (${title}): ${merged.why}. Add this to it yourself:`, ...shown];
    case "changed":
      return [
        `${isThere ? "adds to" : "writes"} ${file} (${title}${isThere ? ", after a copy" : ""})`,
        ...shown,
      ];
  }
}

type Done = Plan &
  Readonly<{
    copies: readonly string[];
    store: Readonly<{ database: string; version: string }>;
    key?: string;
  }>;

function doneLines(done: Done): readonly string[] {
  const { config, clients, copies, store, key } = done;
  const told = clients.filter(({ merged }) => merged.type === "changed");
  const left = clients.filter(({ merged }) => merged.type === "by_hand");
  return [
    `${paint.green("✓")} settings  ${config.file}`,
    `${paint.green("✓")} store     ${store.database} ${store.version}`,
    ...(key === undefined ? [] : [`${paint.green("✓")} key       ${key}  (shown this once)`]),
    ...told.map(({ title, file }) => `${paint.green("✓")} ${title}: ${file}`),
    ...copies.map((copy) => paint.dim(`  as it was: ${copy}`)),
    ...left.flatMap(({ title, merged, file, entry }) => [
      `${paint.yellow("!")} ${title}: ${merged.type === "by_hand" ? merged.why : ""}. Add this to ${file}:`,
      entry,
    ]),
    ...(told.length === 0 ? [] : [paint.dim("Restart those programs, and they remember.")]),
    `Try it: mneme add "The office is closed on Fridays" && mneme search "office hours"`,
  ];
}

/** Asks which MCP clients shall know of this memory. Where nobody can be asked: those that are on this machine. */
async function askClients(
  known: readonly Client[],
  found: readonly ClientName[],
  { yes, dryRun }: Readonly<{ yes?: boolean; dryRun?: boolean }>,
): Promise<readonly ClientName[]> {
  if (yes === true || dryRun === true || !isInteractive()) return found;
  const { isCancel, multiselect } = await import("@clack/prompts");
  const answer = await multiselect<ClientName>({
    message: "Which programs shall use this memory?",
    options: known.map(({ name, title, file }) => ({ value: name, label: title, hint: file })),
    initialValues: [...found],
    required: false,
    output: process.stderr,
  });
  if (isCancel(answer)) throw new MemoryError("invalid_input", "Nothing was written.");
  return answer;
}

/** How an MCP client starts us. */
function mcpLaunch(tenant: string, config: string): Launch {
  const own = tenant === "default" ? [] : ["--tenant", tenant];
  return launchOf(["mcp", "--config", config, ...own]);
}
