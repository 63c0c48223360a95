// What is kept of a memory being handed out, on every database.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

const tenant = "acme";
const NOW = "2026-05-02T12:00:00.000Z";
const now = () => new Date(NOW);
const allowlists = { orion: ["travel"] };

type Opened = Readonly<{ memory: MemoryEngine; close: () => Promise<void> }>;

const databases: [string, () => Promise<Opened>][] = [
  [
    "sqlite",
    async () => {
      const memory = await createMemory({ path: ":memory:", now, upkeep: false, allowlists });
      return { memory, close: () => memory.close() };
    },
  ],
  [
    "pglite",
    async () => {
      const { pool, close } = await pgliteWithVector();
      return { memory: await createMemory({ pool, now, upkeep: false, allowlists }), close };
    },
  ],
];
const url = serverUrl();
if (url !== undefined)
  databases.push([
    "a PostgreSQL server",
    async () => {
      const { pool, close } = await freshSchema(url);
      return { memory: await createMemory({ pool, now, upkeep: false, allowlists }), close };
    },
  ]);

describe.each(databases)("on %s", (_name, open) => {
  let opened: Opened;
  let memory: MemoryEngine;
  let id: string;

  beforeEach(async () => {
    opened = await open();
    memory = opened.memory;
    const text = "The ferry to the island costs four euros.";
    const stored = await memory.remember({ tenant, kind: "log", text, category: "travel" });
    id = stored.stored[0]?.id ?? "";
  });
  afterEach(() => opened.close());

  /** No reader waits for the count, so it may be there a moment later. */
  function counted(times: number) {
    return vi.waitFor(async () => {
      const told = await memory.admin.retrieval({ tenant, id });
      expect(told?.times).toBe(times);
      return told;
    });
  }

  test("what was never handed out says so", async () => {
    expect(await memory.admin.retrieval({ tenant, id })).toEqual({ times: 0 });
  });

  test("the score and its parts of the last time are those that the hit had", async () => {
    await memory.search({ tenant, query: "how much is the ferry?", over: "memories" });
    await counted(1);
    const { hits } = await memory.search({ tenant, query: "the island", over: "memories" });
    const told = await counted(2);
    const [hit] = hits;
    expect(hit?.id).toBe(id);
    expect(told?.lastAt).toBe(NOW);
    expect(told?.score).toBeCloseTo(hit?.score ?? -1, 3);
    expect(Object.keys(told?.parts ?? {}).sort()).toEqual(Object.keys(hit?.parts ?? {}).sort());
    expect(told?.parts?.["lexical"]).toBeCloseTo(hit?.parts.lexical ?? -1, 3);
  });

  test("of many readers in one turn each is counted, and seen by whoever asks next", async () => {
    const ask = () => memory.search({ tenant, query: "how much is the ferry?", over: "memories" });
    const alone = await ask();
    await Promise.all(Array.from({ length: 7 }, ask));
    expect(await memory.admin.retrieval({ tenant, id })).toMatchObject({
      times: 8,
      score: expect.closeTo(alone.hits[0]?.score ?? -1, 3),
    });
  });

  test("what a context was filled with by a question has the score of that question", async () => {
    await memory.context({ tenant, query: "how much is the ferry to the island?" });
    expect((await counted(1))?.score).toBeGreaterThan(0);
  });

  test("who may not see the memory is not told when it was used", async () => {
    await memory.search({ tenant, query: "the ferry", over: "memories" });
    await counted(1);
    expect(await memory.admin.retrieval({ tenant: "other", id })).toBeUndefined();
    const secret = await memory.remember({
      ...{ tenant, kind: "log", text: "The safe is behind the clock.", category: "security" },
    });
    const hidden = secret.stored[0]?.id ?? "";
    expect(await memory.admin.retrieval({ tenant, id: hidden })).toEqual({ times: 0 });
    expect(await memory.admin.retrieval({ tenant, id: hidden, agent: "orion" })).toBeUndefined();
    expect(await memory.admin.retrieval({ tenant, id, agent: "orion" })).toMatchObject({
      times: 1,
    });
  });

  test("a forgotten memory tells nothing of its use", async () => {
    await memory.forget({ tenant, id });
    expect(await memory.admin.retrieval({ tenant, id })).toBeUndefined();
  });
});
