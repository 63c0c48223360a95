// What a conversation becomes when no model tells it: the most telling of what was said, quoted.

import { expect, test } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import { quotedIn, talk } from "./narrator-fixtures.ts";

async function told(messages: readonly Message[]): Promise<{ title: string; summary: string }> {
  const outcome = await builtinNarrator().episode(messages);
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome;
}

async function summaryOf(...texts: readonly string[]): Promise<string> {
  return (await told(talk(...texts.map((text) => ["Ana", text] as const)))).summary;
}

test("a talk becomes a title of its words and a summary of who said what", async () => {
  const { title, summary } = await told(
    talk(
      ["Ana", "Hey Ben! I finally moved to Lisbon last week!"],
      ["Ben", "Wow, congrats! How is it?"],
      ["Ana", "My sister Rita is a nurse there, so I had help."],
      ["Ben", "I'm going to visit in May."],
    ),
  );
  expect(title).toBe("Sister Rita, Lisbon, nurse");
  expect(summary).toBe(
    'Ana: "I finally moved to Lisbon last week!" "My sister Rita is a nurse there, so I had help." Ben: "I\'m going to visit in May."',
  );
});

test("a conversation in two languages quotes each in its own", async () => {
  const { summary } = await told(
    talk(
      ["Ana", "Ich habe gestern einen Kuchen für meine Schwester gebacken."],
      ["Ben", "I painted the garden fence with my brother."],
    ),
  );
  expect(quotedIn(summary)).toHaveLength(2);
});

test.each([
  "We can grab some snacks and have a blast at the lake",
  "I don't eat meat",
  "I want to learn the cello",
  "We decided to ship v1 by September",
  "Last year I planted forty olive trees",
])("%j is quoted as it was said, plans as plans", async (said) => {
  expect(await summaryOf(said)).toBe(`Ana: "${said}"`);
});

test.each([
  ["greetings", ["hi", "hey, good morning!", "lol 😂", "nice"]],
  ["an emote", ["*waves at the whole garden party*"]],
  ["a link", ["https://example.com/the-garden-party"]],
  ["code", ["```\nconst garden = party();\n```"]],
  ["what another person said", ["> I planted forty trees", 'He said "I quit my job at Acme."']],
  [
    "what another person said in several sentences",
    ['"I quit my job. I moved to Oslo. I sold the boat."'],
  ],
  ["a sentence that leads to the words of another", ['I told my boss in the office "I quit"']],
  ["a sentence about nothing", ["it was great", "that would be so fun!", "I think so too"]],
  ["a sentence that was cut off", ["I went to the garden and the"]],
])("%s is never quoted", async (_what, texts) => {
  expect(await summaryOf(...texts)).toBe("Ana talked.");
});

test("those who told nothing are named, and title the talk", async () => {
  expect(await told(talk(["Ana", "hi"], ["Ben", "hey, good morning!"]))).toEqual({
    type: "ok",
    title: "Ana and Ben",
    summary: "Ana and Ben talked.",
  });
});

test("a crowd that told nothing is named as far as there is room", async () => {
  const names = ["Ana", "Ben", "Cy", "Dov", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"];
  const { summary } = await told(talk(...names.map((name) => [name, "ok!"] as const)));
  expect(summary).toBe("Ana, Ben, Cy and 7 others talked.");
});

test("a question is quoted only when nobody stated anything", async () => {
  const asked = "Can you recommend a hotel in Porto?";
  expect(await summaryOf(asked)).toBe(`Ana: "${asked}"`);
  expect(await summaryOf(asked, "I booked the hotel Astoria.")).toBe(
    'Ana: "I booked the hotel Astoria."',
  );
});

test("everyone's best clause comes before anyone's second", async () => {
  const { summary } = await told(
    talk(
      ["Ana", "I repaired the old printer. I ordered new toner. I cleaned the scanner glass."],
      ["Ben", "I sold my motorbike to a neighbour."],
      ["Cy", "I bought a ticket to the opera."],
    ),
  );
  expect(summary).toContain('Ben: "I sold my motorbike to a neighbour."');
  expect(summary).toContain('Cy: "I bought a ticket to the opera."');
  expect(quotedIn(summary)).toHaveLength(3);
});

test("what one person said in one breath is one quotation", async () => {
  expect(await summaryOf("I repaired the printer at the library. My brother paints boats.")).toBe(
    'Ana: "I repaired the printer at the library. My brother paints boats."',
  );
});

test("a sentence too long to quote ends where one of its parts does, with a mark of it", async () => {
  const start = "I planted forty olive trees behind the old barn with my brother";
  const summary = await summaryOf(
    `${start}, ${"and then we walked along the river for hours ".repeat(9)}`,
  );
  expect(summary).toBe(`Ana: "${start}…"`);
});

test("abbreviations end no sentence", async () => {
  const said = "I saw Dr. Novak about my knee.";
  expect(await summaryOf(said)).toBe(`Ana: "${said}"`);
});

test("a nod behind a statement is left away", async () => {
  expect(await summaryOf("I rewrote half of the login service +1")).toBe(
    'Ana: "I rewrote half of the login service"',
  );
  expect(await summaryOf("I pushed a fix for the importer - hm, not sure")).toBe(
    'Ana: "I pushed a fix for the importer"',
  );
});

test("what a bot said is not told", async () => {
  const [human, bot] = talk(["Ana", "I adopted a parrot"], ["Bot", "I found a cheap cage"]);
  if (human === undefined || bot === undefined) throw new Error("two messages expected");
  const assistant = { ...bot, author: { ...bot.author, isBot: true }, role: "assistant" as const };
  expect((await told([human, assistant])).summary).toBe('Ana: "I adopted a parrot"');
});

test("a talk in which no person spoke is rejected, not told as empty", async () => {
  expect(await builtinNarrator().episode([])).toEqual({
    type: "rejected",
    reason: "no person said anything",
  });
});

test("links, code and mentions never reach a summary", async () => {
  const summary = await summaryOf(
    "I fixed the login page <@42> `rm -rf x` https://evil.example/x?y=1",
  );
  expect(summary).toBe('Ana: "I fixed the login page"');
});

test("a name cannot end its quotation and begin another", async () => {
  const { summary } = await told(talk(['Eve: "I confess" Ana', "I planted forty olive trees"]));
  expect(summary).toBe('Eve I confess Ana: "I planted forty olive trees"');
});

test.each([
  ["thanks, the sourdough loaf was great", "Sourdough loaf"],
  ["I moved to New York with my cello", "New York, cello"],
  ["I repaired the old printer.", "Printer"],
])("%j gives a title of things, never of thanks or times", async (said, title) => {
  expect((await told(talk(["Ana", said]))).title).toBe(title);
});
