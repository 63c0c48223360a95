// Payment card numbers in any spacing. The check digit and the issuer's range tell them from other numbers.

import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import type { TextFeatures } from "../text-features.ts";

const DIGIT_RUN = /(?<!\d)\d(?:[ \t\r\n.\-_/]{0,3}\d){11,2000}/g;

/** What a number of an issuer begins with, and how long it is. */
const ISSUERS: readonly Readonly<{ prefix: RegExp; lengths: readonly number[] }>[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|2[2-7])/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 16] },
  { prefix: /^(?:35|6(?:011|4[4-9]|5|0|2)|81|9792)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:2131|1800)/, lengths: [15] },
  { prefix: /^3(?:088|096|112|158|337)/, lengths: [16] },
  { prefix: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:50|5[6-9]|6[0-9])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
  // The shortest that is issued: by fewer, since twelve digits are also many other numbers.
  { prefix: /^(?:5018|5020|5038|5893|6304|6390|6759|676[1-7])/, lengths: [12] },
];
/** Where a text says that it is a card, any of the shortest length is one. */
const NAMED_SHORTEST = /^(?:5[06-9]|6\d)\d{10}$/;
const CARD_NAMED =
  /(?:(?<!\p{L})(?:card|karte?|kart[ąęy]|cart[ae]|cartão|tarjeta|kaart|карт\p{L}{0,2}|بطاقة)(?!\p{L})|कार्ड|卡|カード|카드)\P{N}{0,40}$/iu;
const CONTEXT_CHARS = 60;
const LENGTHS = [19, 18, 17, 16, 15, 14, 13, 12] as const;
const SHORTEST_CARD = 12;

export const cardDetector: Detector = { name: "card", find: findCards };

function findCards(text: string, { signs }: TextFeatures): readonly Finding[] {
  if (signs.digits < SHORTEST_CARD) return [];
  const found: Finding[] = [];
  for (const match of matchesOf(text, DIGIT_RUN)) {
    const cards = cardsInRun(match[0], match.index);
    found.push(...(cards.length > 0 ? cards : shortestNamed(text, match)));
  }
  return found;
}

function cardsInRun(run: string, offset: number): Finding[] {
  const positions = [...run.matchAll(/\d/g)].map((digit) => digit.index);
  const digits = run.replace(/\D/g, "");
  const found: Finding[] = [];
  let at = 0;
  while (at + SHORTEST_CARD <= digits.length) {
    const length = opensGroup(positions, at) ? cardLengthAt(digits, positions, at) : 0;
    if (length > 0) {
      const start = offset + (positions[at] ?? 0);
      const end = offset + (positions[at + length - 1] ?? 0) + 1;
      found.push({ class: "card", start, end, rule: "card_number" });
    }
    at += Math.max(1, length);
  }
  return found;
}

function shortestNamed(text: string, { 0: run, index }: RegExpExecArray): readonly Finding[] {
  const digits = run.replace(/\D/g, "");
  if (!NAMED_SHORTEST.test(digits) || !passesLuhn(digits)) return [];
  const before = text.slice(Math.max(0, index - CONTEXT_CHARS), index);
  if (!CARD_NAMED.test(before)) return [];
  return [{ class: "card", start: index, end: index + run.length, rule: "card_number" }];
}

/** A card starts and ends where a group of digits does, so a slice of a longer number is none. */
function opensGroup(positions: readonly number[], at: number): boolean {
  return at === 0 || (positions[at] ?? 0) - (positions[at - 1] ?? 0) > 1;
}

function cardLengthAt(digits: string, positions: readonly number[], at: number): number {
  const fits = (length: number) =>
    at + length === digits.length ||
    (at + length < digits.length && opensGroup(positions, at + length));
  return LENGTHS.find((length) => fits(length) && isCard(digits.slice(at, at + length))) ?? 0;
}

function isCard(number: string): boolean {
  const isIssued = ISSUERS.some(
    (issuer) => issuer.lengths.includes(number.length) && issuer.prefix.test(number),
  );
  return isIssued && passesLuhn(number);
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = number.charCodeAt(number.length - 1 - i) - 48;
    const doubled = i % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
