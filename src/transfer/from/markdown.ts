// A folder or an archive of Markdown notes: our own export, basic-memory's observations and relations, or any vault.

import { KINDS, SECTIONS } from "../../model/kinds.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { unescapeMarkdown } from "../markdown/escape.ts";
import { type Note, parseNote } from "../markdown/note.ts";
import type { Importer, ImportRecord, MemoryDraft } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import { wholeText } from "../text/decode.ts";
import { textIn, textsIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { notesFrom } from "./notes-from.ts";

const MAX_NOTE_CHARACTERS = 2 * 1024 ** 2;
/** `- [category] what was seen #tag (where)` */
const OBSERVATION = /^\s*[-*]\s+\[([^\][()]{1,60})\]\s+(\S.*)$/;
/** `- relates to [[Target|as named here]]` */
const RELATION = /^\s*[-*]\s+([^[\]]{0,60}?)\s*\[\[([^\][|]+)(?:\|[^\][]*)?\]\]/;
const TAG = /(?:^|\s)#([\p{L}\p{N}_/-]+)/gu;
/** A box of a list of things to do is no category. */
const BOX = /^[ xX-]$/;

export const fromMarkdown: Importer = async function* (source) {
  for await (const file of filesOf(source, /\.(?:md|markdown)$/i)) {
    if (file.type === "bad") {
      yield file;
      continue;
    }
    const text = await wholeText(file.chunks(), MAX_NOTE_CHARACTERS);
    if (text === undefined) yield { type: "bad", where: file.name, reason: "is larger than 2 MB" };
    else yield* noteOf(text, file.name);
  }
};

function* noteOf(text: string, name: string): Generator<ImportRecord> {
  const note = parseNote(text);
  if (note.isBroken) yield { type: "bad", where: name, reason: "its properties are not YAML" };
  if (note.properties["mneme"] === 1) yield ownNote(note, name);
  else yield* foreignNote(note, name);
}

function ownNote({ properties, body }: Note, where: string): ImportRecord {
  const text = unescapeMarkdown(body.replace(/^\n/, "").replace(/\n$/, ""));
  const id = textIn(properties["id"]);
  if (id === undefined || text.trim() === "")
    return { type: "bad", where, reason: "has no id or no text" };
  const tags = textsIn(properties["tags"]);
  const confidence = properties["confidence"];
  return {
    type: "memory",
    key: id,
    memory: {
      text,
      tags,
      ...omitUndefined({
        kind: KINDS.find((kind) => kind === properties["kind"]),
        section: SECTIONS.find((section) => section === properties["section"]),
        subject: textIn(properties["subject"]),
        category: textIn(properties["category"]),
        title: textIn(properties["title"]),
        confidence: typeof confidence === "number" ? confidence : undefined,
        validFrom: timeIn(properties["valid_from"]),
      }),
    },
  };
}

function* foreignNote({ properties, body }: Note, name: string): Generator<ImportRecord> {
  const title = textIn(properties["title"]) ?? name.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const id = textIn(properties["permalink"]) ?? textIn(properties["id"]) ?? name;
  const tags = textsIn(properties["tags"]);
  const rest: string[] = [];
  for (const line of body.split("\n")) {
    const found = observation(line) ?? relation(line, title);
    if (found === undefined) rest.push(line);
    else yield record(id, { title, ...found, tags: [...tags, ...(found.tags ?? [])] });
  }
  for (const text of notesFrom(withoutHeadings(rest)))
    yield record(id, { text, kind: "log", title, tags });
}

function record(id: string, memory: MemoryDraft): ImportRecord {
  return { type: "memory", key: `${id}\n${memory.text}`, memory };
}

function observation(line: string): MemoryDraft | undefined {
  const [, category, said] = OBSERVATION.exec(line) ?? [];
  if (category === undefined || said === undefined || BOX.test(category)) return undefined;
  const tags = [...said.matchAll(TAG)].flatMap(([, tag]) => tag ?? []);
  const text = said.replace(TAG, "").replace(/\s+/g, " ").trim();
  return text === "" ? undefined : { text, kind: "log", category: category.trim(), tags };
}

function relation(line: string, title: string): MemoryDraft | undefined {
  const [, how, target] = RELATION.exec(line) ?? [];
  if (how === undefined || target === undefined) return undefined;
  const said = how.replaceAll("_", " ").trim() || "relates to";
  return { text: `${title} ${said} ${target.trim()}.`, kind: "log", tags: ["relation"] };
}

/** Headings name what follows; by themselves they say nothing. */
function withoutHeadings(lines: readonly string[]): string {
  return lines.filter((line) => !/^\s{0,3}#{1,6}\s/.test(line)).join("\n");
}
