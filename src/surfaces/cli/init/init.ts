// Makes everything one needs to begin: settings, a store, a first key, and an entry in each MCP client that is wanted.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readConfigFile } from "../../../config/config-file.ts";
import { environment } from "../../../config.ts";
import { mayGoOn } from "../confirm.ts";
import { note, printLines } from "../print.ts";
import { report, type Session, withMemory } from "../session.ts";
import { askClients } from "./ask.ts";
import { type ClientName, clientsOn, type Places } from "./clients.ts";
import { launchOf } from "./launch.ts";
import { doneLines, planLines } from "./lines.ts";
import { CONFIG_TEXT, clientsFound, type PlannedClient, planClients } from "./plan.ts";
import { writeKeeping } from "./write.ts";

export type InitOptions = Session &
  Readonly<{ client?: readonly (ClientName | "none")[]; yes?: boolean; dryRun?: boolean }>;

export type Plan = Readonly<{
  config: Readonly<{ file: string; isThere: boolean }>;
  clients: readonly PlannedClient[];
}>;

export async function init(options: InitOptions): Promise<void> {
  const project = process.cwd();
  const existing = await readConfigFile(options.config, project).catch(missingIsFine(options));
  const file = existing?.path ?? resolve(project, options.config ?? "mneme.yaml");
  const launch = launchOf(options.tenant, file);
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
    ...{ home: homedir(), project, platform: process.platform },
    ...{ appData: env["APPDATA"], configHome: env["XDG_CONFIG_HOME"] },
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
    const hasKeys = (await memory.listKeys({ tenant })).length > 0;
    const key = hasKeys
      ? undefined
      : (await memory.createKey({ tenant, role: "operator", name: "first key" })).key;
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
