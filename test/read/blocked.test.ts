// What blocked people said, and what was said in blocked channels, is recalled by nobody, on every database (P13).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { DATABASES, type Hosted } from "./databases.ts";

const tenant = "acme";
const now = () => new Date("2026-05-02T12:00:00.000Z");
const CAPTURE = { enabled: true, blockedUsers: [], blockedChannels: [] };
const query = "parrot Lisbon Porto Faro moved adopted";

const TALK = [
  ["ana", "general", "I moved to Lisbon and adopted a parrot called Kiwi"],
  ["bad", "general", "I moved to Porto and adopted a parrot called Mango"],
  ["ana", "secret", "I moved the parrot to Faro for the winter"],
] as const;

async function tell(memory: MemoryEngine): Promise<void> {
  await memory.ingestMany(
    TALK.map(([author, channel, text], index) => ({
      tenant,
      channel,
      id: `said-${index}`,
      at: new Date(Date.UTC(2026, 4, 1, 10, index)).toISOString(),
      author: { id: author, name: author },
      text,
    })),
  );
  await memory.drain();
  await memory.flush({ tenant });
  await memory.drain();
}

/** All that each way of reading gives, as text. */
async function readings(memory: MemoryEngine): Promise<Readonly<Record<string, string>>> {
  const look = { tenant, query };
  const styles = ["pack", "agent", "slice", "background", "snapshot", "memory"] as const;
  const contexts = await Promise.all(
    styles.map(async (style): Promise<[string, string]> => {
      const made = await memory.context({ ...look, user: "ana", style });
      return [style, JSON.stringify(made)];
    }),
  );
  return {
    search: JSON.stringify(await memory.search({ ...look, limit: 24, explain: true })),
    messages: JSON.stringify(await memory.search({ ...look, limit: 24, over: "messages" })),
    query: JSON.stringify(await memory.query({ ...look, top_k: 24 })),
    list: JSON.stringify(await memory.list({ tenant, limit: 200 })),
    ...Object.fromEntries(contexts),
  };
}

function waysThatSay(word: string, read: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(read).filter((way) => read[way]?.includes(word));
}

describe.each(DATABASES)("what is blocked, on %s", (_name, host) => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await host();
    await tell(await hosted.open({ now }));
  });
  afterAll(() => hosted.close());

  test("while nothing is blocked, everything said is found", async () => {
    const read = await readings(await hosted.open({ now, capture: CAPTURE }));
    for (const word of ["Kiwi", "Mango", "Faro"])
      expect(waysThatSay(word, read)).toEqual(expect.arrayContaining(["search", "messages"]));
  });

  test("a blocked person's words are in no reading, and others' still are", async () => {
    const capture = { ...CAPTURE, blockedUsers: ["bad"] };
    const read = await readings(await hosted.open({ now, capture }));
    expect(waysThatSay("Mango", read)).toEqual([]);
    expect(waysThatSay("Porto", { ...read, search: "", query: "" })).toEqual([]);
    expect(waysThatSay("Kiwi", read)).toContain("messages");
  });

  test("a blocked channel's words are in no reading, and others' still are", async () => {
    const capture = { ...CAPTURE, blockedChannels: ["secret"] };
    const read = await readings(await hosted.open({ now, capture }));
    expect(waysThatSay("winter", read)).toEqual([]);
    expect(waysThatSay("Kiwi", read)).toContain("messages");
  });

  test("get and the counts know nothing of what is blocked", async () => {
    const open = await hosted.open({ now, capture: CAPTURE });
    const theirs = (await open.list({ tenant, limit: 200 })).filter(
      ({ text, participants }) => text.includes("Mango") || participants.includes("bad"),
    );
    expect(theirs.length).toBeGreaterThan(0);
    const capture = { ...CAPTURE, blockedUsers: ["bad"] };
    const closed = await hosted.open({ now, capture });
    for (const { id } of theirs) {
      expect(await open.get({ tenant, id })).toMatchObject({ id });
      expect(await closed.get({ tenant, id })).toBeUndefined();
    }
    const count = async (memory: MemoryEngine) =>
      (await memory.stats({ tenant })).memories.reduce((sum, { count: n }) => sum + n, 0);
    expect(await count(closed)).toBe((await count(open)) - theirs.length);
  });

  test("a name that only looks like a blocked one is not blocked", async () => {
    const capture = {
      ...CAPTURE,
      blockedUsers: ["an", "a", "%", "ana "],
      blockedChannels: ["gen"],
    };
    const read = await readings(await hosted.open({ now, capture }));
    expect(waysThatSay("Kiwi", read)).toContain("messages");
  });
});
