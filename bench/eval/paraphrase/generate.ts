// Makes paraphrase pairs and look-alike pairs from the templates. Seeded: one seed, one list.

import { BLANKS, type Template } from "./template.ts";

export type Pair = Readonly<{
  older: string;
  newer: string;
  /** `same`: one fact in two wordings. Else what was changed. */
  change: "same" | "denied" | "name" | "number" | "date" | "value" | "unit";
  topic: string;
}>;

type Random = () => number;
type Filling = ReadonlyMap<string, string>;

const NUMBERS: ReadonlySet<string> = new Set(["age", "count", "amount"]);
const DATES: ReadonlySet<string> = new Set(["month", "weekday", "day", "year", "hour"]);
const NAMES: ReadonlySet<string> = new Set(["name", "other", "pet", "city", "firm"]);

export function paraphrasePairs(
  templates: readonly Template[],
  count: number,
  seed: number,
): Pair[] {
  const random = seeded(seed);
  return distinct(count, () => {
    const template = pick(templates, random);
    const filling = fill(template, random);
    const older = pick(template.says, random);
    const newer = pick(
      template.says.filter((wording) => wording !== older),
      random,
    );
    return pair({ template, change: "same" }, write(older, filling), write(newer, filling));
  });
}

/** Of measures and times of day, each with another that is not the same. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ["euros", "dollars"],
  ["kilometers", "miles"],
  ["hours", "minutes"],
  ["mg", "grams"],
  ["am", "pm"],
  ["pm", "am"],
]);
const UNIT = new RegExp(`\\b(?:${[...UNITS.keys()].join("|")})\\b`, "g");

/** One in four is denied; of those with a unit one in four has another; else a blank is filled with something else. */
export function lookAlikePairs(
  templates: readonly Template[],
  count: number,
  seed: number,
): Pair[] {
  const random = seeded(seed);
  return distinct(count, () => {
    const template = pick(templates, random);
    const filling = fill(template, random);
    const older = write(pick(template.says, random), filling);
    if (random() < 0.25 || filling.size === 0)
      return pair(
        { template, change: "denied" },
        older,
        write(pick(template.denies, random), filling),
      );
    const other = write(pick(template.says, random), filling);
    if (random() < 0.25 && other.search(UNIT) >= 0 && older.search(UNIT) >= 0)
      return pair({ template, change: "unit" }, older, inOtherUnits(other));
    const blank = pick([...filling.keys()], random);
    const others = (BLANKS[blank] ?? []).filter((value) => value !== filling.get(blank));
    const changed = new Map([...filling, [blank, pick(others, random)] as const]);
    return pair(
      { template, change: changeOf(blank) },
      older,
      write(pick(template.says, random), changed),
    );
  });
}

function inOtherUnits(text: string): string {
  return text.replace(UNIT, (unit) => UNITS.get(unit) ?? unit);
}

function changeOf(blank: string): Pair["change"] {
  if (NUMBERS.has(blank)) return "number";
  if (DATES.has(blank)) return "date";
  return NAMES.has(blank) ? "name" : "value";
}

function pair(
  { template, change }: Readonly<{ template: Template; change: Pair["change"] }>,
  older: string,
  newer: string,
): Pair {
  return { older, newer, change, topic: template.topic };
}

function fill(template: Template, random: Random): Filling {
  const blanks = new Set(
    [...(template.says[0] ?? "").matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? ""),
  );
  return new Map([...blanks].map((blank) => [blank, pick(BLANKS[blank] ?? [], random)]));
}

function write(wording: string, filling: Filling): string {
  const text = wording.replace(/\{(\w+)\}/g, (_, blank: string) => filling.get(blank) ?? blank);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function distinct(count: number, make: () => Pair): Pair[] {
  const made = new Map<string, Pair>();
  for (let tries = 0; made.size < count && tries < count * 50; tries += 1) {
    const next = make();
    made.set(`${next.older}\n${next.newer}`, next);
  }
  return [...made.values()];
}

function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
}

/** A small linear congruential generator; good enough to choose wordings. */
function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
