// How English names a stretch of time.

import type { Language } from "../language.ts";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const WEEKDAYS = "[Mm]onday|[Tt]uesday|[Ww]ednesday|[Tt]hursday|[Ff]riday|[Ss]aturday|[Ss]unday";
const MONTH = `${MONTHS.join("|")}|january|february|april|june|july|august|september|october|november|december`;
const COUNT = "an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2}";
const PART = "morning|afternoon|evening|night";

const PHRASES = [
  `(?:[Ll]ast|[Nn]ext|[Tt]his(?: past| coming)?) (?:week(?:end)?|month|year|(?:${WEEKDAYS})(?: (?:${PART}))?|${MONTH})`,
  "(?:[Ll]ast night|[Tt]his (?:morning|afternoon|evening)|[Tt]onight|[Tt]oday)",
  `(?:[Yy]esterday|[Tt]omorrow)(?: (?:${PART}))?`,
  "[Tt]he weekend",
  `(?:${COUNT}) (?:day|week|month|year)s? ago`,
  `in (?:${COUNT}) (?:day|week|month|year)s?(?=[ ,.;]|$)(?! time)`,
  `(?:${WEEKDAYS})(?: (?:${PART}))?`,
  `(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
  `\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH})(?:,? \\d{4})?`,
  `(?:${MONTH})(?:,? \\d{4})?`,
];

export const DATES: Language["dates"] = {
  phrase: new RegExp(`(?<![\\p{L}\\d'-])(?:${PHRASES.join("|")})(?![\\p{L}\\d-])`, "gu"),
  shapes: [
    { when: new RegExp(`^(?:${WEEKDAYS})`), unit: "day", recurs: "weekly", isBare: true },
    { when: /weekend/, unit: "weekend", recurs: undefined, isBare: false },
    { when: /week/, unit: "week", recurs: undefined, isBare: false },
    { when: /months?\b/, unit: "month", recurs: undefined, isBare: false },
    { when: /years?\b/, unit: "year", recurs: undefined, isBare: false },
    {
      when: /day|night|morning|afternoon|evening|tomorrow/i,
      unit: "day",
      recurs: undefined,
      isBare: false,
    },
    { when: /^[A-Za-z]+,? \d{4}$/, unit: "month", recurs: undefined, isBare: false },
    { when: /\d{4}/, unit: "day", recurs: undefined, isBare: false },
    { when: /\d/, unit: "day", recurs: "yearly", isBare: true },
    { when: /^[A-Za-z]+$/, unit: "month", recurs: "yearly", isBare: true },
    { when: /^(?:last|next|this) /i, unit: "month", recurs: "yearly", isBare: false },
  ],
  prepositions: new Set(
    "on in by until till since before after from for of during around through over at".split(" "),
  ),
  notBefore: new Set("every each the these my our your his her their a most many some".split(" ")),
  yearly: /\b(?:birthday|anniversary|annual|yearly|always|usually)\b/i,
  until: new Map([
    ["until", "last"],
    ["till", "last"],
    ["through", "last"],
    ["by", "last"],
    ["before", "first"],
  ]),
  ahead: /^(?:next|tomorrow|tonight|in )/i,
  behind: /^(?:last|yesterday)| ago$/i,
  standsAlone: /^ (?:is|was|were|will|has|had|works|would|could|sounds|looks)\b/,
  months: MONTHS,
  formats: {
    day: { preposition: "on", shown: "{day} {month} {year}" },
    week: { preposition: "in", shown: "the week of {day} {month} {year}" },
    weekend: { preposition: "on", shown: "the weekend of {day} {month} {year}" },
    month: { preposition: "in", shown: "{month} {year}" },
    year: { preposition: "in", shown: "{year}" },
  },
};
