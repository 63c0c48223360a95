// What a conversation becomes when no model tells it.

import { expect, test } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { builtinNarrator } from "../../src/providers/builtin/narrator.ts";
import { talk } from "./narrator-fixtures.ts";

async function told(messages: readonly Message[]): Promise<{ title: string; summary: string }> {
  const outcome = await builtinNarrator().episode(messages);
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome;
}

async function summaryOf(text: string): Promise<string> {
  return (await told(talk(["Ana", text]))).summary;
}

test("a talk becomes a title of its subject and a summary of who said what", async () => {
  const { title, summary } = await told(
    talk(
      ["Ana", "Hey Ben! I finally moved to Lisbon last week!"],
      ["Ben", "Wow, congrats! How is it?"],
      ["Ana", "My sister Rita is a nurse there, so I had help."],
      ["Ben", "I'm going to visit in May."],
    ),
  );
  expect(title).toBe("Moving to Lisbon and sister Rita");
  expect(summary).toBe(
    "Ana finally moved to Lisbon the week before and said that their sister Rita was a nurse there, so they had help. Ben planned to visit in May.",
  );
});

test.each([
  ["I went to the dentist yesterday", "Ana went to the dentist the day before."],
  ["I'm allergic to peanuts", "Ana said they were allergic to peanuts."],
  ["I've been reading a novel about whales", "Ana had been reading a novel about whales."],
  ["I don't eat meat", "Ana said they did not eat meat."],
  ["I can't stand cold coffee", "Ana said they could not stand cold coffee."],
  ["We decided to ship v1 by September", "Ana said they decided to ship v1 by September."],
  ["Last year I planted forty olive trees", "Ana planted forty olive trees the year before."],
  ["Just finished the marathon in Berlin!!", "Ana finished the marathon in Berlin."],
  ["gonna paint the kitchen tomorrow", "Ana planned to paint the kitchen the day after."],
  ["my brother works at the harbour", "Ana said that their brother worked at the harbour."],
  ["The vendor has raised the price", "Ana said that the vendor had raised the price."],
  ["I want to learn the cello", "Ana wanted to learn the cello."],
  ["Remember that the door code changed", "Ana said that the door code changed."],
  ["Can you recommend a hotel in Porto?", "Ana asked for a hotel in Porto."],
  ["Does anyone know the train timetable?", "Ana asked about the train timetable."],
])("%j is told in the third person and the past", async (said, expected) => {
  expect(await summaryOf(said)).toBe(expected);
});

test.each([
  ["I love food and travel a lot by train", "Ana said they loved food."],
  ["I know you told me about your dog", "Ana talked about the dog."],
  ["It was great fun, and I baked bread", "Ana baked bread."],
  ['He said "I quit my job" in the meeting', "Ana talked about the meeting."],
])("%j keeps only what can be told safely", async (said, expected) => {
  expect(await summaryOf(said)).toBe(expected);
});

test("greetings and reactions are never told", async () => {
  const { summary, title } = await told(
    talk(["Ana", "hi"], ["Ben", "hey, good morning!"], ["Ana", "lol 😂"], ["Ben", "nice"]),
  );
  expect(summary).toBe("Ana and Ben exchanged short messages.");
  expect(title).toBe("Talk of Ana and Ben");
});

test("everyone's best line comes before anyone's second", async () => {
  const { summary } = await told(
    talk(
      ["Ana", "I repaired the old printer. I ordered new toner. I cleaned the scanner glass."],
      ["Ben", "I sold my motorbike to a neighbour."],
      ["Cy", "I bought a ticket to the opera."],
    ),
  );
  for (const part of ["repaired the old printer", "sold their motorbike", "bought a ticket"]) {
    expect(summary).toContain(part);
  }
});

test("a crowd is told in three sentences at most, those left out by number", async () => {
  const names = ["Ana", "Ben", "Cy", "Dov", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"];
  const { summary } = await told(talk(...names.map((name) => [name, "ok!"] as const)));
  expect(summary).toBe("Ana, Ben, Cy and 7 others exchanged short messages.");
});

test("what a bot said is not told", async () => {
  const [human, bot] = talk(["Ana", "I adopted a parrot"], ["Bot", "I found a cheap cage"]);
  if (human === undefined || bot === undefined) throw new Error("two messages expected");
  const assistant = { ...bot, author: { ...bot.author, isBot: true }, role: "assistant" as const };
  expect((await told([human, assistant])).summary).toBe("Ana adopted a parrot.");
});

test("a talk in which no person spoke is rejected, not told as empty", async () => {
  expect(await builtinNarrator().episode([])).toEqual({
    type: "rejected",
    reason: "no person said anything",
  });
});

test("a language the rules do not know is told by its names alone", async () => {
  const { summary } = await told(
    talk(["Ana", "Ich bin letzte Woche nach Lissabon gezogen und arbeite jetzt bei Siemens"]),
  );
  expect(summary).toMatch(/^Ana talked about (?:Lissabon|Woche|Siemens) and \S+\.$/);
});

test("links, code and mentions never reach a summary", async () => {
  const summary = await summaryOf(
    "I fixed the login page <@42> `rm -rf x` https://evil.example/x?y=1",
  );
  expect(summary).toBe("Ana fixed the login page.");
});

test.each([
  ["I grew up in Cork but I live in Graz now", "Ana grew up in Cork but lived in Graz now."],
  ["The rollback plan failed again - good morning", "Ana said that the rollback plan failed."],
  ["I booked the hall for the potluck +1", "Ana booked the hall for the potluck."],
])("%j is told of one person, without what only greets or nods", async (said, expected) => {
  expect(await summaryOf(said)).toBe(expected);
});

test("those who talked about the same thing are told together", async () => {
  const { summary } = await told(
    talk(
      ["Ana", "I baked the sourdough loaf today"],
      ["Ben", "you and your sourdough loaf, you know"],
      ["Cy", "you should sell the sourdough loaf"],
      ["Dee", "you keep the sourdough loaf, please"],
    ),
  );
  expect(summary).toBe(
    "Ana baked the sourdough loaf that day. Ben, Cy and Dee talked about the sourdough loaf.",
  );
});

test.each([
  ["I finally finished the macro set after three weeks", "Finishing the macro set"],
  ["we need a second movement for the main stage", "Main stage and second movement"],
  ["I grew up in Cork but I live in Graz now", "Cork and Graz"],
])("%j gives a title of things, not of times or of half a sentence", async (said, title) => {
  expect((await told(talk(["Ana", said]))).title).toBe(title);
});
