// Cuts JSON that is larger than memory into the values it is made of, without reading what is inside them: the elements
// of an array, the members of an object, or values that simply follow one another. Each is parsed on its own, so one
// that is broken or too large costs only itself.

export type JsonPiece =
  /** `key` is the member it stands under, or `""`; an array under a key comes element by element. */
  | Readonly<{ type: "value"; key: string; index: number; text: string }>
  | Readonly<{ type: "too_large"; key: string; index: number }>
  /** The text ended, or went on, where JSON would not. */
  | Readonly<{ type: "broken"; index: number }>;

export type SplitOptions = Readonly<{
  /** Whether an object at the top is cut into its members, or is one value. */
  objects: "whole" | "members";
  maxCharacters: number;
}>;

type Container = "top" | "list" | "members" | "member_list";

type Splitter = {
  readonly options: SplitOptions;
  container: Container;
  key: string;
  index: number;
  /** Of the value that is being read; undefined between values. */
  value: { depth: number; isBare: boolean; length: number; parts: string[] } | undefined;
  inText: boolean;
  isEscaped: boolean;
  /** After a member's name, before its value. */
  isNamed: boolean;
  isBroken: boolean;
};

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export async function* splitJson(
  texts: AsyncIterable<string>,
  options: SplitOptions,
): AsyncGenerator<JsonPiece> {
  const splitter: Splitter = {
    options,
    container: "top",
    key: "",
    index: 0,
    value: undefined,
    inText: false,
    isEscaped: false,
    isNamed: false,
    isBroken: false,
  };
  for await (const text of texts) yield* feed(splitter, text);
  if (splitter.value?.isBare === true) yield* finish(splitter);
  const isOpen = splitter.value !== undefined || splitter.container !== "top";
  if (isOpen || splitter.isBroken) yield { type: "broken", index: splitter.index };
}

function* feed(splitter: Splitter, text: string): Generator<JsonPiece> {
  let at = 0;
  while (at < text.length) {
    const isBetween = splitter.value === undefined;
    if (isBetween && !between(splitter, text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    if (isBetween) begin(splitter, text.charCodeAt(at));
    const end = endOf(splitter, text, at);
    keep(splitter, text.slice(at, end.at));
    at = end.at;
    if (end.isDone) yield* finish(splitter);
  }
}

const SPACE = new Set([32, 9, 10, 13, 0xfeff]);

/** Reads one character outside any value; true when a value begins there. */
function between(splitter: Splitter, code: number): boolean {
  if (SPACE.has(code) || code === COMMA) return false;
  if (code === COLON) {
    splitter.isNamed = splitter.container === "members";
    return false;
  }
  if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
    close(splitter, code);
    return false;
  }
  return !enter(splitter, code);
}

/** Whether an opening bracket is one that is cut open instead of being read as a value. */
function enter(splitter: Splitter, code: number): boolean {
  const { container, options } = splitter;
  if (container === "top" && code === OPEN_LIST) {
    splitter.container = "list";
    return true;
  }
  if (container === "top" && code === OPEN_OBJECT && options.objects === "members") {
    splitter.container = "members";
    return true;
  }
  if (container === "members" && splitter.isNamed && code === OPEN_LIST) {
    splitter.container = "member_list";
    splitter.index = 0;
    return true;
  }
  return false;
}

const OUTER = {
  list: { code: CLOSE_LIST, to: "top" },
  members: { code: CLOSE_OBJECT, to: "top" },
  member_list: { code: CLOSE_LIST, to: "members" },
} as const;

function close(splitter: Splitter, code: number): void {
  const outer = splitter.container === "top" ? undefined : OUTER[splitter.container];
  if (outer?.code !== code) {
    splitter.isBroken = true;
    return;
  }
  splitter.container = outer.to;
  splitter.isNamed = false;
}

function begin(splitter: Splitter, code: number): void {
  const isBare = code !== QUOTE && code !== OPEN_LIST && code !== OPEN_OBJECT;
  splitter.value = { depth: 0, isBare, length: 0, parts: [] };
}

type End = Readonly<{ at: number; isDone: boolean }>;

/** How far the value goes in this text, and whether it ends there. */
function endOf(splitter: Splitter, text: string, from: number): End {
  const { value } = splitter;
  if (value?.isBare === true) return bareEnd(text, from);
  let at = from;
  while (at < text.length) {
    at = splitter.inText ? afterText(splitter, text, at) : afterSign(splitter, text, at);
    const isDone = !splitter.inText && value?.depth === 0;
    if (isDone) return { at, isDone };
  }
  return { at, isDone: false };
}

function bareEnd(text: string, from: number): End {
  let at = from;
  while (at < text.length && !endsBare(text.charCodeAt(at))) at += 1;
  return { at, isDone: at < text.length };
}

function endsBare(code: number): boolean {
  return SPACE.has(code) || code === COMMA || isBracket(code);
}

function isBracket(code: number): boolean {
  return code === OPEN_LIST || code === CLOSE_LIST || code === OPEN_OBJECT || code === CLOSE_OBJECT;
}

/** Past the next bracket or quote. */
function afterSign(splitter: Splitter, text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== QUOTE && !isBracket(code)) continue;
    if (code === QUOTE) splitter.inText = true;
    else if (splitter.value !== undefined)
      splitter.value.depth += code === OPEN_LIST || code === OPEN_OBJECT ? 1 : -1;
    return at + 1;
  }
  return text.length;
}

/** Past the end of a quoted text, or of what is here of it. */
function afterText(splitter: Splitter, text: string, from: number): number {
  let at = splitter.isEscaped ? from + 1 : from;
  splitter.isEscaped = false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      splitter.inText = false;
      return at + 1;
    }
    if (code === BACKSLASH) at += 1;
  }
  splitter.isEscaped = at > text.length;
  return text.length;
}

function keep({ value, options }: Splitter, text: string): void {
  if (value === undefined) return;
  value.length += text.length;
  if (value.length <= options.maxCharacters) value.parts.push(text);
  else value.parts = [];
}

function* finish(splitter: Splitter): Generator<JsonPiece> {
  const { value, key, index, options } = splitter;
  splitter.value = undefined;
  if (value === undefined) return;
  const text = value.parts.join("");
  if (splitter.container === "members" && !splitter.isNamed) {
    splitter.key = nameIn(text);
    return;
  }
  splitter.isNamed = splitter.container === "member_list";
  splitter.index = index + 1;
  if (value.length > options.maxCharacters) yield { type: "too_large", key, index };
  else yield { type: "value", key, index, text };
}

function nameIn(text: string): string {
  return text.replace(/^"|"$/g, "");
}
