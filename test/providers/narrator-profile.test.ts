// What facts add to a profile, and which of its lines give way to which.

import { expect, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import { CORRECTED_TAG, type LineMerge, type ProfileLine } from "../../src/ports/narrator.ts";
import { memory } from "./narrator-fixtures.ts";

const ANA = { id: "ana", name: "Ana", isBot: false };
const OLD = "2026-01-01T00:00:00.000Z";
const NEW = "2026-04-01T00:00:00.000Z";

function fact(id: string, text: string, fields: Partial<Memory> = {}): Memory {
  return memory({ id, text, subject: "ana", createdAt: NEW, ...fields });
}

async function added(
  lines: readonly Memory[],
  facts: readonly Memory[],
): Promise<readonly ProfileLine[]> {
  const outcome = await builtinNarrator().profile({ user: ANA, lines, facts });
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome.add;
}

async function merges(...lines: readonly Memory[]): Promise<readonly LineMerge[]> {
  const outcome = await builtinNarrator().consolidate({ lines });
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome.merge;
}

test.each([
  ["Ana lives in Lisbon.", "bio"],
  ["Ana's sister Rita is a nurse.", "relationships"],
  ["Ana speaks Portuguese.", "skills"],
  ["Ana enjoys sailing.", "interests"],
  ["Ana hates mornings.", "opinions"],
  ["Ana keeps a red notebook.", "other"],
])("%s goes to %s", async (text, section) => {
  expect(await added([], [fact("f1", text)])).toEqual([
    { section, text, sources: ["f1"], confidence: 0.9 },
  ]);
});

test.each([
  ['Ana: "I live in Lisbon with two parrots."', "bio"],
  ['Ana: "My sister Rita is a nurse."', "relationships"],
  ['Ana: "I can\'t stand instant coffee" [20–26 April 2026]', "opinions"],
])("%s is a line as it stands, under %s", async (text, section) => {
  expect(await added([], [fact("f1", text)])).toMatchObject([{ section, text }]);
});

test.each([
  ["a question", 'Ana: "Where is the hotel Astoria?"'],
  ["what points at something not in it", 'Ana: "It was a great garden."'],
  ["what has no content", 'Ana: "I think it is really something"'],
  ["what is said to the listener", 'Ana: "I will send you pictures of my turtles"'],
  ["what shows something", 'Ana: "I love this series"'],
  ["what was cut off", 'Ana: "I planted the tomatoes and"'],
  ["a told line that dangles", "That was the garden."],
])("%s is no line", async (_what, text) => {
  expect(await added([], [fact("f1", text)])).toEqual([]);
});

test("quotations of one person are compared by what was said", async () => {
  const before = fact("t1", 'Ana: "I work at Nokia"', { createdAt: OLD });
  const now = fact("t2", 'Ana: "I work at Bosch"');
  const again = fact("t3", 'Ana: "I work at Bosch now"', { createdAt: NEW.replace("04", "05") });
  expect(await merges(before, now)).toMatchObject([{ keep: "t2", drop: ["t1"] }]);
  expect(await merges(now, again)).toMatchObject([{ keep: "t2", drop: ["t3"] }]);
});

test("quotations of two people, or of two days, never replace each other", async () => {
  const own = fact("t1", 'Ana: "I live in Lisbon"', { createdAt: OLD });
  const other = fact("t2", 'Ben: "I live in Lisbon"');
  expect(await merges(own, other)).toEqual([]);
  const march = fact("t3", 'Ana: "I ran a marathon last week" [2–8 March 2026]', {
    createdAt: OLD,
  });
  const april = fact("t4", 'Ana: "I ran a marathon last week" [20–26 April 2026]');
  expect(await merges(march, april)).toEqual([]);
});

test("the section that the extractor chose is kept", async () => {
  const [line] = await added([], [fact("f1", "Ana enjoys sailing.", { section: "skills" })]);
  expect(line?.section).toBe("skills");
});

test("what the profile says already is not added again", async () => {
  const lines = [fact("t1", "Ana lives in Lisbon.", { kind: "trait", createdAt: OLD })];
  expect(await added(lines, [fact("f1", "Ana lives in Lisbon")])).toEqual([]);
});

test("two facts that say the same add one line", async () => {
  const facts = [fact("f1", "Ana plays the cello."), fact("f2", "Ana plays the cello")];
  expect(await added([], facts)).toHaveLength(1);
});

test.each([
  ["an outing", fact("f1", "Ana went to the cinema.", { tags: ["event"] })],
  ["a doubtful fact", fact("f1", "Ana owns a boat.", { confidence: 0.3 })],
  ["a trifle", fact("f1", "Ana had soup.", { importance: 2 })],
  ["a fact about someone else", fact("f1", "Ben owns a boat.", { subject: "ben" })],
])("%s adds nothing", async (_what, passing) => {
  expect(await added([], [passing])).toEqual([]);
});

test("a fact against a corrected line adds nothing", async () => {
  const corrected = fact("t1", "Ana lives in Lisbon.", { tags: [CORRECTED_TAG], createdAt: OLD });
  expect(await added([corrected], [fact("f1", "Ana lives in Porto.")])).toEqual([]);
});

test("of two lines that say the same the first stays", async () => {
  const first = fact("t1", "Ana works as a nurse in a hospital.", { createdAt: OLD });
  const again = fact("t2", "Ana works as a nurse in a hospital");
  expect(await merges(again, first)).toMatchObject([{ keep: "t1", drop: ["t2"] }]);
});

test("of two lines that contradict each other the newer stays", async () => {
  const before = fact("t1", "Ana lives in Lisbon.", { createdAt: OLD });
  const now = fact("t2", "Ana lives in Porto.");
  expect(await merges(before, now)).toMatchObject([{ keep: "t2", drop: ["t1"] }]);
});

test("a less trusted line never takes the place of a more trusted one", async () => {
  const told = fact("t1", "Ana lives in Lisbon.", { createdAt: OLD, trust: 3 });
  const guessed = fact("t2", "Ana lives in Porto.", { trust: 2 });
  expect(await merges(told, guessed)).toMatchObject([{ keep: "t1", drop: ["t2"] }]);
});

test("a corrected line stays against newer and more trusted ones", async () => {
  const corrected = fact("t1", "Ana lives in Lisbon.", { createdAt: OLD, tags: [CORRECTED_TAG] });
  const newer = fact("t2", "Ana lives in Porto.", { trust: 4 });
  const [merge] = await merges(newer, corrected);
  expect(merge).toMatchObject({ keep: "t1", drop: ["t2"] });
  expect(merge?.reason).toContain("corrected by a person");
});

test("a pinned line is never dropped", async () => {
  const pinned = fact("t1", "Ana lives in Lisbon.", { createdAt: OLD, pinned: true });
  expect(await merges(pinned, fact("t2", "Ana lives in Porto."))).toEqual([]);
});

test("lines about different things stay as they are", async () => {
  const lines = [
    fact("t1", "Ana likes olives."),
    fact("t2", "Ana likes sailing."),
    fact("t3", "Ana works at Acme."),
  ];
  expect(await merges(...lines)).toEqual([]);
});

test("what is told as news is no line of a profile", async () => {
  const facts = [
    memory({ id: "f1", text: "Ana finally finished the crime series.", category: "profile" }),
    memory({ id: "f2", text: "Ana works as a welder.", category: "profile" }),
  ];
  const user = { id: "u1", name: "Ana", isBot: false };
  const told = await builtinNarrator().profile({ user, lines: [], facts });
  expect(told.type === "ok" && told.add.map(({ text }) => text)).toEqual([
    "Ana works as a welder.",
  ]);
});
