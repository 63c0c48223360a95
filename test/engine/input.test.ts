// Bad input through the library: a typed error, and nothing changed.

import { describe, expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine, untyped } from "../support/engine.ts";

const tenant = "acme";
const note = { tenant, kind: "log", text: "A perfectly good note." } as const;

describe("bad input", () => {
  test.each<[string, unknown]>([
    ["nothing at all", undefined],
    ["null", null],
    ["a list", []],
    ["no tenant", { kind: "log", text: "x" }],
    ["an empty tenant", { ...note, tenant: "" }],
    ["an unknown field", { ...note, colour: "red" }],
    ["an unknown kind", { ...note, kind: "wish" }],
    ["an empty text", { ...note, text: "   " }],
    ["only zero-width text", { ...note, text: "\u200b\u200d\ufeff" }],
    ["NUL in the text", { ...note, text: "a\u0000b" }],
    ["half a surrogate pair", { ...note, text: "a\ud800b" }],
    ["a text over 256 KB", { ...note, text: "a".repeat(262_145) }],
    ["a confidence over one", { ...note, confidence: 1.1 }],
    ["a confidence that is not a number", { ...note, confidence: Number.NaN }],
    ["an importance of six", { ...note, importance: 6 }],
    ["too many tags", { ...note, tags: Array.from({ length: 65 }, (_, i) => `t${i}`) }],
    ["a tag that is too long", { ...note, tags: ["a".repeat(256)] }],
    ["a life of no days", { ...note, ttlDays: 0 }],
    ["a day that does not exist", { ...note, validFrom: "2026-02-30T00:00:00Z" }],
    ["a time without a zone", { ...note, validFrom: "2026-02-03T00:00:00" }],
  ])("%s is refused and nothing is stored", async (_name, input) => {
    const { memory } = await testEngine();
    await expect(memory.remember(untyped(input))).rejects.toMatchObject({
      name: "MemoryError",
      code: "invalid_input",
    });
    expect(await memory.list({ tenant })).toEqual([]);
  });

  test.each<[string, object]>([
    ["a limit of zero", { limit: 0 }],
    ["a negative limit", { limit: -1 }],
    ["a limit that is text", { limit: "10; DROP" }],
    ["a filter key that is SQL", { filter: { "x') OR '1'='1": 1 } }],
    ["an operator for a filter", { filter: { user: { $ne: "" } } }],
    ["an unknown state", { states: ["deleted"] }],
  ])("a list with %s is refused", async (_name, input) => {
    const { memory } = await testEngine();
    await expect(memory.list(untyped({ tenant, ...input }))).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test.each([
    '"',
    "*",
    "NEAR(",
    "body:x",
    "^",
    "-",
    "a AND",
    "100%_sure",
    "' OR 1=1 --",
    ":*",
    "\\",
    "🙂",
  ])("the query %s finds something or nothing, and never fails", async (query) => {
    const { memory } = await testEngine();
    await memory.remember(note);
    await memory.remember({
      ...note,
      tenant: "other",
      text: `Other ${query} things are perfectly good.`,
    });
    const { hits } = await memory.search({ tenant, query, over: "both" });
    for (const hit of hits) expect(hit.text).toBe(note.text);
  });

  test("a prototype in the input changes no object", async () => {
    const { memory } = await testEngine();
    const input: unknown = JSON.parse(
      '{"tenant":"acme","kind":"log","text":"hello there","__proto__":{"admin":true}}',
    );
    await expect(memory.remember(untyped(input))).rejects.toMatchObject({ code: "invalid_input" });
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  test("a bad setting is refused by name", async () => {
    await expect(createMemory({ path: ":memory:", durability: "maybe" as "full" })).rejects.toThrow(
      /durability/,
    );
    await expect(createMemory({ path: ":memory:", guard: { moustache: "drop" } })).rejects.toThrow(
      /moustache.*card/s,
    );
    await expect(createMemory({ path: "a.db", url: "postgres://x" })).rejects.toThrow(/either/);
  });

  test("a closed memory says so", async () => {
    const memory = await createMemory({ path: ":memory:" });
    await memory.close();
    await expect(memory.remember(note)).rejects.toMatchObject({ code: "closed" });
    await memory.close();
  });
});
