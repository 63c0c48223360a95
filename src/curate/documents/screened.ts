// Screens what a framework wants to keep, as the write path screens what it hears. Only what went through here can be
// put into a document.

import { MemoryError } from "../../errors.ts";
import type { Screen } from "../doing.ts";

declare const SCREENED: unique symbol;

/** `content` is safe to keep; `isChanged` when something private was cut out of it. */
export type Screened<T = unknown> = Readonly<{ content: T; isChanged: boolean }> & {
  readonly [SCREENED]: true;
};

const MAX_CHARACTERS = 1_048_576;
const MAX_DEPTH = 100;

export function screenText(text: string, screen: Screen): Screened<string> {
  if (text.length > MAX_CHARACTERS) throw tooLarge();
  const content = kept(text, screen);
  return { content, isChanged: content !== text } as Screened<string>;
}

/** Every text in a JSON value, at any depth. Names of fields are not reworded, so one that is private is refused. */
export function screenJson(value: unknown, screen: Screen): Screened {
  const written = JSON.stringify(value) ?? "";
  if (written.length > MAX_CHARACTERS) throw tooLarge();
  const content = screenedValue(JSON.parse(written || "null"), screen, 0);
  return { content, isChanged: JSON.stringify(content) !== written } as Screened;
}

function screenedValue(value: unknown, screen: Screen, depth: number): unknown {
  if (typeof value === "string") return kept(value, screen);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH)
    throw new MemoryError("invalid_input", `A document nests deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) return value.map((inner) => screenedValue(inner, screen, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      sameName(field, screen),
      screenedValue(inner, screen, depth + 1),
    ]),
  );
}

/** A name is an address: cut into, it would lead elsewhere. */
export function sameName(name: string, screen: Screen): string {
  if (kept(name, screen) === name) return name;
  throw new MemoryError("invalid_input", "A name holds private data and cannot be kept.", {
    details: { code: "private_name" },
  });
}

/** Nobody is there to ask when a framework writes, so what would wait for a person is refused. */
function kept(text: string, screen: Screen): string {
  const verdict = screen(text);
  if (verdict.outcome === "pass") return verdict.text;
  throw new MemoryError(
    "invalid_input",
    "The guard does not let this text be kept: it speaks to the model that will read it, or could not be screened.",
    { details: { code: "held_by_guard" } },
  );
}

function tooLarge(): MemoryError {
  return new MemoryError(
    "too_large",
    `A document may have at most ${MAX_CHARACTERS} characters; keep it in several.`,
  );
}
