// Writes our hooks into the settings of coding agents, takes them out, and says which are there.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { environment } from "../../../config.ts";
import { mayGoOn } from "../confirm.ts";
import { CONFIG_TEXT, launchOf, writeKeeping } from "../init/write-settings.ts";
import { note, paint, printLines } from "../print.ts";
import { type Answering, report } from "../session.ts";
import { failureLog } from "./answer-hook.ts";
import {
  type CodingAgent,
  type CodingAgentName,
  codingAgents,
  type HookEvent,
} from "./coding-agents.ts";
import { type Changed, hookedEvents, withHooks, withoutHooks } from "./hook-settings.ts";

export type HooksOptions = Answering &
  Readonly<{
    agent?: readonly CodingAgentName[];
    config?: string;
    tenant?: string;
    project?: boolean;
    dryRun?: boolean;
    yes?: boolean;
  }>;

type Planned = Readonly<{
  agent: CodingAgentName;
  title: string;
  file: string;
  isThere: boolean;
  changed: Changed;
  afterwards: string | undefined;
}>;

export async function installHooks(options: HooksOptions): Promise<void> {
  const config = configFile(options);
  const planned = chosen(options).map((agent) =>
    plan(agent, (before) =>
      withHooks(before, agent, (event) => hookCommand(event, agent, { ...options, config })),
    ),
  );
  if (planned.length === 0)
    return note(options, "No coding agent was found. Name one: --agent claude-code");
  const makesConfig = !existsSync(config);
  const before = makesConfig ? [`writes ${config}, with a store beside it`] : [];
  await carryOut(planned, options, { before, config, makesConfig });
}

export async function removeHooks(options: HooksOptions): Promise<void> {
  const planned = chosen(options)
    .filter(({ file }) => existsSync(file))
    .map((agent) => plan(agent, withoutHooks));
  await carryOut(planned, options, { before: [], config: configFile(options), makesConfig: false });
}

export function hooksStatus(options: HooksOptions): void {
  const config = configFile(options);
  const agents = everyAgent(options).map(({ name, title, file, events }) => {
    const hooked = existsSync(file) ? hookedEvents(readFileSync(file, "utf8")) : [];
    const missing = events.map(([, theirs]) => theirs).filter((theirs) => !hooked.includes(theirs));
    return { agent: name, title, file, hooked, missing: hooked.length === 0 ? [] : missing };
  });
  const failures = lastFailures(config);
  report(options, { config, hasStore: existsSync(config), agents, failures }, () => [
    ...agents.map(({ title, file, hooked, missing }) => {
      if (hooked.length === 0) return `${paint.dim("–")} ${title}: no hooks in ${file}`;
      const lack = missing.length === 0 ? "" : paint.yellow(`; missing ${missing.join(", ")}`);
      return `${paint.green("✓")} ${title}: ${hooked.join(", ")} in ${file}${lack}`;
    }),
    ...(failures.length === 0
      ? []
      : [paint.yellow(`Last failures (${failureLog(config)}):`), ...failures]),
  ]);
}

/** Those that were named, else those whose folder is on this machine. */
function chosen(options: HooksOptions): readonly CodingAgent[] {
  const { agent: named } = options;
  return everyAgent(options).filter(({ name, file }) =>
    named === undefined ? existsSync(dirname(file)) : named.includes(name),
  );
}

function everyAgent({ project = false }: HooksOptions): readonly CodingAgent[] {
  return project
    ? codingAgents(process.cwd())
    : codingAgents(homedir(), environment()["CODEX_HOME"]);
}

/** One store for all repositories, in the home of the user, unless settings are named. */
function configFile({ config }: HooksOptions): string {
  return config === undefined ? join(homedir(), ".mneme", "mneme.yaml") : resolve(config);
}

function plan(
  { name, title, file, afterwards }: CodingAgent,
  change: (before: string | undefined) => Changed,
): Planned {
  const isThere = existsSync(file);
  const changed = change(isThere ? readFileSync(file, "utf8") : undefined);
  return { agent: name, title, file, isThere, changed, afterwards };
}

type Beside = Readonly<{ before: readonly string[]; config: string; makesConfig: boolean }>;

async function carryOut(
  planned: readonly Planned[],
  options: HooksOptions,
  { before, config, makesConfig }: Beside,
): Promise<void> {
  const lines = [...before, ...planned.map(planLine)];
  if (options.dryRun === true)
    return report(options, { dryRun: true, config, agents: planned }, () => lines);
  if (planned.every(({ changed }) => changed.type === "same") && !makesConfig)
    return report(options, { config, agents: planned, copies: [] }, () => ["Nothing to change."]);
  if (options.json !== true && options.yes !== true) printLines(lines);
  if (!(await mayGoOn("Write this?", options, { likely: true })))
    return note(options, "Nothing was written.");
  const now = new Date();
  if (makesConfig) {
    mkdirSync(dirname(config), { recursive: true, mode: 0o700 });
    writeKeeping(config, CONFIG_TEXT, now);
  }
  const copies = planned.flatMap(({ file, changed }) => {
    const copy = changed.type === "changed" ? writeKeeping(file, changed.text, now) : undefined;
    return copy === undefined ? [] : [copy];
  });
  report(options, { config, agents: planned, copies }, () => [
    ...planned.map(doneLine),
    ...copies.map((copy) => paint.dim(`  as it was: ${copy}`)),
    ...planned.flatMap(({ afterwards, changed }) =>
      afterwards === undefined || changed.type !== "changed" ? [] : [paint.dim(afterwards)],
    ),
  ]);
}

function planLine({ title, file, isThere, changed }: Planned): string {
  if (changed.type === "same") return `keeps ${file} (${title})`;
  if (changed.type === "by_hand") return `leaves ${file} (${title}): ${changed.why}`;
  return `${isThere ? "changes" : "writes"} ${file} (${title}${isThere ? ", after a copy" : ""})`;
}

function doneLine({ title, file, changed }: Planned): string {
  if (changed.type === "by_hand")
    return `${paint.yellow("!")} ${title}: ${file} was left as it is: ${changed.why}`;
  return `${paint.green("✓")} ${title}: ${file}`;
}

function lastFailures(config: string): readonly string[] {
  const log = failureLog(config);
  if (!existsSync(log)) return [];
  return readFileSync(log, "utf8").trimEnd().split("\n").slice(-3);
}

/** As the agent's shell runs it. */
function hookCommand(
  event: HookEvent,
  { name }: CodingAgent,
  { config, tenant }: Readonly<{ config: string; tenant?: string }>,
): string {
  const own = tenant === undefined ? [] : ["--tenant", tenant];
  const { command, args } = launchOf(["hook", event, "--agent", name, "--config", config, ...own]);
  return [command, ...args].map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
