// The memory file of the MCP reference server: entities with observations, and relations between them; one object a
// line, or two lists in one object as it was before.

import { ownValue } from "../../model/own-value.ts";
import type { Importer, ImportRecord } from "../record.ts";
import type { SourceFile } from "../source/source.ts";
import { decode } from "../text/decode.ts";
import { type JsonValue, jsonLines, jsonMembers } from "../text/json-values.ts";
import { type Fields, fieldsIn, textIn, textsIn } from "../text/parse-json.ts";
import { readEach } from "./read-each.ts";

const MAX_NAMES = 200_000;

export const fromServerMemory: Importer = (source) => {
  const firstOf = new Map<string, string>();
  return readEach(source, {
    name: /\.jsonl?$/,
    values: valuesOf,
    records: ({ key, value, where }) => {
      const told = fieldsIn(value);
      const type =
        textIn(told["type"]) ?? ownValue({ entities: "entity", relations: "relation" }, key);
      if (type === "entity") return entity(told, { where, firstOf });
      if (type === "relation") return relation(told, { where, firstOf });
      return [{ type: "bad", where, reason: "is neither an entity nor a relation" }];
    },
  });
};

/** The older file is one object that does not end on its first line. */
async function* valuesOf(file: SourceFile): AsyncGenerator<JsonValue> {
  yield* (await isOneObject(file)) ? jsonMembers(file) : jsonLines(file);
}

async function isOneObject(file: SourceFile): Promise<boolean> {
  for await (const head of decode(file.chunks()))
    return /^\s*\{\s*"(?:entities|relations)"/.test(head);
  return false;
}

type Place = Readonly<{ where: string; firstOf: Map<string, string> }>;

function* entity(told: Fields, { where, firstOf }: Place): Generator<ImportRecord> {
  const name = textIn(told["name"]);
  if (name === undefined) {
    yield { type: "bad", where, reason: "an entity without a name" };
    return;
  }
  const kind = textIn(told["entityType"]);
  const observations = textsIn(told["observations"]);
  if (observations.length === 0) yield { type: "left_out", why: "entity without observations" };
  for (const observation of observations) {
    const key = `${name}\n${observation}`;
    if (!firstOf.has(name) && firstOf.size < MAX_NAMES) firstOf.set(name, key);
    const isNamed = observation.toLowerCase().includes(name.toLowerCase());
    const text = isNamed ? observation : `${name}: ${observation}`;
    const tags = kind === undefined ? [] : [kind];
    yield { type: "memory", key, memory: { text, kind: "log", title: name, tags } };
  }
}

/** A memory of its own, since ours carry no name, with edges to what is known of both ends. */
function* relation(told: Fields, { where, firstOf }: Place): Generator<ImportRecord> {
  const [from, to] = [textIn(told["from"]), textIn(told["to"])];
  const how = textIn(told["relationType"]);
  if (from === undefined || to === undefined || how === undefined) {
    yield { type: "bad", where, reason: "a relation without both ends and a name" };
    return;
  }
  const key = `${from}\n${how}\n${to}`;
  const text = `${from} ${how.replaceAll("_", " ")} ${to}.`;
  yield { type: "memory", key, memory: { text, kind: "log", tags: ["relation"] } };
  for (const end of [from, to]) {
    const known = firstOf.get(end);
    if (known !== undefined)
      yield { type: "relation", key: `${key}\n->${end}`, from: key, to: known };
  }
}
