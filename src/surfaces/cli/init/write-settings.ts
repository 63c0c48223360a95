// Settings that we write: our own first ones, and those of other programs, whole and after a copy.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isRecord } from "../../../config.ts";
import { ownValue } from "../../../model/own-value.ts";
import type { Client, Launch } from "./clients.ts";

export const CONFIG_TEXT = `# Settings of Mneme. All of them, and where each value comes from: mneme config explain
path: memory.db

# Categories, what goes into a context of each, and which of them an agent may read:
# categories:
#   - name: work
#     context: all
#   - name: health
#     context: rag
#     ragLength: 12
# allowlists:
#   support: [work]

# A model, where the built-in rules are not enough (its key comes from its own variable, as OPENAI_API_KEY):
# models:
#   fast: openai:gpt-4o-mini
`;

/** Gives the name of the copy of what stood there, if anything did. */
export function writeKeeping(file: string, text: string, now: Date): string | undefined {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    writeFileSync(file, text, { mode: 0o600 });
    return undefined;
  }
  // Settings are often links into a folder of settings; the link must stay one.
  const real = realpathSync(file);
  const copy = `${real}.${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}.bak`;
  copyFileSync(real, copy);
  const draft = `${real}.mneme-${process.pid}`;
  writeFileSync(draft, text);
  chmodSync(draft, statSync(real).mode & 0o777);
  renameSync(draft, real);
  return copy;
}

/** How another program starts this one: through npx when that is how it came here, else the program itself. */
export function launchOf(asked: readonly string[]): Launch {
  const [node = "node", script = "mneme"] = process.argv;
  // A folder of npx is emptied at times; npx itself fetches the program again.
  if (/[\\/]_npx[\\/]/.test(script)) return { command: "npx", args: ["-y", "mneme", ...asked] };
  return { command: node, args: [...process.execArgv, script, ...asked] };
}

// Puts our entry into the settings of an MCP client, as text, so that nothing else in them changes.

const OURS = "mneme";

/** `by_hand`: it has comments, or is not what we take it for; who edits it must be a person. */
export type Merged =
  | Readonly<{ type: "same" }>
  | Readonly<{ type: "changed"; text: string }>
  | Readonly<{ type: "by_hand"; why: string }>;

export function mergeEntry(
  before: string | undefined,
  { format }: Pick<Client, "format">,
  launch: Launch,
): Merged {
  return format.type === "toml"
    ? mergeToml(before ?? "", launch)
    : mergeJson(before ?? "", format.key, format.entry);
}

/** What to write, for people who do it themselves. */
export function entryText({ format }: Pick<Client, "format">, launch: Launch): string {
  return format.type === "toml"
    ? tomlEntry(launch)
    : JSON.stringify({ [format.key]: { [OURS]: format.entry } }, undefined, 2);
}

function mergeJson(before: string, key: string, entry: object): Merged {
  const bare = before.replace(/^\uFEFF/, "");
  const settings = bare.trim() === "" ? {} : parsed(bare);
  if (!isRecord(settings))
    return { type: "by_hand", why: "it holds comments or is not plain JSON" };
  const servers = ownValue(settings, key) ?? {};
  if (!isRecord(servers))
    return { type: "by_hand", why: `"${key}" in it is not what it should be` };
  if (JSON.stringify(servers[OURS]) === JSON.stringify(entry)) return { type: "same" };
  const merged = { ...settings, [key]: { ...servers, [OURS]: entry } };
  return { type: "changed", text: `${JSON.stringify(merged, undefined, indentOf(bare))}\n` };
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

/** A table at the end of the file belongs to nothing before it, so it can always be added there. */
function mergeToml(before: string, launch: Launch): Merged {
  const entry = tomlEntry(launch);
  if (before.includes(entry)) return { type: "same" };
  if (/^\s*\[\s*mcp_servers\s*\.\s*["']?mneme["']?\s*[.\]]/m.test(before))
    return { type: "by_hand", why: "it has another entry of that name" };
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return { type: "changed", text: `${before}${gap}${entry}` };
}

/** Every JSON string is a TOML string. */
function tomlEntry({ command, args }: Launch): string {
  const list = args.map((arg) => JSON.stringify(arg)).join(", ");
  return `[mcp_servers.${OURS}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]\n`;
}
