// The journals that a bot wrote beside its database, one file for each day and one line for each message:
//
//   - 2026-02-23T20:15:01.000Z | Ana (900000000000000001) | [guild:1 channel:2 message:3] I keep bees.
//
// A message that is in the database as well is known by its id. What stands before the text in brackets may be missing.
// Lines of another make are read as well, where they have a time, a name, a colon and a text:
//
//   - 20:15:01 Ana (guild:1 channel:2): I keep bees.

import { omitUndefined } from "../../model/omit-undefined.ts";
import { shortId } from "../drafts.ts";
import type { ImportOptions, ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { ImportSource } from "../source/source.ts";
import { decode } from "../text/decode.ts";
import { lines } from "../text/lines.ts";
import { timeIn } from "../text/time.ts";
import { hashOf, messageRow, tenantOf } from "./moved.ts";

const DAY = /(?:^|\/)\d{4}-\d{2}-\d{2}\.md$/;
const LONGEST_LINE = 65_536;
/** Beside these a file has a heading and what it says of itself. */
const LINE = /^[-*] \[?\d/;
const ENTRY = /^- (\S+) \| (.*?)(?: \(([^()]+)\))? \| (.*)$/u;
const OTHER_ENTRY =
  /^[-*] \[?(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\d{1,2}:\d\d(?::\d\d)?)\]? +([^:([]+?)(?: *[([]([^)\]]*)[)\]])?: +(.*)$/u;
const SCOPE = /^\[([^\]]*)\] ?/;

type Beside = Readonly<{
  /** The tenants of the database; a line that names no guild is of the only one. */
  guilds: ReadonlySet<string>;
  /** Who is one, as the database says. */
  bots: ReadonlySet<string>;
  /** What the database has, by `saidKey`: for lines that name no message. */
  said: ReadonlySet<string>;
  options: ImportOptions;
}>;

export async function* journalLines(
  source: ImportSource,
  beside: Beside,
): AsyncGenerator<ImportRecord> {
  if (source.kind !== "folder") return;
  for await (const file of filesOf(source, DAY)) {
    if (file.type === "bad") continue;
    for await (const line of lines(decode(file.chunks()), LONGEST_LINE)) {
      const where = `${file.name}:${line.number}`;
      if (line.type === "too_long") yield { type: "bad", where, reason: "the line is too long" };
      else if (LINE.test(line.text)) yield* entryOf(line.text, where, beside);
    }
  }
}

/** The same for a message and for its line, which is on one line, may be cut, and may know its time to the second only. */
export function saidKey(at: string, text: string): string {
  return hashOf([at.slice(0, 19), text.replace(/\s+/g, " ").trim().slice(0, 100)]);
}

function* entryOf(line: string, where: string, beside: Beside): Generator<ImportRecord> {
  const { time, name, id, scope, text } = partsOf(line);
  const at = timeIn(CLOCK.test(time) ? `${dayOf(where)} ${time.padStart(5, "0")}` : time);
  if (at === undefined || text.trim() === "") {
    yield { type: "bad", where, reason: "is no line of a journal" };
    return;
  }
  const named = scopeOf(scope);
  if (!named.has("message") && beside.said.has(saidKey(at, text))) return;
  const author = shortId(id);
  yield messageRow(
    {
      id: shortId(named.get("message") ?? `journal:${hashOf([line])}`),
      channel: named.get("channel") ?? beside.options.channel,
      text,
      at,
      author: { id: author, name: name || author, isBot: beside.bots.has(author) },
      ...omitUndefined({ source: named.has("voice") ? "voice" : undefined }),
    },
    { where, tenant: tenantIn(named.get("guild"), beside) },
  );
}

const CLOCK = /^\d{1,2}:\d\d/;

function partsOf(line: string) {
  const [, time, name = "", id = name, rest = ""] = ENTRY.exec(line) ?? [];
  if (time !== undefined) {
    const scope = SCOPE.exec(rest);
    const text = scope === null ? rest : rest.slice(scope[0].length);
    return { time, name, id, scope: scope?.[1] ?? "", text };
  }
  const [, other = "", who = "", scope = "", text = ""] = OTHER_ENTRY.exec(line) ?? [];
  return { time: other, name: who, id: who, scope, text };
}

/** The day that the file is of. */
function dayOf(where: string): string {
  return /(\d{4}-\d{2}-\d{2})\.md:\d+$/.exec(where)?.[1] ?? "";
}

function tenantIn(guild: string | undefined, { guilds, options }: Beside): string {
  const [only, ...others] = guilds;
  if (guild !== undefined || only === undefined || others.length > 0)
    return tenantOf(guild, options);
  return only;
}

/** `guild:1 channel:2 message:3 voice` by name. */
function scopeOf(written: string): ReadonlyMap<string, string> {
  return new Map(
    written.split(/[\s,]+/).map((part) => {
      const at = part.indexOf(":");
      return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}
