// A Markdown note: its properties, and what stands below them.

import { parseDocument } from "yaml";
import { type Fields, isFields } from "../text/parse-json.ts";

export type Note = Readonly<{ properties: Fields; body: string }>;

/** An alias that repeats more than this is made to fill the memory. */
const MAX_ALIASES = 20;
const PROPERTIES = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/;

/** A note whose properties cannot be read has none, and says so. */
export function parseNote(text: string): Note & Readonly<{ isBroken: boolean }> {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const found = PROPERTIES.exec(plain);
  if (found === null) return { properties: {}, body: plain, isBroken: false };
  const body = plain.slice(found[0].length);
  const properties = yamlIn(found[1] ?? "");
  return { properties: properties ?? {}, body, isBroken: properties === undefined };
}

function yamlIn(text: string): Fields | undefined {
  try {
    const document = parseDocument(text, {
      schema: "core",
      prettyErrors: false,
      logLevel: "silent",
    });
    if (document.errors.length > 0) return undefined;
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (value === null || value === undefined) return {};
    return isFields(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof ReferenceError || thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}
