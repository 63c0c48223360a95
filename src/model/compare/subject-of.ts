// Whom or what a statement is about.

import type { Token } from "./token.ts";

/** How many words a doer after "by" may take: "by Ana Silva", "by a young man". */
const AGENT_WORDS = 3;

/** Indexes. In the passive the doer, after "by"; else what stands bare before the predicate. */
export function subjectOf(
  tokens: readonly Token[],
  isPassive: boolean,
  predicateStart: number | undefined,
): number[] {
  const indexes = tokens.map((_, index) => index);
  if (isPassive) {
    const agent = tokens.findIndex(({ marker }) => marker === "by");
    return indexes.filter(
      (i) => i === agent || (i > agent && i < agent + AGENT_WORDS && isBareAt(tokens, i)),
    );
  }
  const end = predicateStart ?? tokens.findIndex((token) => isBare(token) && !isWhen(token)) + 1;
  const before = indexes.filter((i) => i < end && isOfSubject(tokens, i));
  return before.length > 0 ? before : indexes.slice(0, 1);
}

/** "Every Friday" opens a sentence and is about nobody. */
function isWhen({ kind, isLight }: Token): boolean {
  return kind === "date" || isLight;
}

export function isBare({ marker }: Token): boolean {
  return marker === "" || marker === "be";
}

/** "the deadline for the report" is about the report as much as about the deadline. */
function isOfSubject(tokens: readonly Token[], index: number): boolean {
  const marker = tokens[index]?.marker;
  return isBareAt(tokens, index) || (index > 0 && (marker === "of" || marker === "for"));
}

function isBareAt(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  return token !== undefined && isBare(token);
}
