// An embedder that the host program brought may fail in any way: nothing fails with it.

import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";

const model = { id: "own", dims: 4, revision: "1" };
const FAILING = [
  ["throws", () => Promise.reject(new Error("out of order"))],
  ["throws no error", () => Promise.reject("out of order")],
  ["gives nothing", () => Promise.resolve(undefined)],
  ["gives too few", () => Promise.resolve([])],
  ["gives another length", (texts: readonly string[]) => Promise.resolve(texts.map(() => [1, 2]))],
  [
    "gives no numbers",
    (texts: readonly string[]) => Promise.resolve(texts.map(() => [NaN, 1, 1, 1])),
  ],
  ["gives words", (texts: readonly string[]) => Promise.resolve(texts.map(() => "abcd"))],
] as const;

test.each(FAILING)("one that %s makes no message, search or context fail", async (_how, embed) => {
  const embedder = { model, inline: true, embed } as never;
  const settings = { path: ":memory:", folder: null, upkeep: false } as const;
  const memory = await createMemory({ ...settings, models: { embedder } });
  try {
    const receipt = await memory.ingest({
      ...{ tenant: "t", id: "m1", channel: "home", text: "I moved to Lisbon last week." },
      author: { id: "ana", name: "Ana" },
    });
    expect(receipt).toBeDefined();
    await memory.drain();
    const asked = { tenant: "t", query: "Who moved to Lisbon?" };
    const found = await memory.search(asked);
    expect(found.semantic).toBe("missing");
    expect(found.hits.map(({ text }) => text).join(" ")).toContain("Lisbon");
    expect((await memory.query(asked)).items).not.toEqual([]);
    expect((await memory.context(asked)).text).toContain("Lisbon");
  } finally {
    await memory.close();
  }
});
