// Which numbers are cards: by issuer, length and check digit, and only where a group of digits begins and ends.

import { expect, test } from "vitest";
import { cardDetector } from "../../src/guard/personal/card.ts";
import { textFeatures } from "../../src/guard/text-features.ts";

const found = (text: string) =>
  cardDetector.find(text, textFeatures(text)).map(({ start, end }) => text.slice(start, end));

/** A number of this length that begins so, with its right check digit. */
function numbered(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, "1234567890");
  const sum = Array.from(body).reduceRight((total, digit, at) => {
    const doubled = (body.length - at) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const ISSUED: readonly (readonly [string, readonly number[]])[] = [
  ["4", [13, 16, 19]],
  ...["51", "55", "22", "27"].map((prefix) => [prefix, [16]] as const),
  ...["34", "37"].map((prefix) => [prefix, [15]] as const),
  ...["300", "305", "36", "38", "39"].map((prefix) => [prefix, [14, 16]] as const),
  ...["35", "81", "9792"].map((prefix) => [prefix, [16, 17, 18, 19]] as const),
  ...["50", "56", "59", "6011", "644", "65", "62"].map(
    (prefix) => [prefix, [13, 14, 15, 16, 17, 18, 19]] as const,
  ),
];
const LENGTHS = [12, 13, 14, 15, 16, 17, 18, 19, 20];

test.each(ISSUED)(
  "%s… is a card where its issuer has such a length, with its check digit",
  (prefix, lengths) => {
    for (const length of LENGTHS) {
      const number = numbered(prefix, length);
      const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
      expect([length, found(number)]).toEqual([length, lengths.includes(length) ? [number] : []]);
      expect([length, found(wrong)]).toEqual([length, []]);
    }
  },
);

test.each(["1", "21", "306", "33", "7", "80", "9"])("nobody issues %s…", (prefix) => {
  for (const length of LENGTHS) expect(found(numbered(prefix, length))).toEqual([]);
});

test.each(["my card is", "Card no.:", "la tarjeta", "carte bancaire", "Karte", "卡号"])(
  "twelve digits are a card where %j stands before them",
  (name) => {
    const number = numbered("56", 12);
    const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
    expect(found(`${name} ${number}`)).toEqual([number]);
    expect(found(`${name} ${wrong}`)).toEqual([]);
    expect(found(`${name} ${numbered("57", 12)} 1`)).toEqual([]);
    expect(found(`${name} ${numbered("41", 12)}`)).toEqual([]);
  },
);

test("twelve digits are no card where nothing says so", () => {
  for (const text of ["order", "the wildcard", "cardboard box", "card 7 and order"])
    expect(found(`${text} ${numbered("56", 12)}`)).toEqual([]);
});

const CARD = "4111111111111111";
const SPACED = "4111 1111 1111 1111";

test.each([
  ["in a sentence", `my card ${SPACED}, thanks`, [SPACED]],
  ["two in a row", `${SPACED} ${CARD}`, [SPACED, CARD]],
  ["two with words between", `${CARD} and ${SPACED}`, [CARD, SPACED]],
  ["after another number", `12 ${SPACED}`, [SPACED]],
  ["before another number", `${SPACED} 12`, [SPACED]],
  [
    "with three signs between its groups",
    "4111 - 1111 - 1111 - 1111",
    ["4111 - 1111 - 1111 - 1111"],
  ],
  ["with four", "4111 -- 1111 -- 1111 -- 1111", []],
  ["inside a longer number", `9${CARD}`, []],
  ["with a digit more", `${CARD}1`, []],
  ["ending inside a group", "4111 1111 1111 11112 3", []],
  ["beginning inside a group", "94111 1111 1111 1111", []],
])("%s: %j", (_name, text, cards) => {
  expect(found(text)).toEqual(cards);
});

test("of the numbers that begin at one place the longest is taken", () => {
  const short = numbered("4", 13);
  expect(found(`${short} 000000`)).toEqual([`${short} 000000`]);
  expect(found(`${short} 000001`)).toEqual([short]);
});

test("what is found says that it is a card", () => {
  const text = `a ${CARD}`;
  expect(cardDetector.find(text, textFeatures(text))).toEqual([
    { class: "card", start: 2, end: 18, rule: "card_number" },
  ]);
  expect(cardDetector.name).toBe("card");
});
