// Names of people and postal addresses: an option, off unless the policy asks for it.

import { describe, expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";

const ASKED = { ...DEFAULT_GUARD_POLICY, person_name: "redact", address: "redact" } as const;
const redacted = (text: string) => guard(text, ASKED).text;

test("neither is looked for unless it is asked for", () => {
  const text = "My name is Ada Holm, I live at 12 Oak Street, Leeds";
  expect(guard(text, DEFAULT_GUARD_POLICY)).toEqual({ outcome: "pass", text, findings: [] });
});

describe("an address", () => {
  test.each([
    ["send it to 12 Oak Street, Leeds please", "Oak"],
    ["He lives at 1600 North Hill Ave, Austin, TX 78701", "78701"],
    ["our office: Lindenstraße 5, 10969 Berlin", "Linden"],
    ["Keizersgracht 12b is where she lives", "Keizers"],
    ["elle habite 12 rue de la Paix, 75002 Paris", "Paix"],
    ["vivo en Calle Mayor 3, Madrid", "Mayor"],
    ["abito in via Garibaldi 14, Torino", "Garibaldi"],
    ["mieszkam przy ul. Długa 7", "Długa"],
    ["живу на ул. Ленина 5", "Ленина"],
    ["寄到北京市海淀区中关村路12号", "中关村"],
    ["住所は東京都港区芝公園4-2-8です", "芝公園"],
    ["서울시 강남구 테헤란로 152 로 보내 줘", "테헤란"],
    ["write to PO Box 331", "331"],
    ["the flat is in London SW1A 1AA", "SW1A"],
  ])("%j is cut out", (text, part) => {
    expect(redacted(text)).toContain("[redacted address]");
    expect(redacted(text)).not.toContain(part);
  });

  test.each([
    "the street was empty at 5",
    "we walked 12 km along the river",
    "room 12 is on the second floor",
    "Version 2 comes in May 2026",
    "the rule of 3 applies",
    "第12号决议通过了",
  ])("%j is none", (text) => {
    expect(redacted(text)).toBe(text);
  });
});

describe("a name", () => {
  test.each([
    ["My name is Ada Holm and I like tea", "Ada"],
    ["please call Dr. Miriam van den Berg", "Miriam"],
    ["Herr Schulze kommt später", "Schulze"],
    ["je m'appelle Chloé Martin", "Chloé"],
    ["me llamo José García", "García"],
    ["меня зовут Анна Петрова", "Петрова"],
    ["我叫王小明", "王小明"],
    ["Dear Anna, thanks for the flowers", "Anna"],
  ])("that is announced is cut out of %j", (text, part) => {
    expect(redacted(text)).toContain("[redacted person name]");
    expect(redacted(text)).not.toContain(part);
  });

  test.each([
    "Dear all, we meet at ten",
    "Dear Sir or Madam",
    "my name is on the list",
    "The doctor Said so",
  ])("%j holds none", (text) => {
    expect(redacted(text)).toBe(text);
  });
});
