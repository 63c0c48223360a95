// The same story on every database: listen, recall, change, forget, erase.

import { afterAll, describe, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

const tenant = "acme";

type Opened = Readonly<{ memory: MemoryEngine; close: () => Promise<void> }>;

const now = () => new Date("2026-05-02T12:00:00.000Z");

const databases: [string, () => Promise<Opened>][] = [
  [
    "sqlite",
    async () => {
      const memory = await createMemory({ path: ":memory:", now, upkeep: false });
      return { memory, close: () => memory.close() };
    },
  ],
  [
    "pglite",
    async () => {
      const { pool, close } = await pgliteWithVector();
      return { memory: await createMemory({ pool, now, upkeep: false }), close };
    },
  ],
];
const url = serverUrl();
if (url !== undefined)
  databases.push([
    "a PostgreSQL server",
    async () => {
      const { pool, close } = await freshSchema(url);
      return { memory: await createMemory({ pool, now, upkeep: false }), close };
    },
  ]);

const talk: [string, string][] = [
  ["Ana", "I moved to Lisbon last week"],
  ["Ben", "I'm allergic to peanuts"],
  ["Ana", "my sister Clara is a nurse"],
  ["Ben", "nice, what else is new?"],
  ["Ana", "I live in Porto now"],
];

async function tell(memory: MemoryEngine): Promise<void> {
  await memory.ingestMany(
    talk.map(([name, text], index) => ({
      tenant,
      channel: "general",
      id: `m${index}`,
      at: new Date(Date.UTC(2026, 4, 1, 10, index)),
      author: { id: name.toLowerCase(), name },
      text,
    })),
  );
  await memory.drain();
}

describe.each(databases)("on %s", (_name, open) => {
  const opened: Opened[] = [];
  const start = async () => {
    const one = await open();
    opened.push(one);
    await tell(one.memory);
    return one.memory;
  };
  afterAll(async () => {
    for (const { close } of opened) await close();
  });

  test("what was said is found again, with the message it came from", async () => {
    const memory = await start();
    const { hits } = await memory.search({
      tenant,
      query: "what can Ben not eat?",
      over: "memories",
    });
    expect(hits[0]).toMatchObject({
      text: 'Ben: "I\'m allergic to peanuts"',
      sources: [{ messageId: "m1" }],
    });
  });

  test("a context names the fact inside its fence and its budget", async () => {
    const memory = await start();
    const { text, tokens } = await memory.context({
      tenant,
      user: "ana",
      query: "where does Ana live?",
      budgetTokens: 200,
    });
    expect(text).toContain('Ana: "I live in Porto now"');
    expect(tokens).toBeLessThanOrEqual(200);
  });

  test("a conversation that ended is an episode, and what it taught is in the profile", async () => {
    const memory = await start();
    await memory.flush({ tenant });
    const [episode] = await memory.list({ tenant, filter: { kinds: ["episode"] } });
    expect(episode?.participants).toEqual(["ana", "ben"]);
    const { sections } = await memory.profile({ tenant, person: "ben" });
    const lines = Object.values(sections).flat();
    expect(lines.map((line) => line.text)).toContain('Ben: "I\'m allergic to peanuts"');
  });

  test("erasing a person leaves nothing of theirs to find", async () => {
    const memory = await start();
    await memory.flush({ tenant });
    const preview = await memory.erase({ tenant, subject: "ana", dryRun: true });
    const erased = await memory.erase({ tenant, subject: "ana" });
    expect(erased.messages).toBe(3);
    expect(erased.memories).toBe(preview.memories);
    const { hits } = await memory.search({
      tenant,
      query: "Ana Lisbon Porto Clara nurse",
      over: "both",
      limit: 24,
    });
    expect(hits.filter((hit) => /Ana|Lisbon|Porto|Clara/.test(hit.text))).toEqual([]);
    expect(
      await memory.list({ tenant, filter: { subject: "ana" }, states: ["active", "superseded"] }),
    ).toEqual([]);
  });
});
