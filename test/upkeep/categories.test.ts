// A configured list of categories says what people may add; what the engine files by itself is never dropped for it.

import { expect, test } from "vitest";
import { BUILT_IN_CATEGORIES } from "../../src/model/memory.ts";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";
const said = (id: string, text: string) => ({
  tenant,
  channel: "general",
  id,
  at: `2026-05-01T10:0${id.slice(1)}:00Z`,
  author: { id: "u1", name: "Ana" },
  text,
});

test("episodes, profile lines, topics and insights are kept though none of their categories is configured", async () => {
  const { memory, pass } = await testEngine({
    categories: [{ name: "work", context: "rag", ragLength: 30 }],
    upkeep: false,
  });
  const talk = ["I live in Porto", "I work at Nokia as a nurse", "I love climbing with my sister"];
  for (const [at, text] of talk.entries()) await memory.ingest(said(`m${at}`, text));
  await memory.flush();
  await memory.runJob("nightly");
  pass(1);
  await memory.runJob("insights");
  const kept = await memory.list({ tenant, limit: 100 });
  const kinds = new Set(kept.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(["fact", "episode", "trait"]));
  for (const { category } of kept) expect(BUILT_IN_CATEGORIES).toContain(category);
});

test("a category that is neither configured nor the engine's own is refused", async () => {
  const { memory } = await testEngine({
    categories: [{ name: "work", context: "rag", ragLength: 30 }],
    upkeep: false,
  });
  const note = { tenant, kind: "log", text: "Ana ships on Friday" } as const;
  expect(await memory.remember({ ...note, category: "work" })).toMatchObject({
    stored: [{ text: "Ana ships on Friday" }],
  });
  expect(await memory.remember({ ...note, text: "Ana sails", category: "hobby" })).toMatchObject({
    stored: [],
    dropped: [{ stage: "gate" }],
  });
});

test("an allowlist may name the engine's own categories beside those configured", async () => {
  const { memory } = await testEngine({
    categories: [{ name: "work", context: "rag", ragLength: 30 }],
    allowlists: { support: ["work", "profile"] },
    upkeep: false,
  });
  expect(await memory.list({ tenant, agent: "support" })).toEqual([]);
});
