// Time words seen from the day they were said become time words seen from later: `yesterday` is `the day before`.

const SPAN =
  "(second|minute|hour|day|night|weekend|week|month|year|summer|winter|spring|autumn|fall|season)";
const WEEKDAY = "(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)";

const SHIFTS: readonly (readonly [RegExp, string])[] = [
  [/\bthe day before yesterday\b/gi, "two days before"],
  [/\bthe day after tomorrow\b/gi, "two days later"],
  [/\byesterday (morning|afternoon|evening|night)\b/gi, "the $1 before"],
  [/\btomorrow (morning|afternoon|evening|night)\b/gi, "the $1 after"],
  [/\byesterday\b/gi, "the day before"],
  [/\btoday\b/gi, "that day"],
  [/\btonight\b/gi, "that night"],
  [/\btomorrow\b/gi, "the day after"],
  [new RegExp(`\\b(?:the )?(?:this past|past|last) ${SPAN}\\b`, "gi"), "the $1 before"],
  [new RegExp(`\\b(?:the )?next ${SPAN}\\b`, "gi"), "the following $1"],
  [new RegExp(`\\b(?:on )?last (${WEEKDAY})\\b`, "gi"), "the $1 before"],
  [new RegExp(`\\b(?:on )?next (${WEEKDAY})\\b`, "gi"), "the following $1"],
  [new RegExp(`\\bthis ${SPAN}\\b`, "gi"), "that $1"],
  [/\bthis (morning|afternoon|evening)\b/gi, "that $1"],
  [/\bago\b/gi, "earlier"],
  [/\bright now\b/gi, "at the time"],
  [/\b(?:these days|nowadays)\b/gi, "at the time"],
];

/** A time phrase in front of the subject, its first letter small; what it says is kept, its place may change. */
export const FRONTED_TIME = new RegExp(
  `^(yesterday(?: (?:morning|afternoon|evening))?|today|tonight|tomorrow|recently|lately|this morning|` +
    `(?:last|this|next) (?:${SPAN}|${WEEKDAY}|\\p{Lu}\\p{L}+)|(?:a|an|one|two|three|a few|\\d+) ${SPAN}s? ago|` +
    `(?:on|in|since) (?:${WEEKDAY}|\\p{Lu}\\p{L}+(?: \\d+)?|\\d{4})),?\\s+(?!(?:is|are|was|were|will|has|had|would|can|and|or)\\b)`,
  "u",
);

const TIME_WORDS = new RegExp(
  ` (?:just |only )?(?:the (?:${SPAN}|${WEEKDAY}) before|the following ${SPAN}|that ${SPAN}|the day after|the day before|recently|lately|` +
    `(?:a|an|one|two|three|a few|a couple of|\\d+) ${SPAN}s? earlier|` +
    `(?:after|for|in) (?:a|an|one|two|three|four|five|six|a few|a couple of|several|many|\\d+) ${SPAN}s?)$`,
  "i",
);

const TIME_SPAN = new RegExp(`^(?:${SPAN}|morning|afternoon|evening|time)$`);

export function isTimeSpan(word: string): boolean {
  return TIME_SPAN.test(word);
}

export function seenFromLater(text: string): string {
  const shifted = SHIFTS.reduce((so, [pattern, later]) => so.replace(pattern, later), text);
  return shifted.replace(
    /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun)(?= before))\b/g,
    (day) => day.charAt(0).toUpperCase() + day.slice(1),
  );
}

/** For titles, which say what and not when. */
export function withoutTime(text: string): string {
  return text.replace(TIME_WORDS, "");
}
