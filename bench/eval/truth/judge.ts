// Judges what one item left behind: what is false, what is missing, what should not be there. Pure.

import { readQuote } from "../../../src/model/quote.ts";
import type { Heard, Line } from "./hear-items.ts";
import { matches, plain } from "./matches.ts";
import type { TruthItem } from "./truth-set.ts";

export type FalseStatement = Readonly<{
  line: string;
  /** `never`: the set says so. The others are false whatever the set says. */
  rule: "never" | "quoted wrongly" | "number nobody said";
  why: string;
}>;
export type Verdict = Readonly<{
  falseStatements: readonly FalseStatement[];
  /** The groups of `must` of which no line has any alternative. */
  missing: readonly (readonly string[])[];
  isChatterKept: boolean;
  /** Undefined for items that do not say how it must end. */
  hasLanded: boolean | undefined;
}>;

/** A full stop put behind a sentence that had its end: 她住在北京。. */
const ENDED_TWICE = /[。！？؟।!?]["”」]?\.$/u;
const NUMBER = /\p{Nd}+/gu;
const BESIDE = /\[[^\]]*\]\.?$/u;
const REDACTED = /\[redacted[^\]]*\]/u;

export function judge(item: TruthItem, heard: Heard): Verdict {
  const texts = heard.lines.map(({ text }) => text);
  return {
    falseStatements: falseStatements(item, heard),
    missing: (item.must ?? []).filter((group) => !isSaid(group, texts)),
    isChatterKept: item.kind === "must_not" && texts.length > 0,
    hasLanded: landed(item, heard),
  };
}

function falseStatements(item: TruthItem, heard: Heard): readonly FalseStatement[] {
  // What is active in the end may have been reworded since a receipt named it.
  const later = heard.active.filter((text) => heard.lines.every((line) => line.text !== text));
  const named = [...new Set([...heard.lines.map(({ text }) => text), ...later])].flatMap((line) =>
    item.never
      .filter((pattern) => matches(line, pattern))
      .slice(0, 1)
      .map((pattern) => ({ line, rule: "never" as const, why: `never ${pattern}` })),
  );
  const isNamed = new Set(named.map(({ line }) => line));
  const others = heard.lines
    .filter(({ text }) => !isNamed.has(text))
    .flatMap((line) => misquoted(line) ?? invented(line.text, item) ?? []);
  return [...named, ...others];
}

/** A quote nobody gave, or given by another. */
function misquoted({ text: line, said }: Line): FalseStatement | undefined {
  const found = (why: string): FalseStatement => ({ line, rule: "quoted wrongly", why });
  if (ENDED_TWICE.test(line)) return found("ends twice");
  const quote = readQuote(line);
  if (quote === undefined) return undefined;
  if (plain(quote.speaker) !== plain(said.author)) return found("another speaker");
  const isVerbatim = quote.said
    .split(REDACTED)
    .every((part) => plain(said.text).includes(plain(part).trim()));
  return isVerbatim ? undefined : found("other words");
}

/** A date worked out may stand beside the words, in brackets, but not in place of them. */
function invented(
  line: string,
  { text: first, before, after }: TruthItem,
): FalseStatement | undefined {
  const written = [first, ...[...before, ...after].map((said) => said.text)].join(" ");
  const known = new Set(written.match(NUMBER));
  const strange = (line.replace(BESIDE, "").match(NUMBER) ?? []).find((one) => !known.has(one));
  if (strange === undefined) return undefined;
  return { line, rule: "number nobody said", why: `nobody said ${strange}` };
}

function landed(item: TruthItem, { active, first }: Heard): boolean | undefined {
  const { gone, newerFirst } = item;
  if (item.active === undefined && gone.length === 0) return undefined;
  const isKnown = (item.active ?? []).every((group) => isSaid(group, active));
  const isOldGone = !active.some((line) => gone.some((pattern) => matches(line, pattern)));
  if (isOldGone || newerFirst === undefined) return isKnown && isOldGone;
  return isKnown && first !== undefined && matches(first, newerFirst.first);
}

function isSaid(group: readonly string[], lines: readonly string[]): boolean {
  return lines.some((line) => group.some((pattern) => matches(line, pattern)));
}
