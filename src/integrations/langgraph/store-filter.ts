// Whether a store item meets a filter of LangGraph's search: fields equal to a value, or compared by operators.

import { isDeepStrictEqual } from "node:util";

type Compare = (found: unknown, wanted: unknown) => boolean;

const OPERATORS: Readonly<Record<string, Compare>> = {
  $eq: isDeepStrictEqual,
  $ne: (found, wanted) => !isDeepStrictEqual(found, wanted),
  $gt: (found, wanted) => order(found, wanted) > 0,
  $gte: (found, wanted) => order(found, wanted) >= 0,
  $lt: (found, wanted) => order(found, wanted) < 0,
  $lte: (found, wanted) => order(found, wanted) <= 0,
  $in: (found, wanted) => Array.isArray(wanted) && wanted.some(equals(found)),
  $nin: (found, wanted) => !Array.isArray(wanted) || !wanted.some(equals(found)),
};

export function meets(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const found = Object.hasOwn(value, field) ? value[field] : undefined;
    return (
      operatorsOf(wanted)?.every(([is, bound]) => is(found, bound)) ??
      isDeepStrictEqual(found, wanted)
    );
  });
}

/** Undefined for a plain value. An operator that does not exist is refused: passed over, it would let everything in. */
function operatorsOf(wanted: unknown): readonly (readonly [Compare, unknown])[] | undefined {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return undefined;
  const entries = Object.entries(wanted);
  if (!entries.every(([name]) => name.startsWith("$"))) return undefined;
  return entries.map(([name, bound]) => {
    const compare = OPERATORS[name];
    if (compare === undefined) throw new Error(`There is no filter operator ${name}.`);
    return [compare, bound];
  });
}

function equals(found: unknown): (wanted: unknown) => boolean {
  return (wanted) => isDeepStrictEqual(found, wanted);
}

/** Numbers by size, texts letter by letter; `NaN`, so that no comparison holds, for what has no order. */
function order(found: unknown, wanted: unknown): number {
  if (typeof found === "string" && typeof wanted === "string" && !areNumbers(found, wanted))
    return found < wanted ? -1 : Number(found > wanted);
  if (found === null || found === undefined || found === "") return Number.NaN;
  return Number(found) - Number(wanted);
}

function areNumbers(...texts: readonly string[]): boolean {
  return texts.every((text) => text.trim() !== "" && !Number.isNaN(Number(text)));
}
