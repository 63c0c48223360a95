// How quoted lines relate to one another, in every language that is read.

import { describe, expect, test } from "vitest";
import { relate } from "../../src/language/relate.ts";
import { DEFAULT_MERGE_BANDS } from "../../src/model/compare.ts";

function related(
  older: string,
  newer: string,
  speakers: readonly [string, string] = ["Ana", "Ana"],
) {
  const line = (said: string, speaker: string) => ({ text: `${speaker}: "${said}"` });
  return relate(line(older, speakers[0]), line(newer, speakers[1]), DEFAULT_MERGE_BANDS).relation;
}

const DENIALS: readonly (readonly [string, string, string])[] = [
  ["en", "I like mushrooms", "I don't like mushrooms"],
  ["de", "Ich mag Tee", "Ich mag keinen Tee"],
  ["es", "Me gusta el té", "No me gusta el té"],
  ["fr", "J'aime le thé", "Je n'aime pas le thé"],
  ["pt", "Gosto de gatos", "Não gosto de gatos"],
  ["it", "Mi piace il caffè", "Non mi piace il caffè"],
  ["nl", "Ik hou van katten", "Ik hou niet van katten"],
  ["pl", "Lubię koty", "Nie lubię kotów"],
  ["ru", "Я люблю кошек", "Я не люблю кошек"],
  ["tr", "Kahve seviyorum", "Kahve sevmiyorum"],
  ["ar", "أحب القهوة", "لا أحب القهوة"],
  ["hi", "मुझे चाय पसंद है", "मुझे चाय पसंद नहीं है"],
  ["zh", "她喜欢猫", "她不喜欢猫"],
  ["ja", "私は猫が好きです", "私は猫が好きではありません"],
  ["ko", "저는 고양이를 좋아해요", "저는 고양이를 좋아하지 않아요"],
];

describe("a line and its denial", () => {
  test.each(DENIALS)("%s: the newer takes the place of the older", (_language, yes, no) => {
    expect(related(yes, no)).toBe("contradiction");
    expect(related(no, yes)).toBe("contradiction");
  });

  test.each(DENIALS)("%s: the same words again are the same line", (_language, yes) => {
    expect(related(yes, yes)).toBe("same_key");
  });
});

describe("a correction", () => {
  test.each([
    ["the standup is at 9:30", "standup moved from 9:30 to 10"],
    ["the standup is at 9:30", "Correction: the standup is now at 10:00"],
    ["I drive a Volvo", "Sold the Volvo, I drive a Leaf now"],
    ["I live in Porto", "I moved to Lisbon"],
    ["Das Standup ist um 9:30", "Das Standup wurde von 9:30 auf 10 verschoben"],
    ["Ich wohne in Berlin", "Ich wohne jetzt in Hamburg"],
    ["La reunión es el lunes", "La reunión ahora es el martes"],
    ["Vivo en Madrid", "Ahora vivo en Sevilla"],
    ["Стендап в 9:30", "Стендап перенесли на 10:00"],
    ["東京に住んでいます", "今は大阪に住んでいます"],
    ["저는 서울에 살아요", "이제 저는 부산에 살아요"],
    ["我住在北京", "我搬到上海了"],
  ])("%s → %s", (older, newer) => {
    expect(related(older, newer)).toBe("contradiction");
  });

  test.each([
    ["I work at Globex", "I now work out every day"],
    ["Ich wohne in Berlin", "Meine Schwester wohnt in Hamburg"],
    ["The meeting with Bob is at 9", "The meeting with Ann is now at 10"],
    ["We're both vegetarian", "Anyway, I am now vegetarian"],
    ["Das Büro öffnet um 8", "Das Meeting ist jetzt um 10"],
    ["The office opens at 8", "The shop now opens at 10"],
    ["The server restarts at 8", "The backup server now restarts at 10"],
    ["The server is in Frankfurt", "The backup server is now in Frankfurt too"],
    ["Das Büro öffnet um 8", "Der Laden öffnet jetzt um 10"],
    ["La oficina abre a las 8", "La tienda ahora abre a las 10"],
  ])("leaves %s beside %s", (older, newer) => {
    expect(related(older, newer)).not.toBe("contradiction");
  });
});

test("two speakers' words about themselves never meet", () => {
  expect(related("I like tea", "I don't like tea", ["Ana", "Ben"])).toBe("far");
  expect(related("I like tea", "I like tea", ["Ana", "Ben"])).toBe("far");
});

test("the same words of two days are two lines", () => {
  const of = (day: string) => ({ text: `Ana: "I ran ten miles yesterday" [${day}]` });
  const { relation } = relate(of("3 May 2026"), of("9 May 2026"), DEFAULT_MERGE_BANDS);
  expect(relation).toBe("far");
});

test("a told line meets what its subject says", () => {
  const told = { text: "Ana lives in Porto." };
  const said = { text: 'Ana: "I moved to Lisbon"' };
  expect(relate(told, said, DEFAULT_MERGE_BANDS).relation).toBe("contradiction");
});

test("outside English only the very same words merge", () => {
  expect(related("Ich mag grünen Tee", "Ich mag gern grünen Tee")).toBe("far");
  expect(related("Mam dwa koty", "Mam trzy koty")).not.toBe("same");
});
