// Promises of the older systems that a caller sees: the forms of a line, types of facts, steps, signals and events.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";

test("a line of lore can be had in the old form, once (F10)", async () => {
  const { memory } = await testEngine();
  const line = "the mascot is a frog. ";
  await memory.admin.rememberLine({ tenant, line, form: "labelled" });
  await memory.admin.rememberLine({ tenant, line: "the anchor is red" });
  const found = await memory.list({ tenant, filter: { kinds: ["lore"] } });
  expect(found.map(({ text, confidence, subject }) => ({ text, confidence, subject }))).toEqual([
    { text: "the anchor is red", confidence: 0.72, subject: "__lore__" },
    { text: "Memory line: the mascot is a frog.", confidence: 0.72, subject: "__lore__" },
  ]);
});

test("a `memoryLine` in a model's reply is kept as a line of lore, and a reply without one is not (F10)", async () => {
  const { memory } = await testEngine();
  const replies = [
    '{"text":"Hello!","memoryLine":"the mascot is a frog"}',
    '{"text":"Hello!","memoryLine":null}',
    "the mascot is a heron",
  ];
  const kept: number[] = [];
  for (const reply of replies)
    kept.push((await memory.admin.rememberLine({ tenant, reply })).stored.length);
  expect(kept).toEqual([1, 0, 0]);
  expect(await memory.list({ tenant, filter: { kinds: ["lore"] } })).toMatchObject([
    { text: "Memory line: the mascot is a frog.", confidence: 0.72, subject: "__lore__" },
  ]);
  await expect(memory.admin.rememberLine({ tenant })).rejects.toThrow("either `line` or `reply`");
});

test.each([
  [undefined, "other"],
  ["general", "other"],
  ["preference", "preference"],
  ["goals", "goals"],
])("a fact of the type %s is %s (F2)", async (category, kept) => {
  const { memory } = await testEngine();
  const fact = { tenant, kind: "fact", subject: "ana", text: "Ana keeps bees at home." } as const;
  await memory.remember({ ...fact, ...(category === undefined ? {} : { category }) });
  expect(await memory.list({ tenant })).toMatchObject([{ category: kept }]);
});

test.each([
  [
    "untie the boat. Start the engine. Report.",
    "1. Untie the boat.\n2. Start the engine.\n3. Report.",
  ],
  ["- untie the boat\n- start the engine", "1. Untie the boat\n2. Start the engine"],
  ["1. Untie the boat.\n2. Start the engine.", "1. Untie the boat.\n2. Start the engine."],
  ["1. Untie the boat. 2. Start the engine.", "1. Untie the boat.\n2. Start the engine."],
  ["Wait 2.5 minutes, then call the pier", "1. Wait 2.5 minutes, then call the pier"],
])("a procedure has numbered steps: %j (S12)", async (text, kept) => {
  const { memory } = await testEngine();
  await memory.remember({ tenant, kind: "procedure", text });
  expect(await memory.list({ tenant })).toMatchObject([{ text: kept, category: "procedural" }]);
});

const tone = {
  tenant,
  kind: "trait",
  section: "other",
  field: "tone",
  user: "ana",
  subject: "ana",
} as const;

test("two signals in nearly the same words agree, two that differ do not (S10)", async () => {
  const { memory } = await testEngine();
  await memory.remember({ ...tone, text: "Ana prefers a short and friendly tone." });
  const other = await memory.remember({ ...tone, text: "Ana prefers a long and formal tone." });
  expect(other.held).toHaveLength(1);
  const again = await memory.remember({ ...tone, text: "Ana prefers a friendly, short tone." });
  expect(again.stored).toHaveLength(1);
});

test("`goals_add` is the field of goals: benign, and applied at the second signal (S10)", async () => {
  const { memory } = await testEngine();
  const goal = { ...tone, field: "goals_add" } as const;
  const once = await memory.remember({ ...goal, text: "Ana wants to run a marathon in May." });
  expect(once.held).toMatchObject([{ why: "consent: goals must be said a second time" }]);
  const twice = await memory.remember({ ...goal, text: "Ana wants to run a marathon in May." });
  expect(twice.stored).toHaveLength(1);
});

test("the successor of a note may be set by hand, and must be one (N4, N5)", async () => {
  const { memory } = await testEngine();
  const note = { tenant, kind: "log", user: "ana" } as const;
  const ids: string[] = [];
  for (const text of ["The crane is red.", "The crane was painted blue."])
    ids.push((await memory.remember({ ...note, text })).stored[0]?.id ?? "");
  const [old = "", next = ""] = ids;
  const own = await memory.remember({ ...note, user: "ben", text: "Ben's crane is green." });
  for (const supersededBy of [old, own.stored[0]?.id ?? ""])
    await expect(memory.edit({ tenant, id: old, set: { supersededBy } })).rejects.toThrow(
      "must name another memory that is active and of the same scope and owner",
    );
  expect(await memory.edit({ tenant, id: old, set: { supersededBy: next } })).toMatchObject({
    ...{ state: "superseded", supersededBy: next },
  });
  expect((await memory.list({ tenant, user: "ana" })).map(({ id }) => id)).toEqual([next]);
  expect((await memory.restore({ tenant, id: old })).state).toBe("active");
});

test("what nobody consented to in seven days lapses, and the audit trail says so (S10)", async () => {
  const { memory, pass } = await testEngine({ upkeep: false });
  const held = await memory.remember({ ...tone, field: "city", text: "Ana lives in Lisbon." });
  pass(8);
  await memory.jobs.run({ tenant, name: "expire-consent" });
  const lapses = await memory.admin.audit({ tenant, act: "lapse" });
  expect(lapses).toMatchObject([
    { actor: "job:expire-consent", targets: [held.held[0]?.reviewId] },
  ]);
});

