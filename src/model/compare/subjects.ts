// Whether two statements are about the same one, about another, or about the same ones in swapped roles.

import type { Alignment } from "./alignment.ts";
import { keysOf } from "./lexicon.ts";
import type { Statement, Token } from "./statement.ts";

export type Subjects = "same" | "other" | "swapped" | "unclear";

type Sides = Readonly<{ older: Statement; newer: Statement; alignment: Alignment }>;

/** Relations that hold in both directions, so swapping the two changes nothing. */
const SYMMETRIC = keysOf(
  `marry meet friend sibling cousin neighbor colleague date engage twin roommate relate partner spouse
divorce together similar same equal near next resemble husband wife`.split(/\s+/),
);
const OWNING = keysOf(["have", "own"]);

export function compareSubjects(sides: Sides): Subjects {
  const { older, newer } = sides;
  if (older.pronoun !== newer.pronoun && older.pronoun !== undefined && newer.pronoun !== undefined)
    return "other";
  const named = bothNamed(sides);
  if (named !== undefined) return named;
  if (shareSubject(sides)) return isPartOfPair(sides) ? "unclear" : "same";
  return isMentionedElsewhere(sides) ? flipped(sides) : "unclear";
}

function bothNamed(sides: Sides): Subjects | undefined {
  const { older, newer } = sides;
  const names = (statement: Statement) =>
    statement.subject.filter((index) => statement.tokens[index]?.kind === "name");
  const a = names(older);
  const b = names(newer);
  if (a.length === 0 || b.length === 0) return undefined;
  const { pairs } = sides.alignment;
  if (a.some((i) => b.includes(pairs.get(i) ?? -1))) return undefined;
  const paired = new Set(pairs.values());
  const isElsewhere = a.some((i) => pairs.has(i)) || b.some((j) => paired.has(j));
  return isElsewhere ? flipped(sides) : "other";
}

function shareSubject({ older, newer, alignment }: Sides): boolean {
  return older.subject.some((i) => newer.subject.includes(alignment.pairs.get(i) ?? -1));
}

/** "Ana" and "Ana and Bob" share a name and are not the same subject. */
function isPartOfPair({ older, newer, alignment }: Sides): boolean {
  const hasExtra = (statement: Statement, only: readonly Token[]) =>
    statement.subject.some((index) => {
      const token = statement.tokens[index];
      return token?.kind === "name" && token.joined && only.includes(token);
    });
  return hasExtra(older, alignment.olderOnly) || hasExtra(newer, alignment.newerOnly);
}

function isMentionedElsewhere({ older, newer, alignment }: Sides): boolean {
  const paired = new Set(alignment.pairs.values());
  return (
    older.subject.some((i) => alignment.pairs.has(i)) && newer.subject.some((j) => paired.has(j))
  );
}

/** "Blue is Ana's favourite colour" only turns the sentence round: the owner is the same. */
function flipped({ older, newer, alignment }: Sides): Subjects {
  const isSymmetric = [...alignment.pairs.keys()].some((i) =>
    SYMMETRIC.has(older.tokens[i]?.key ?? ""),
  );
  if (isSymmetric) return "same";
  const a = owners(older);
  const b = owners(newer);
  const isSameOwner = a.some((i) => b.includes(alignment.pairs.get(i) ?? -1));
  return isSameOwner ? "same" : "swapped";
}

function owners({ tokens, subject }: Statement): number[] {
  const hasOwning = tokens.some(({ key }) => OWNING.has(key));
  return tokens.flatMap(({ possessive, marker }, index) =>
    possessive || marker === "of" || (hasOwning && subject.includes(index)) ? [index] : [],
  );
}
