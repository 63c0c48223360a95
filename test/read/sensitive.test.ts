// Who is told a sensitive line: the person it is about, whoever wrote it, and whom the operator names. On every
// database, through every way of reading, as the memory and as the message that it was learnt from.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { DATABASES, type Hosted } from "./databases.ts";

const tenant = "acme";
const now = () => new Date("2026-05-02T12:00:00.000Z");
const query = "Is Ben allergic to peanuts?";
const SETTINGS = {
  allowlists: { nurse: ["profile"], clerk: ["project"] },
  sensitive: { users: ["mum"], agents: [] },
};

type Who = Readonly<{ user?: string; agent?: string }>;
type Read = (memory: MemoryEngine, who: Who) => Promise<unknown>;

const READS: Readonly<Record<string, Read>> = {
  search: (memory, who) => memory.search({ tenant, ...who, query, limit: 24, strict: false }),
  "search over messages": (memory, who) =>
    memory.search({ tenant, ...who, query, over: "messages", strict: false }),
  query: (memory, who) => memory.query({ tenant, ...who, query, top_k: 24 }),
  context: (memory, who) => memory.context({ tenant, ...who, query }),
  "context slice": (memory, who) =>
    memory.context({ tenant, ...who, query, style: "slice", channel: "elsewhere" }),
  "context background": (memory, who) =>
    memory.context({ tenant, ...who, query, style: "background", participants: ["u2"] }),
  list: (memory, who) => memory.list({ tenant, ...who, limit: 200 }),
  "list of the past": (memory, who) =>
    memory.list({ tenant, ...who, limit: 200, asOf: now().toISOString() }),
  profile: (memory, who) => memory.profile({ tenant, ...who, person: "u2" }),
};
const ASKED = ["search", "query", "context"] as const;

const TOLD: Readonly<Record<string, Who>> = {
  "Ben himself": { user: "u2" },
  "an agent that serves Ben": { agent: "helper", user: "u2" },
  "a user whom the operator allows": { user: "mum" },
};
const NOT_TOLD: Readonly<Record<string, Who>> = {
  "another user": { user: "u1" },
  "an agent": { agent: "helper" },
  "an agent that serves another": { agent: "helper", user: "u1" },
};

async function tell(memory: MemoryEngine): Promise<void> {
  const said = [
    ["u2", "Ben", "I'm allergic to peanuts"],
    ["u1", "Ana", "I moved to Lisbon last week"],
    ["u2", "Ben", "I work as a carpenter in Porto"],
  ] as const;
  await memory.ingestMany(
    said.map(([id, name, text], at) => ({
      tenant,
      channel: "kitchen",
      id: `m${at}`,
      at: new Date(Date.UTC(2026, 4, 1, 10, at)).toISOString(),
      author: { id, name },
      text,
    })),
  );
  await memory.drain();
  await memory.flush({ tenant });
  await memory.drain();
}

const tells = (told: unknown) => /peanut/i.test(withoutQuestion(JSON.stringify(told ?? null)));
const withoutQuestion = (text: string) => text.replaceAll(query, "");

describe.each(DATABASES)("a sensitive line on %s", (_name, host) => {
  let hosted: Hosted;
  let memory: MemoryEngine;
  let open: MemoryEngine;
  let listed: MemoryEngine;
  beforeAll(async () => {
    hosted = await host();
    memory = await hosted.open({ now, sensitive: SETTINGS.sensitive });
    await tell(memory);
    open = await hosted.open({ now, sensitive: { host: true } });
    listed = await hosted.open({ now, allowlists: SETTINGS.allowlists });
  });
  afterAll(() => hosted.close());

  test("is kept as one, so that the rest of this proves something", async () => {
    const found = await memory.list({ tenant, filter: { kinds: ["fact"], subject: "u2" } });
    expect(found.map(({ text, sensitivity }) => [text, sensitivity])).toContainEqual([
      expect.stringContaining("peanuts"),
      "sensitive",
    ]);
  });

  describe.each(Object.entries(TOLD))("%s", (_who, who) => {
    test.each(ASKED)("is told it by %s", async (way) => {
      expect(tells(await READS[way]?.(memory, who))).toBe(true);
    });
  });

  describe.each(Object.entries(NOT_TOLD))("%s", (_who, who) => {
    test.each(Object.entries(READS))("learns nothing of it by %s", async (_way, read) => {
      expect(tells(await read(memory, who))).toBe(false);
    });

    test("is not told that there is something, either", async () => {
      const { leftOut } = await memory.context({ tenant, ...who, query });
      expect(leftOut).toEqual([]);
    });
  });

  test("the host program finds it, and puts it into no prompt for nobody in particular", async () => {
    expect(tells(await READS["search"]?.(memory, {}))).toBe(true);
    const { text, leftOut } = await memory.context({ tenant, query });
    expect(tells(text)).toBe(false);
    expect(leftOut.some(({ why }) => why === "sensitive")).toBe(true);
    expect(tells((await open.context({ tenant, query })).text)).toBe(true);
  });

  test("an agent reads it where the operator listed its category for that agent by name", async () => {
    expect(tells(await READS["search"]?.(listed, { agent: "nurse" }))).toBe(true);
    expect(tells(await READS["context"]?.(listed, { agent: "nurse" }))).toBe(true);
    expect(tells(await READS["search"]?.(listed, { agent: "clerk" }))).toBe(false);
  });
});
