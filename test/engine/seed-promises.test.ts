// Promises of the older systems that a caller sees: the forms of a line, types of facts, steps, signals and events.

import { expect, test } from "vitest";
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
