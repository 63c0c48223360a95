// Words of number and calendar, and what each is worth.

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(" ")
    .map((word, value): [string, number] => [word, value]),
  ...`twenty thirty forty fifty sixty seventy eighty ninety`
    .split(" ")
    .map((word, index): [string, number] => [word, (index + 2) * 10]),
]);

export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth`
    .split(" ")
    .map((word, index): [string, number] => [word, index + 1]),
);

export const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["k", 1000],
  ["million", 1_000_000],
  ["m", 1_000_000],
  ["billion", 1_000_000_000],
  ["bn", 1_000_000_000],
]);

export const MONTHS: ReadonlyMap<string, number> = calendar(
  `january jan;february feb;march mar;april apr;may;june jun;july jul;august aug;september sep sept;october oct;november nov;december dec`,
);

export const WEEKDAYS: ReadonlyMap<string, number> = calendar(
  `monday mon mondays;tuesday tue tues tuesdays;wednesday wed wednesdays;thursday thu thurs thursdays;friday fri fridays;saturday sat saturdays;sunday sun sundays`,
);

/** Times that move with the clock: two of them that differ are two times. */
export const RELATIVE_TIMES: ReadonlySet<string> = new Set(
  `today tomorrow yesterday tonight morning afternoon evening night noon midnight spring summer autumn winter weekend`.split(
    " ",
  ),
);

/** Words that are also ordinary English, so they name a date only with a capital letter. */
export const NEEDS_CAPITAL: ReadonlySet<string> = new Set(
  "may march mar sun sat wed mon jan jun".split(" "),
);

function calendar(groups: string): Map<string, number> {
  return new Map(
    groups
      .split(";")
      .flatMap((names, index) =>
        names.split(" ").map((name): [string, number] => [name, index + 1]),
      ),
  );
}
