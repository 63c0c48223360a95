// A model's inventions are dropped with a reason; what is stored rests on the very words it quotes (R-INJ-4).

import { expect, test } from "vitest";
import type { Candidate } from "../../src/model/candidate.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import type { ExtractInput } from "../../src/ports/extractor.ts";
import {
  candidate,
  messageOf,
  openDesk,
  proposal,
  scripted,
  TENANT,
} from "../support/write-fixtures.ts";

type Invention = Readonly<{
  name: string;
  reason: RegExp;
  text: (i: number) => string;
  invent: (input: ExtractInput, i: number) => Candidate;
  fields?: Partial<NewMessage>;
}>;

const CITIES = ["Lisbon", "Porto", "Oslo", "Turin", "Accra", "Quito", "Leeds", "Kyoto"] as const;
const PETS = ["cats", "dogs", "hens", "goats", "rabbits"] as const;
const WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"] as const;
const city = (i: number) => CITIES[i % CITIES.length] ?? "";
const pet = (i: number) => PETS[i % PETS.length] ?? "";
const word = (i: number) => WORDS[i % WORDS.length] ?? "";

const INVENTIONS: readonly Invention[] = [
  {
    name: "a quote that nobody said",
    reason: /quote is not in the message/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => {
      const made = candidate(input, `Ana lives in ${city(i)}.`);
      const quote = `I have always lived in ${city(i)}`;
      return { ...made, evidence: [{ ...span(input), quote }] };
    },
  },
  {
    name: "a statement in place of a quote",
    reason: /nothing is quoted/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => ({
      ...candidate(input, `Ana lives in ${city(i)}.`),
      evidence: [{ type: "statement", text: `I live in ${city(i)}` }],
    }),
  },
  {
    name: "an empty quote",
    reason: /quote is not in the message/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => candidate(input, `Ana lives in ${city(i)}.`, ""),
  },
  {
    name: "a quote at another place",
    reason: /quote is not in the message/,
    text: (i) => `I live in ${city(i)} now`,
    invent: (input, i) => {
      const piece = { ...span(input), start: 1, end: input.message.text.length + 1 };
      return { ...candidate(input, `Ana lives in ${city(i)}.`), evidence: [piece] };
    },
  },
  {
    name: "a number changed from fifteen to fifty",
    reason: /"50" was not said/,
    text: (i) => `I keep 15 ${pet(i)} on my farm`,
    invent: (input, i) => candidate(input, `Ana keeps 50 ${pet(i)} on the farm.`),
  },
  {
    name: "a number taken from the day it was said on",
    reason: /"1" was not said/,
    text: (i) => `I keep 50 ${pet(i)} on my farm`,
    invent: (input, i) => candidate(input, `Ana keeps 1 of the ${pet(i)} on the farm.`),
  },
  {
    name: "a number word changed",
    reason: /was not said/,
    text: (i) => `I have ${word(i)} ${pet(i)} at home`,
    invent: (input, i) => candidate(input, `Ana has ${word(i + 1)} ${pet(i)} at home.`),
  },
  {
    name: "a city changed",
    reason: /was not said/,
    text: (i) => `I moved to ${city(i)} with my sister`,
    invent: (input, i) => candidate(input, `Ana moved to ${city(i + 1)} with a sister.`),
  },
  {
    name: "another person put in the speaker's place",
    reason: /"zelda" was not said/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => candidate(input, `Zelda lives in ${city(i)}.`),
  },
  {
    name: "someone who was in the talk put in the speaker's place",
    reason: /"ben" was not said/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => candidate(input, `Ben lives in ${city(i)}.`),
  },
  {
    name: "a date that nothing in the message speaks of",
    reason: /was not said/,
    text: (i) => `I visit my aunt in ${city(i)}`,
    invent: (input, i) => ({
      ...candidate(input, `Ana visits an aunt in ${city(i)} on 9 July 2031.`),
      validFrom: "2031-07-09T00:00:00.000Z",
    }),
  },
  {
    name: "words of another story",
    reason: /words are not in the message/,
    text: (i) => `I saw a ${pet(i)} show yesterday`,
    invent: (input) => candidate(input, "Ana owns a yacht and sails around distant islands."),
  },
  {
    name: "a short line about another thing",
    reason: /words are not in the message/,
    text: () => "I painted a fence",
    invent: (input) => candidate(input, "Ana painted a boat."),
  },
  {
    name: "words that its quote has nothing to do with",
    reason: /words are not in the message/,
    text: (i) => `lol true. I live in ${city(i)}`,
    invent: (input, i) => candidate(input, `Ana lives in ${city(i)}.`, "lol true"),
  },
  {
    name: "a quotation put in another mouth",
    reason: /someone else said it/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => candidate(input, `Ben: "I live in ${city(i)}"`),
  },
  {
    name: "a quotation of words nobody said",
    reason: /quote is not in the message/,
    text: (i) => `I never lived in ${city(i)}`,
    invent: (input, i) => candidate(input, `Ana: "I lived in ${city(i)}"`),
  },
  {
    name: "a quotation with a date that is not its own",
    reason: /was not said/,
    text: (i) => `I moved to ${city(i)} last week`,
    invent: (input, i) => candidate(input, `Ana: "I moved to ${city(i)} last week" [9 July 2031]`),
  },
  {
    name: "a fact about somebody else",
    reason: /someone else said it/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => ({ ...candidate(input, `Ana lives in ${city(i)}.`), subject: "u2" }),
  },
  {
    name: "a message that does not exist",
    reason: /unknown_source/,
    text: (i) => `I live in ${city(i)}`,
    invent: (input, i) => ({
      ...candidate(input, `Ana lives in ${city(i)}.`),
      evidence: [{ ...span(input), messageId: "nowhere" }],
    }),
  },
  {
    name: "a message of another tenant",
    reason: /unknown_source/,
    text: () => "I have no news",
    invent: (input) => {
      const quote = "I drink green tea";
      const piece = { messageId: "foreign", start: 0, end: quote.length, quote };
      const made = candidate(input, "Ana drinks green tea.");
      return { ...made, evidence: [{ type: "span", ...piece }] };
    },
  },
  {
    name: "an assistant's turn",
    reason: /unknown_source/,
    text: () => "ok, good to know",
    invent: (input) => {
      const quote = "You drink green tea";
      const piece = { messageId: "assistant", start: 0, end: quote.length, quote };
      return {
        ...candidate(input, "Ana drinks green tea."),
        evidence: [{ type: "span", ...piece }],
      };
    },
  },
];