test("explicit writes, questions and embeddings leave events without a word of them (S15, F18)", async () => {
  const { memory } = await testEngine();
  const note = {
    tenant,
    user: "ana",
    kind: "log",
    text: "The crane was repaired in March.",
  } as const;
  const { stored } = await memory.remember(note);
  await memory.remember({
    tenant,
    kind: "canon",
    scope: "shared",
    text: "tick marker for burst 5",
  });
  await memory.search({ tenant, user: "ana", query: "When was the crane repaired?" });
  await memory.query({ tenant, user: "ana", query: "Who won the lottery in Peru?" });
  await memory.context({ tenant, user: "ana", query: "When was the crane repaired?" });
  await memory.drain();
  const { events, counts } = await memory.admin.events({ tenant });
  const told = counts.map(({ node, op, status, count }) => `${node} ${op} ${status} ${count}`);
  expect(told.sort()).toEqual([
    "context search ok 1",
    "hotpath create ok 1",
    "hotpath create skipped 1",
    "hotpath memory_embedding_call ok 1",
    "hotpath search ok 1",
    "hotpath search skipped 1",
  ]);
  expect(events.find(({ op, status }) => op === "create" && status === "ok")).toMatchObject({
    memoryId: stored[0]?.id,
    user: "ana",
    category: "general",
  });
  expect(JSON.stringify(events)).not.toMatch(/crane|lottery|tick/);
});

test("failures of a bot and of a voice session stand in the action log, as codes and not as words (F18)", async () => {
  const { memory } = await testEngine();
  await memory.admin.reportError({ tenant, op: "bot_error", code: "send_failed" });
  await memory.admin.reportError({ tenant, op: "voice_error", code: "no_audio" });
  await expect(
    memory.admin.reportError({ tenant, op: "bot_error", code: "Ana said her card is 4111" }),
  ).rejects.toThrow("`code` must be a short code without blanks, such as `send_failed`");
  const { events, counts } = await memory.admin.events({ tenant });
  const told = events.map(({ op, status, detail }) => `${op} ${status} ${detail}`).sort();
  expect(told).toEqual(["bot_error error send_failed", "voice_error error no_audio"]);
  expect(counts).toHaveLength(2);
  expect((await memory.admin.events({ tenant: "globex" })).events).toEqual([]);
});

test("who is known by facts alone is shown by them in the profile", async () => {
  const { memory } = await testEngine();
  await memory.remember({
    tenant,
    kind: "fact",
    subject: "bob",
    text: "Bob keeps bees on the roof.",
  });
  const { facts, sections } = await memory.profile({ tenant, person: "bob" });
  expect(facts.map(({ text }) => text)).toEqual(["Bob keeps bees on the roof."]);
  expect(Object.values(sections).flat()).toEqual([]);
});

test("facts that differ in numbers alone are different facts: of ninety all stay", async () => {
  const { memory } = await testEngine({ upkeep: false });
  for (let n = 0; n < 90; n += 1)
    await memory.remember({
      ...{ tenant, kind: "fact", subject: `p${n % 3}` },
      text: `P${n % 3} moors boat ${n} at pier ${n + 7}.`,
    });
  await memory.drain();
  for (const name of ["consolidate", "archive", "nightly"]) await memory.jobs.run({ tenant, name });
  for (const subject of ["p0", "p1", "p2"])
    expect(
      await memory.list({ tenant, filter: { subject, kinds: ["fact"] }, limit: 90 }),
    ).toHaveLength(30);
});

test("many lines that an assistant told of a person neither stand in their profile nor push out what they said", async () => {
  const { memory } = await testEngine();
  const author = { id: "ana", name: "Ana" };
  await memory.ingest({ tenant, channel: "c", id: "m1", author, text: "I play the cello." });
  const trees =
    "oak ash elm fir yew fig palm pine plum pear lime teak alder beech birch cedar hazel holly larch maple olive rowan willow walnut poplar";
  for (const tree of trees.split(" "))
    await memory.remember({
      ...{ tenant, kind: "fact", subject: "ana", origin: "assistant" },
      text: `Ana planted one ${tree} behind house ${tree.length}${tree}.`,
    });
  expect((await memory.list({ tenant, filter: { subject: "ana" } })).length).toBeGreaterThan(20);
  const { facts } = await memory.profile({ tenant, person: "ana" });
  expect(facts.map(({ text }) => text)).toEqual(['Ana: "I play the cello"']);
});

test("a missed night is made up for before anybody is served, where that was set (P9)", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "mneme-")), "memory.db");
  let now = new Date("2026-05-01T10:00:00.000Z");
  const opened = (catchUp: "background" | "before_opening") =>
    createMemory({ path, folder: null, catchUp, now: () => now });
  const first = await opened("background");
  await first.remember({ tenant, kind: "fact", subject: "ana", text: "Ana keeps bees." });
  await first.close();
  const nightOf = async (memory: Awaited<ReturnType<typeof opened>>) =>
    (await memory.jobs.schedule({ tenant })).find(({ job }) => job === "nightly")?.lastRun;
  now = new Date("2026-05-03T10:00:00.000Z");
  const later = await opened("background");
  expect(await nightOf(later)).toBeUndefined();
  await later.close();
  const waited = await opened("before_opening");
  expect(await nightOf(waited)).toBe(now.toISOString());
  await waited.close();
});
