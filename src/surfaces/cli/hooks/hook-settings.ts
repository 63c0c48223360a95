// Puts our hooks into the settings of a coding agent, and takes them out again, so that nothing else in them changes.

import { isRecord } from "../../../config.ts";
import { ownValue } from "../../../model/own-value.ts";
import type { CodingAgent, HookEvent } from "./coding-agents.ts";

/** `by_hand`: it has comments, or is not what we take it for; who edits it must be a person. */
export type Changed =
  | Readonly<{ type: "same" }>
  | Readonly<{ type: "changed"; text: string }>
  | Readonly<{ type: "by_hand"; why: string }>;

/** A hook of ours, whatever program and settings it names. */
const OURS = / hook (?:session|prompt|stop|compact|end) --agent [a-z-]+/;

type CommandOf = (event: HookEvent) => string;

export function withHooks(
  before: string | undefined,
  agent: CodingAgent,
  commandOf: CommandOf,
): Changed {
  return changed(
    before,
    (groups, theirs) => {
      const event = agent.events.find(([, name]) => name === theirs)?.[0];
      const rest = withoutOurs(groups);
      if (event === undefined) return rest;
      const entry = { type: "command", command: commandOf(event), timeout: agent.timeout };
      return [...rest, { hooks: [entry] }];
    },
    agent.events.map(([, theirs]) => theirs),
  );
}

export function withoutHooks(before: string | undefined): Changed {
  return before === undefined ? { type: "same" } : changed(before, withoutOurs, []);
}

/** The moments of the agent at which one of our hooks runs. */
export function hookedEvents(before: string): readonly string[] {
  const settings = parsed(before);
  const hooks = isRecord(settings) ? ownValue(settings, "hooks") : undefined;
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([theirs, groups]) =>
    Array.isArray(groups) && groups.some((group) => commandsOf(group).some(isOurs)) ? [theirs] : [],
  );
}

function changed(
  before: string | undefined,
  change: (groups: readonly unknown[], theirs: string) => readonly unknown[],
  added: readonly string[],
): Changed {
  const bare = (before ?? "").replace(/^\uFEFF/, "");
  const settings = bare.trim() === "" ? {} : parsed(bare);
  if (!isRecord(settings))
    return { type: "by_hand", why: "it holds comments or is not plain JSON" };
  const hooks = ownValue(settings, "hooks") ?? {};
  if (!isRecord(hooks)) return { type: "by_hand", why: '"hooks" in it is not an object' };
  const names = [...new Set([...Object.keys(hooks), ...added])];
  const odd = names.find((name) => !Array.isArray(ownValue(hooks, name) ?? []));
  if (odd !== undefined) return { type: "by_hand", why: `"hooks.${odd}" in it is not a list` };
  const kept = names.flatMap((name): [string, readonly unknown[]][] => {
    const groups = ownValue(hooks, name);
    const after = change(Array.isArray(groups) ? groups : [], name);
    const wasEmpty = Array.isArray(groups) && groups.length === 0;
    return after.length > 0 || wasEmpty ? [[name, after]] : [];
  });
  const { hooks: _replaced, ...others } = settings;
  const merged =
    kept.length === 0 && Object.keys(hooks).length > 0
      ? others
      : { ...settings, ...(kept.length === 0 ? {} : { hooks: Object.fromEntries(kept) }) };
  if (JSON.stringify(merged) === JSON.stringify(settings)) return { type: "same" };
  return { type: "changed", text: `${JSON.stringify(merged, undefined, indentOf(bare))}\n` };
}

/** A group of ours and somebody else's hooks keeps theirs. */
function withoutOurs(groups: readonly unknown[]): readonly unknown[] {
  return groups.flatMap((group) => {
    if (!commandsOf(group).some(isOurs) || !isRecord(group)) return [group];
    const hooks = ownValue(group, "hooks");
    const rest = Array.isArray(hooks) ? hooks.filter((hook) => !isOurs(commandIn(hook))) : [];
    return rest.length === 0 ? [] : [{ ...group, hooks: rest }];
  });
}

function commandsOf(group: unknown): readonly string[] {
  const hooks = isRecord(group) ? ownValue(group, "hooks") : undefined;
  return Array.isArray(hooks) ? hooks.map(commandIn) : [];
}

function commandIn(hook: unknown): string {
  const command = isRecord(hook) ? ownValue(hook, "command") : undefined;
  return typeof command === "string" ? command : "";
}

function isOurs(command: string): boolean {
  return OURS.test(command);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}
