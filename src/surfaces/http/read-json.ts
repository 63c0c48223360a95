// Turns the bytes of a body into a value, and refuses what no honest caller sends: broken text, bottomless nesting,
// crowds of keys, names that reach a prototype. Of two equal keys the last one counts.

import { refusal } from "./errors.ts";

const MAX_DEPTH = 32;
const MAX_KEYS = 1_000;
const MAX_ITEMS = 1_000;
const MAX_CHARACTERS = 262_144;
const REFUSED_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** `maxCharacters` is for a body whose one text is a whole file. */
export function readJson(bytes: Uint8Array, maxCharacters = MAX_CHARACTERS): unknown {
  const text = decode(bytes);
  if (text.trim() === "") throw refusal("invalid_json", "The body is empty.");
  refuseDepth(text);
  const value = parse(text);
  refuseUnfit(value, maxCharacters);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw refusal("invalid_unicode", "The body is not UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw refusal("invalid_json", "The body is not JSON.");
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What each bracket does to the depth. */
const STEPS: ReadonlyMap<number, number> = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** Counted before parsing, so that depth costs nobody a stack. One look at each character, whatever they are. */
function refuseDepth(text: string): void {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (isInText && char === BACKSLASH) at += 1;
    else if (char === QUOTE) isInText = !isInText;
    else if (!isInText) depth += STEPS.get(char) ?? 0;
    if (depth > MAX_DEPTH)
      throw refusal("invalid_json", `The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
}

function refuseUnfit(root: unknown, maxCharacters: number): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") refuseText(value, maxCharacters);
    if (Array.isArray(value)) waiting.push(...itemsOf(value));
    else if (typeof value === "object" && value !== null) waiting.push(...fieldsOf(value));
  }
}

function refuseText(text: string, maxCharacters: number): void {
  if (text.length > maxCharacters)
    throw refusal("content_too_large", `A text is longer than ${maxCharacters} characters.`);
  if (!text.isWellFormed())
    throw refusal("invalid_unicode", "A text holds half of a surrogate pair.");
}

function itemsOf(list: readonly unknown[]): readonly unknown[] {
  if (list.length > MAX_ITEMS)
    throw refusal("bad_request", `A list has more than ${MAX_ITEMS} items.`);
  return list;
}

function fieldsOf(value: object): readonly unknown[] {
  const keys = Object.keys(value);
  if (keys.length > MAX_KEYS)
    throw refusal("bad_request", `An object has more than ${MAX_KEYS} keys.`);
  const refused = keys.find((key) => REFUSED_KEYS.has(key));
  if (refused !== undefined) throw refusal("bad_request", `The key "${refused}" is not allowed.`);
  return [...keys, ...Object.values(value)];
}