function span({ message }: ExtractInput) {
  const { id: messageId, text: quote } = message;
  return { type: "span", messageId, start: 0, end: quote.length, quote } as const;
}

test("of 200 invented facts none is stored, and each is dropped for its own reason", async () => {
  let current: readonly [Invention, number] | undefined;
  const desk = await openDesk({
    extractor: scripted((input) => (current ? [current[0].invent(input, current[1])] : [])),
  });
  await desk.hear("I drink green tea", { tenant: "other", id: "foreign" });
  await desk.hear("You drink green tea", { id: "assistant", role: "assistant" });
  for (let i = 0; i < 200; i++) {
    current = undefined;
    await desk.hear("Hello all", { author: { id: "u2", name: "Ben", isBot: false } });
    const invention = INVENTIONS[i % INVENTIONS.length];
    if (invention === undefined) throw new Error("no inventions");
    current = [invention, Math.floor(i / INVENTIONS.length)];
    const receipt = await desk.hear(invention.text(current[1]), invention.fields);
    expect(receipt.stored, invention.name).toEqual([]);
    expect(receipt.merged, invention.name).toEqual([]);
    expect(
      receipt.dropped.map((one) => one.stage),
      invention.name,
    ).toEqual(["ground"]);
    expect(receipt.dropped[0]?.reason, invention.name).toMatch(invention.reason);
  }
  expect(await desk.all()).toEqual([]);
});

test("what really was said is stored, and each piece of evidence is the exact span of its message", async () => {
  const told: readonly (readonly [string, string])[] = [
    ["I keep 15 goats on my farm", "Ana keeps 15 goats on the farm."],
    ["I have three kids", "Ana has 3 kids."],
    ["I moved to Lisbon last week", "Ana moved to Lisbon in the week of 20 April 2026."],
    ["I just adore hiking", "Ana loves hiking."],
    ["I'm vegan", "Ana is vegan."],
    ["My flight to Oslo is tomorrow at 7pm", "Ana's flight to Oslo is on 2 May 2026 at 7 pm."],
    ["I paid 1,200 euros for the bike", "Ana paid 1200 euros for the bike."],
  ];
  const said = new Map(told);
  const validFrom = "2026-04-20T00:00:00.000Z";
  const desk = await openDesk({
    extractor: scripted((input) => [
      { ...candidate(input, said.get(input.message.text) ?? ""), validFrom },
    ]),
  });
  for (const [text] of told) {
    const receipt = await desk.hear(text);
    expect(receipt.dropped, text).toEqual([]);
    expect(receipt.stored, text).toHaveLength(1);
  }
  for (const memory of await desk.all())
    for (const piece of memory.evidence) {
      if (piece.type !== "span") throw new Error("a mined fact rests on spans only");
      const [message] = await desk.store.messages.get(hostViewer(TENANT), [piece.messageId]);
      expect(message?.text.slice(piece.start, piece.end)).toBe(piece.quote);
    }
});

test.each([
  ["an assistant", { role: "assistant" }, /not a person/],
  ["a tool", { role: "tool" }, /not a person/],
  ["a bot", { author: { id: "u1", name: "Ana", isBot: true } }, /not a person/],
  ["someone else", { author: { id: "u2", name: "Ben", isBot: false } }, /someone else/],
  ["another tenant", { tenant: "other" }, /unknown_source/],
] as const)(
  "a caller who quotes %s for a person's fact is refused",
  async (_who, fields, reason) => {
    const desk = await openDesk();
    const message = { ...messageOf({ text: "I drink green tea", ...fields }), position: 1 };
    const quote = message.text;
    const evidence = [
      { type: "span", messageId: "m1", start: 0, end: quote.length, quote },
    ] as const;
    const [outcome] = await desk.remember([proposal({ evidence })], {
      sources: { messages: new Map([["m1", message]]), names: [] },
    });
    expect(outcome).toMatchObject({ type: "dropped", stage: "ground" });
    expect(outcome?.type === "dropped" && outcome.reason).toMatch(reason);
  },
);

test("the speaker's own bot cannot be quoted as the speaker", async () => {
  const desk = await openDesk({
    extractor: scripted((input) => [candidate(input, "Ana is vegan.")]),
  });
  const receipt = await desk.hear("I'm vegan", { author: { id: "u1", name: "Ana", isBot: true } });
  expect(receipt).toMatchObject({ status: "nothing", stored: [] });
});
