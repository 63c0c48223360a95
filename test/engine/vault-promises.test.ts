// What the vault promises to who calls the library: noise, scopes, sources, and pairs to look at (V3, V4, V7, V8).

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";

const PHRASES = [
  "tick marker",
  "runtime snapshot",
  "check-in",
  "heartbeat",
  "burst tick",
  "no changes",
  "nothing to report",
  "status unchanged",
  "routine scan",
  "ephemeral",
];

test.each(PHRASES)(
  "`%s` inside a sentence is noise, in any case of letters (V4)",
  async (phrase) => {
    const { memory } = await testEngine({ upkeep: false });
    for (const said of [phrase, phrase.toUpperCase()]) {
      const text = `On Monday the crew of the harbour wrote down a ${said} before they went home.`;
      for (const tier of ["canon", "register"] as const) {
        const receipt = await memory.remember({ tenant: "acme", tier, topicId: "log", text });
        expect(receipt.dropped).toMatchObject([{ stage: "gate", reason: "journal_noise" }]);
      }
      const note = await memory.remember({ tenant: "acme", kind: "log", text });
      expect(note.stored.length + note.merged.length).toBe(1);
    }
  },
);

test("a scope that is none of the configured ones is refused by name, and nothing is kept (V4)", async () => {
  const { memory } = await testEngine({ upkeep: false, scopes: ["orion", "elysia"] });
  const text = "Releases are signed by two people.";
  const remember = (scope: string) =>
    memory.remember({ tenant: "acme", tier: "canon", scope, text, user: "ana" });
  for (const scope of ["nobody", "Orion", "shared "])
    expect((await remember(scope)).dropped).toMatchObject([
      { stage: "gate", reason: "unknown_scope" },
    ]);
  expect(await memory.list({ tenant: "acme" })).toEqual([]);
  for (const scope of ["shared", "user", "orion", "elysia"])
    expect((await remember(scope)).stored).toHaveLength(1);
});

test("without configured scopes any name is an agent's", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const given = { tenant: "acme", tier: "canon", text: "Keep calm at sea." } as const;
  expect((await memory.remember({ ...given, scope: "scout" })).stored).toHaveLength(1);
});

test("a caller's source is kept, stands in the vault file, and ends with a promotion (V3, V7)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mneme-vault-"));
  const memory = await createMemory({ path: join(folder, "memory.db"), upkeep: false });
  onTestFinished(async () => {
    await memory.close();
    await rm(folder, { recursive: true });
  });
  const sources = ["chat", "manual", "tool", "operator", "promotion"] as const;
  const texts = ["Ships sail north", "Bread rises slowly", "Paint dries", "Owls hunt", "Tea cools"];
  for (const [index, source] of sources.entries()) {
    const given = { tenant: "acme", tier: "register", topicId: source, source } as const;
    const { stored } = await memory.remember({ ...given, text: texts[index] ?? "" });
    const id = stored[0]?.id ?? "";
    expect(await memory.get({ tenant: "acme", id })).toMatchObject({ source });
  }
  const set = { tenant: "acme", topicId: "chat", text: "Ships sail south" };
  const { merged } = await memory.vault.updateByTopic({ ...set, source: "tool" });
  await memory.vault.promote({ tenant: "acme", id: merged[0]?.id ?? "" });
  await memory.drain();
  const file = await readFile(join(folder, "memory", "vault.jsonl"), "utf8");
  const lines = file
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ topic_id, version, source }) => [topic_id, version, source])).toEqual([
    ...sources.map((source) => [source, 1, source]),
    ["chat", 2, "tool"],
    ["chat", 3, "promotion"],
  ]);
});

test("records that passed the gate and still say much the same are shown as pairs (V8)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const pairs = [
    [
      "The weekly report goes out on Friday afternoon.",
      "Send the weekly report to the board every Friday at four.",
    ],
    [
      "Orders above 500 euros need two signatures.",
      "Two people must sign orders of more than 500 euros.",
    ],
  ] as const;
  for (const text of [...pairs.flat(), "The boat is called Meridian."])
    expect((await memory.remember({ tenant: "acme", tier: "canon", text })).stored).toHaveLength(1);
  const found = await memory.vault.candidates({ tenant: "acme" });
  expect(found.map(({ older, newer }) => [older.text, newer.text])).toEqual(pairs);
  for (const { similarity } of found) expect(similarity).toBeGreaterThan(0.5);
  expect(await memory.vault.candidates({ tenant: "acme", floor: 0.95 })).toEqual([]);
  expect(await memory.list({ tenant: "acme" })).toHaveLength(5);
});
