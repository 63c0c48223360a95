// Turns what someone said about themselves or the world into the third person and the past, or refuses.
// Leaving a verb in the present is still English; changing a noun as if it were a verb is not. So it changes
// only what it is sure of and refuses a sentence that needs more than that.

import { backshift } from "./backshift.ts";
import { clauseCuts, clauseStarts } from "./clauses.ts";
import { FRONTED_TIME, seenFromLater } from "./moments.ts";
import type { IsName } from "./proper-nouns.ts";
import { decapitalised, supplySubject } from "./subject.ts";
import { type Token, textOf, tokensOf, written } from "./token.ts";
import { FIRST_PERSON, OPEN_ENDINGS, SECOND_PERSON } from "./vocabulary.ts";

/** A deed follows the speaker's name as it is; a claim follows "said". */
export type Report = Readonly<{ type: "deed" | "claim"; text: string }>;

const MAX_CLAUSE = 130;
const TRAILERS =
  /[\s,]+(?:though|too|as well|anyway|either|so far|thanks|thank you|of course|for sure|again)$/i;
const UNREPORTABLE = new RegExp(
  [
    String.raw`["“”«»{}()[\]?;:–—…]|(?<!\w)'|\s-|-\s|[.!]\s`,
    String.raw`\blet us\b|\bplease\b|\bmust (?:be|have)\b|\bain't\b|\b\w+'(?:m|re|ve|ll|d)\b|\bme and\b`,
    String.raw`\bnot (?:I|it|they|he|she|we)$|, (?:but|and|so) \S+$`,
    // Two sentences run together with a comma.
    String.raw`, (?:it|they|he|she|this|that|we|I|there|you|my|take|the \w+ (?:is|are|was|were))\s`,
    String.raw`, (?!(?:and|but|so|which|who|or|because|where|like) )(?:[^\s,]+ ){1,2}?(?:is|are|was|were)\b`,
    // "Tom and I went": told by the name alone it would lose Tom.
    String.raw`^(?!(?:I|we)\s)(?:\S+\s){1,5}and I\s`,
  ].join("|"),
  "i",
);
// What answers someone rather than tells anything.
const REPLY =
  /^I (?:\w+ly |also |do )?(?:bet|guess|suppose|mean|agree|promise|swear|appreciate|can (?:only |totally |not )?(?:imagine|relate|see|wait|believe|agree)|could not agree|know|am (?:so |really |very )?(?:sorry|sure|glad (?:you|to hear))|hear|see|get|hope so|think so|will (?:do|try|check))\b/i;
// Cut short behind one of these, a sentence loses the half that mattered.
const LOSES_ITS_POINT = /\b(?:if|whether|when|once)\b|, (?:but|so|and) /i;

export function reportOf(statement: string, isName: IsName): Report | undefined {
  const whole = supplySubject(statement.replace(/\s*\([^()]*\)/g, "").replace(TRAILERS, ""));
  const [front = "", time = ""] = FRONTED_TIME.exec(decapitalised(whole)) ?? [];
  const body = whole.slice(front.length);
  for (const start of clauseStarts(body)) {
    const report = longestSafe(start, isName);
    if (report !== undefined) return finish(report, time);
  }
  return undefined;
}

function longestSafe(start: string, isName: IsName): Report | undefined {
  if (REPLY.test(start)) return undefined;
  const cuts = clauseCuts(start).filter((cut) => cut.length <= MAX_CLAUSE);
  for (const cut of cuts) {
    const report = cut !== start && LOSES_ITS_POINT.test(cut) ? undefined : convert(cut, isName);
    if (report !== undefined) return report;
  }
  return undefined;
}

function convert(clause: string, isName: IsName): Report | undefined {
  if (UNREPORTABLE.test(clause)) return undefined;
  const tokens = tokensOf(clause);
  if (tokens.some((token) => SECOND_PERSON.has(token.word))) return undefined;
  const last = tokens.at(-1);
  if (last === undefined || OPEN_ENDINGS.has(last.raw) || tokens.length < 3) return undefined;
  const shifted = backshift(tokens);
  if (shifted === undefined) return undefined;
  const text = textOf(shifted.type === "claim" ? withCase(shifted.tokens, isName) : shifted.tokens);
  const leftover = tokensOf(text).some((token) => FIRST_PERSON.has(token.word));
  return leftover ? undefined : { type: shifted.type, text };
}

function withCase(tokens: readonly Token[], isName: IsName): readonly Token[] {
  const [first, ...rest] = tokens;
  if (first === undefined || isName(first.raw)) return tokens;
  return [written(first, decapitalised(first.raw)), ...rest];
}

// "grew up in Graz but they lived in Ghent" is told of one person: the name in front is subject enough.
function withOneSubject(deed: string): string {
  return deed.replace(/(?<!,) (and|but) they (?=\p{Ll}+(?:ed|ew|t|ought|ived)\b)/u, " $1 ");
}

// A time phrase that stood in front goes to the end of a short clause; behind a long one it would seem to
// belong to the last part only.
function finish(report: Report, time: string): Report {
  const { type } = report;
  const text = type === "deed" ? withOneSubject(report.text) : report.text;
  if (time === "") return { type, text: seenFromLater(text) };
  const isShort = !/,| and | but | so | because | which | that /.test(text);
  if (isShort) return { type, text: seenFromLater(`${text} ${time.toLowerCase()}`) };
  const clause = type === "deed" ? `they ${text.replace(/^was\b/, "were")}` : text;
  return { type: "claim", text: seenFromLater(`${time.toLowerCase()} ${clause}`) };
}
