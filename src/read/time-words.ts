// Whether a question could name a time at all. Most do not, and to look for dates in them costs more than anything else
// that is done with a question. Says yes too often rather than once too little: it only spares the search for dates.

const NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const AMOUNTS = `${NUMBERS}|half|few|several|couple|of|the|an?`;
const TURNS = "this|last|past|next|after";
const ORDINALS = [
  "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth",
  "(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth",
].join("|");
/** What may stand before a time without a space: "lastnight", "nextweek". */
const ATTACHED = `${AMOUNTS}|${TURNS}|${ORDINALS}|in|on|at|for|from|within|about|around|roughly|approximately|just|and|end|to`;
const TIMES = [
  "now|today|tonight|tomorrow|overmorrow|tmrw?|yesterday",
  "morning|afternoon|evening|night|midnight|midday|noon",
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?",
  "(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?|week(?:end|day)",
  "(?:second|minute|hour|day|week|month|quarter|year)s?",
].join("|");
/** Letters that mean a length of time only after an amount. */
const SHORT = "[smhdwy]|sec|mins?|hrs?|mos?|mon|qtr|yr";

const TIME = new RegExp(
  `\\d|(?<!\\w)(?:${ATTACHED})*(?:${TIMES})(?:${ATTACHED})*(?!\\w)|(?<!\\w)(?:${ATTACHED})+\\s*(?:${SHORT})(?!\\w)`,
  "i",
);

export function mayNameTime(question: string): boolean {
  return TIME.test(question);
}
