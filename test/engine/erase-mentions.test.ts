// Erasing a person together with what others said of them: who is meant, what is shown first, and that nothing of it stays.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { databases } from "../integrations/engines.ts";
import { filesHolding, tablesHolding } from "../proof/disk-scan.ts";

const TENANT = "acme";
const CARA = { id: "cara-19", name: "Cara Qxzyzzyva" };

const OF_CARA = [
  "Cara Qxzyzzyva moved to Porto in spring",
  "I had lunch with CARA yesterday, she loves oysters",
  "please ask @cara-19 about the invoices",
  "Cara's sister runs a bakery in Ghent",
  "<@cara-19> paints boats in her free time",
];
const OF_OTHERS = [
  "I have three carabiners in my climbing bag",
  "My brother Oskar lives in Turin",
  "The caravan is parked behind the barn",
];

async function told(memory: MemoryEngine): Promise<void> {
  const say = (id: string, author: { id: string; name: string }, text: string) =>
    memory.ingest({ tenant: TENANT, channel: "garden", id, author, text });
  await say("own-1", CARA, "I live near the old harbour");
  for (const [n, text] of OF_CARA.entries()) await say(`of-${n}`, { id: "ben", name: "Ben" }, text);
  for (const [n, text] of OF_OTHERS.entries())
    await say(`other-${n}`, { id: "ben", name: "Ben" }, text);
  const note = { tenant: TENANT, kind: "log" } as const;
  await memory.remember({ ...note, text: "Cara holds the spare key of the boat house." });
  await memory.remember({ ...note, text: "The boat house is painted blue." });
  const { stored } = await memory.remember({ ...note, text: "Ask Cara about the piano tuner." });
  const id = stored[0]?.id ?? "";
  await memory.edit({ tenant: TENANT, id, set: { text: "Ask someone about the piano tuner." } });
  const held = { tenant: TENANT, kind: "fact", subject: "ben", origin: "tool" } as const;
  await memory.remember({ ...held, text: "Ben bought a canoe from Cara." });
}

async function everyText(memory: MemoryEngine): Promise<readonly string[]> {
  const states = ["active", "superseded", "soft_deleted", "archived", "disputed"] as const;
  const memories = await memory.list({ tenant: TENANT, states: [...states], limit: 200 });
  const messages = await memory.admin.messages({ tenant: TENANT, channel: "garden" });
  const reviews = await memory.review.list({ tenant: TENANT });
  return [...memories, ...messages, ...reviews].map((row) => JSON.stringify(row));
}

describe.each(databases())("on %s", (_name, open) => {
  test("what others said stays unless it is asked for, and a dry run shows it", async () => {
    const memory = await open();
    onTestFinished(() => memory.close());
    await told(memory);
    const before = await everyText(memory);
    const shown = await memory.erase({ tenant: TENANT, subject: CARA.id, dryRun: true });
    expect(shown.mentions).toMatchObject({ erased: false, names: ["Cara Qxzyzzyva", "Cara"] });
    expect(shown.mentions?.messages).toBe(OF_CARA.length);
    expect(shown.mentions?.examples.map(({ text }) => text)).toEqual(
      expect.arrayContaining(OF_CARA.slice(0, 1)),
    );
    expect(await everyText(memory)).toEqual(before);
    await memory.erase({ tenant: TENANT, subject: CARA.id });
    const left = (await everyText(memory)).join("\n");
    for (const text of OF_CARA) expect(left).toContain(JSON.stringify(text).slice(1, -1));
  });

  test("with mentions, what names the person goes with all that rests on it, and nothing else", async () => {
    const memory = await open();
    onTestFinished(() => memory.close());
    await told(memory);
    const of = { tenant: TENANT, subject: CARA.id, mentions: "erase" } as const;
    const shown = await memory.erase({ ...of, dryRun: true });
    const erased = await memory.erase(of);
    expect(erased).toMatchObject({ memories: shown.memories, messages: shown.messages });
    expect(erased.messages).toBe(1 + OF_CARA.length);
    const left = (await everyText(memory)).join("\n");
    expect(left).not.toMatch(/\bcara\b|cara-19|Qxzyzzyva|piano tuner|canoe/i);
    for (const text of [...OF_OTHERS, "The boat house is painted blue."])
      expect(left).toContain(text);
    const again = await memory.ingest({
      ...{ tenant: TENANT, channel: "garden", id: "of-0", text: OF_CARA[0] ?? "" },
      author: { id: "ben", name: "Ben" },
    });
    expect(again).toMatchObject({ status: "ignored", reason: "erased" });
  });

  test("a name that another person has too is left alone unless it is given", async () => {
    const memory = await open();
    onTestFinished(() => memory.close());
    await told(memory);
    const other = { id: "cara-2", name: "Cara Lund" };
    const from = { tenant: TENANT, channel: "garden", author: other };
    await memory.ingest({ ...from, id: "lund-1", text: "I teach chemistry in Lund" });
    const of = { tenant: TENANT, subject: CARA.id, mentions: "erase", dryRun: true } as const;
    const shown = await memory.erase(of);
    expect(shown.mentions).toMatchObject({ names: ["Cara Qxzyzzyva"], shared: ["Cara"] });
    expect(shown.mentions?.messages).toBe(3);
    const given = await memory.erase({ ...of, names: ["Cara", "the harbour girl"] });
    expect(given.mentions).toMatchObject({ names: ["Cara Qxzyzzyva", "Cara", "the harbour girl"] });
    expect(given.mentions?.messages).toBe(OF_CARA.length);
  });

  test.each([
    ["王小美", "我昨天和王小美一起吃饭", "我昨天和李雷一起吃饭"],
    ["José", "Jose me dio su número", "El josefino es un santo"],
    ["Will", "you mean Will Smith? never", "Will you come tomorrow?"],
  ])("a person called %s is found by that name alone", async (name, of, notOf) => {
    const memory = await open();
    onTestFinished(() => memory.close());
    const channel = { tenant: TENANT, channel: "garden" };
    const full = name === "Will" ? "Will Smith" : name;
    await memory.ingest({
      ...channel,
      id: "a",
      author: { id: "p", name: full },
      text: "I play the cello",
    });
    for (const [id, text] of Object.entries({ of, notOf }))
      await memory.ingest({ ...channel, id, author: { id: "q", name: "Quin" }, text });
    await memory.erase({ tenant: TENANT, subject: "p", mentions: "erase" });
    const messages = await memory.admin.messages(channel);
    expect(messages.map(({ id }) => id)).toEqual(["notOf"]);
  });
});

test("nothing of a person whom others named is left in any byte of the database or its files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-mentions-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "memory.db");
  const now = () => new Date("2026-05-01T10:00:00.000Z");
  const memory = await createMemory({ path, now, upkeep: false });
  onTestFinished(() => memory.close());
  await told(memory);
  await memory.flush({ tenant: TENANT });
  await memory.drain();
  expect(tablesHolding(path, "qxzyzzyva")).not.toEqual([]);
  await memory.erase({ tenant: TENANT, subject: CARA.id, mentions: "erase" });
  for (const word of ["Qxzyzzyva", "cara-19", "Cara "]) {
    expect(tablesHolding(path, word.toLowerCase())).toEqual([]);
    expect(filesHolding(folder, word)).toEqual([]);
  }
});
