// The values of a JSON or JSON Lines file, one at a time, parsed; and the ones that cannot be, by their place.

import type { ImportRecord } from "../record.ts";
import type { SourceFile } from "../source/source.ts";
import { decode } from "./decode.ts";
import { lines } from "./lines.ts";
import { parseJson } from "./parse-json.ts";
import { type JsonPiece, splitJson } from "./split-json.ts";

export type JsonValue =
  | Readonly<{ type: "value"; key: string; where: string; value: unknown }>
  | Extract<ImportRecord, { type: "bad" }>;

/** Parsing one of these must not keep the process from anything else for long. */
export const MAX_VALUE_CHARACTERS = 16 * 1024 ** 2;

/** An array's elements, or values that follow one another. */
export function jsonValues(file: SourceFile): AsyncGenerator<JsonValue> {
  return parsed(file, "whole");
}

/** A top object's members; the elements of an array under a key come one by one under that key. */
export function jsonMembers(file: SourceFile): AsyncGenerator<JsonValue> {
  return parsed(file, "members");
}

async function* parsed(file: SourceFile, objects: "whole" | "members"): AsyncGenerator<JsonValue> {
  const options = { objects, maxCharacters: MAX_VALUE_CHARACTERS };
  for await (const piece of splitJson(decode(file.chunks()), options))
    yield valueIn(piece, placeOf(file, piece));
}

function placeOf({ name }: SourceFile, piece: JsonPiece): string {
  const key = piece.type === "broken" || piece.key === "" ? "" : ` ${piece.key}`;
  return `${name}${key} #${piece.index + 1}`;
}

function valueIn(piece: JsonPiece, where: string): JsonValue {
  if (piece.type === "too_large") return { type: "bad", where, reason: "is larger than 16 MB" };
  if (piece.type === "broken")
    return { type: "bad", where, reason: "the JSON is cut off or broken here" };
  const value = parseJson(piece.text);
  return value === undefined
    ? { type: "bad", where, reason: "is not JSON" }
    : { type: "value", key: piece.key, where, value };
}

/** One value a line; several on one line, as after a lost line break, are several. */
export async function* jsonLines(file: SourceFile): AsyncGenerator<JsonValue> {
  for await (const line of lines(decode(file.chunks()), MAX_VALUE_CHARACTERS)) {
    const where = `${file.name}:${line.number}`;
    if (line.type === "too_long")
      yield { type: "bad", where, reason: "the line is longer than 16 MB" };
    else if (line.text.trim() !== "") yield* valuesOn(line.text, where);
  }
}

async function* valuesOn(text: string, where: string): AsyncGenerator<JsonValue> {
  const value = parseJson(text);
  if (value !== undefined) {
    yield { type: "value", key: "", where, value };
    return;
  }
  const options = { objects: "whole", maxCharacters: MAX_VALUE_CHARACTERS } as const;
  for await (const piece of splitJson(once(text), options)) yield valueIn(piece, where);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
