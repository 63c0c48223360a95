// Where a memory holds nothing about what is asked, it says nothing.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { search } from "../../src/read/recall.ts";
import { aMemory, host, openScene } from "./scene.ts";

const SAID = [
  ["Ana", "I moved to Lisbon last week."],
  ["Ben", "I'm allergic to peanuts."],
  ["Ana", "We deploy with the blue button in Harbor."],
  ["Ben", "My sister Eva lives in Porto."],
  ["Ana", "I prefer tea to coffee."],
  ["Ben", "The standup is at ten every day."],
  ["Ana", "My cat is called Miso."],
  ["Ben", "I play the cello in an orchestra."],
  ["Ana", "Our rent is due on the first."],
  ["Ben", "The release is on Friday."],
] as const;

/** One of the world and one of nothing, in each language that is understood. */
const UNRELATED = [
  ["en", "What is the capital of Mongolia?"],
  ["de", "Was ist die Hauptstadt der Mongolei?"],
  ["es", "¿Cuántas lunas tiene Júpiter?"],
  ["fr", "Quelle est la capitale de la Mongolie ?"],
  ["pt", "Quantas luas tem Júpiter?"],
  ["it", "Qual è la capitale della Mongolia?"],
  ["nl", "Hoeveel manen heeft Jupiter?"],
  ["pl", "Jaka jest stolica Mongolii?"],
  ["ru", "Какая столица Монголии?"],
  ["tr", "Moğolistan'ın başkenti neresi?"],
  ["ar", "ما هي عاصمة منغوليا؟"],
  ["hi", "मंगोलिया की राजधानी क्या है?"],
  ["zh", "木星有多少颗卫星？"],
  ["ja", "モンゴルの首都はどこですか？"],
  ["ko", "몽골의 수도는 어디인가요?"],
  ["none", "asdfgh qwerty"],
] as const;

let memory: MemoryEngine;
beforeAll(async () => {
  memory = await createMemory({ path: ":memory:", folder: null, upkeep: false });
  await memory.ingestMany(
    SAID.map(([name, text], at) => ({
      ...{ tenant: "t", id: `m${at}`, channel: "home", text },
      author: { id: name.toLowerCase(), name },
    })),
  );
  await memory.drain();
});
afterAll(() => memory.close());

describe.each(UNRELATED)("asked in %s: %s", (_language, query) => {
  test("no door hands out a line, and each says that it is unsure", async () => {
    const found = await memory.search({ tenant: "t", query });
    expect(found).toMatchObject({ hits: [], confidence: 0, unsure: true });
    const told = await memory.query({ tenant: "t", query });
    expect(told).toMatchObject({ items: [], confidence: 0, unsure: true });
    const built = await memory.context({ tenant: "t", query });
    expect(built).toMatchObject({ text: "", items: [], tokens: 0 });
  });
});

test("what is asked in words of its own is answered", async () => {
  for (const [query, id] of [
    ["how do we deploy?", "m2"],
    ["Is Ben allergic to peanuts?", "m1"],
    ["wann ist das Release?", "m9"],
  ] as const) {
    const { hits, unsure } = await memory.search({ tenant: "t", query });
    expect(hits[0]?.sources[0]?.messageId).toBe(id);
    expect(hits[0]?.score).toBeGreaterThan(0.5);
    expect(unsure).toBe(false);
  }
});

test("a name that nobody ever said makes the same question another memory's", async () => {
  const ask = (query: string) =>
    memory.search({ tenant: "t", query, strict: false, explain: true });
  const [known, strange] = [
    await ask("Where does Ana live?"),
    await ask("Where does Zoltan live?"),
  ];
  expect(strange.evidence?.strangeName).toBe(1);
  expect(known.evidence?.strangeName).toBe(0);
  expect(strange.confidence).toBeLessThan(known.confidence / 2);
});

test("what is asked about oneself is asked of this memory, in any language; what is asked for oneself need not be", async () => {
  const ask = async (query: string) =>
    (await memory.search({ tenant: "t", query, strict: false, explain: true })).evidence?.own;
  for (const query of [
    "When does my plane take off?",
    "Welches Gemüse baue ich an?",
    "¿A qué hora despega mi avión?",
    "Dans quel pays partons-nous ?",
    "In quale paese andiamo?",
    "Jaką firmę chcemy założyć i kiedy jedziemy?",
    "Hangi ülkeye gidiyoruz ve ne zaman?",
    "Каким спортом я занимаюсь по утрам?",
    "हम किस देश जा रहे हैं?",
    "我的飞机什么时候起飞？",
    "내 비행기는 언제 떠나요?",
  ])
    expect([query, await ask(query)]).toEqual([query, 1]);
  for (const query of [
    "Tell me a joke.",
    "Erkläre mir die Photosynthese.",
    "Raconte-moi une blague.",
    "What is the capital of Mongolia?",
    "Когда началась первая мировая война?",
    "제1차 세계 대전은 언제 시작됐나요?",
  ])
    expect([query, await ask(query)]).toEqual([query, 0]);
});

test("no score passes 1 or lies above the one before, and none of them is unsure beside a likely line", async () => {
  for (const query of ["Where does Ana live?", "release on Friday", "What is Ana's cat called?"]) {
    const { hits, confidence, unsure } = await memory.search({ tenant: "t", query, strict: false });
    const scores = hits.map(({ score }) => score);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(confidence).toBeGreaterThanOrEqual(scores[0] ?? 0);
    if ((scores[0] ?? 0) >= 0.5) expect(unsure).toBe(false);
  }
});

test("German nouns and the first word of a sentence are no names", async () => {
  const scene = await openScene();
  await scene.remember(
    aMemory("a", "Katrin kauft im Garten die Hafermilch und den Schlüssel für das Schloss am Rad"),
  );
  const ask = async (query: string) =>
    (await search({ viewer: host, query, strict: false, explain: true }, scene.deps)).evidence;
  expect((await ask("Was soll man statt Milch im Laden besorgen?"))?.strangeName).toBe(0);
  expect((await ask("Zoltan?"))?.strangeName).toBe(0);
  await scene.close();
});
