// Promises about notes, facts and profiles, tried from outside: through the library alone, on a real store.

import { expect, test } from "vitest";
import { type TestEngine, testEngine, untyped } from "../support/engine.ts";

const tenant = "acme";
const ANA = { id: "ana", name: "Ana" };
const BEN = { id: "ben", name: "Ben" };

type Memory = TestEngine["memory"];

const idOf = async (memory: Memory, text: string, more = {}) =>
  (await memory.remember({ tenant, kind: "log", text, ...more })).stored[0]?.id ?? "";

const textsOf = async (memory: Memory, kind: "log" | "fact" | "summary" | "episode" | "topic") =>
  (await memory.list({ tenant, filter: { kinds: [kind] }, limit: 200 })).map(({ text }) => text);

test("pruning ends what has expired and says how many (N7)", async () => {
  const { memory, pass } = await testEngine({ upkeep: false });
  for (const name of ["crane", "pier", "lamp"])
    await idOf(memory, `The ${name} is closed today.`, { ttlDays: 1 });
  await idOf(memory, "The harbour has two cranes.");
  pass(2);
  expect(await memory.jobs.run({ tenant, name: "prune" })).toEqual({ [tenant]: { pruned: 3 } });
  expect(await memory.jobs.run({ tenant, name: "prune" })).toEqual({ [tenant]: { pruned: 0 } });
  expect(await textsOf(memory, "log")).toEqual(["The harbour has two cranes."]);
});

test("merging makes one summary that the originals point to; fewer than two, unknown ones and those of others are refused (N8)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const ids = [
    await idOf(memory, "The crane was oiled."),
    await idOf(memory, "The pier was swept."),
  ];
  const other = await memory.remember({ tenant: "globex", kind: "log", text: "The mill turns." });
  const foreign = other.stored[0]?.id ?? "";
  for (const wrong of [[], ids.slice(0, 1), [...ids, "nobody"], [...ids, foreign]])
    await expect(memory.admin.merge({ tenant, ids: wrong })).rejects.toThrow();
  expect(await textsOf(memory, "log")).toHaveLength(2);
  const one = await memory.admin.merge({ tenant, ids });
  expect(one).toMatchObject({ kind: "summary", state: "active" });
  for (const id of ids) {
    const [original] = await memory.list({ tenant, filter: { ids: [id] }, states: ["superseded"] });
    expect(original?.supersededBy).toBe(one.id);
  }
});

test("volatile notes without an end are merged in fives when they are a week old (N9)", async () => {
  const { memory, pass } = await testEngine({ upkeep: false });
  for (let n = 1; n <= 6; n += 1)
    await idOf(memory, `Buoy ${n} was seen.`, { stability: "volatile", user: "ana" });
  pass(6);
  const early = await memory.jobs.run({ tenant, name: "merge-volatile" });
  expect(early[tenant]).toMatchObject({ notesMerged: 0 });
  pass(2);
  const due = await memory.jobs.run({ tenant, name: "merge-volatile" });
  expect(due[tenant]).toMatchObject({ notesMerged: 5, summaries: 1 });
  const left = await memory.list({ tenant, user: "ana", filter: { kinds: ["log"] } });
  expect(left.map(({ text }) => text)).toEqual(["Buoy 6 was seen."]);
});

/** Fails as long as it is told to, and tells what it was asked for. */
function fickleEmbedder() {
  const asked: string[] = [];
  const state = { isDown: true };
  const embedder = {
    model: { id: "fickle", dims: 2, revision: "1" },
    inline: true,
    embed: async (texts: readonly string[]) => {
      if (state.isDown) throw new Error("away");
      asked.push(...texts);
      return texts.map(() => Float32Array.of(1, 0));
    },
  };
  return { asked, state, embedder };
}

test("without vectors writing and reading go on, by words (N12, F8)", async () => {
  const { embedder } = fickleEmbedder();
  const { memory } = await testEngine({ upkeep: false, models: { embedder } });
  await idOf(memory, "The lighthouse was painted white.");
  const { hits } = await memory.search({ tenant, query: "lighthouse" });
  expect(hits.map(({ text }) => text)).toEqual(["The lighthouse was painted white."]);
});

test("a query makes up to eight missing vectors, of type, fact and evidence (F11)", async () => {
  const { asked, state, embedder } = fickleEmbedder();
  const { memory } = await testEngine({ upkeep: false, models: { embedder } });
  for (let n = 1; n <= 12; n += 1)
    await memory.remember({
      ...{ tenant, kind: "fact", subject: "ana", category: "project" },
      ...{ text: `Ana repairs ship ${n}.`, evidence: [`ship number ${n}`] },
    });
  state.isDown = false;
  await memory.search({ tenant, query: "Which ship does Ana repair?" });
  const facts = asked.filter((text) => text.includes("Ana repairs ship"));
  expect(facts).toHaveLength(8);
  for (const text of facts)
    expect(text).toMatch(/project[\s\S]*Ana repairs ship \d+[\s\S]*ship number/);
});

test("text too short is not read, and no message makes more than four facts (F4)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const say = (id: string, text: string) =>
    memory.ingest({ tenant, id, channel: "c", author: ANA, text });
  expect((await say("1", " ok ")).stored).toEqual([]);
  const many =
    "I live in Porto. I work as a baker. I love jazz. I have two dogs. I play chess. I hate rain.";
  expect((await say("2", many)).stored.length).toBeGreaterThan(1);
  expect((await textsOf(memory, "fact")).length).toBeLessThanOrEqual(4);
});

test("eighty facts of a person and 120 lines of lore stay in use, and the rest is archived, not gone (F9)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  for (let n = 1; n <= 84; n += 1)
    await memory.remember({ tenant, kind: "fact", subject: "ana", text: `Ana moored boat ${n}.` });
  for (let n = 1; n <= 123; n += 1)
    await memory.admin.rememberLine({ tenant, line: `The crew painted buoy ${n}.` });
  await memory.drain();
  await memory.jobs.run({ tenant, name: "archive" });
  const counted = async (kind: "fact" | "lore", state: "active" | "archived") =>
    (await memory.list({ tenant, filter: { kinds: [kind] }, states: [state], limit: 200 })).length;
  expect([await counted("fact", "active"), await counted("fact", "archived")]).toEqual([80, 4]);
  expect([await counted("lore", "active"), await counted("lore", "archived")]).toEqual([120, 3]);
  expect(await textsOf(memory, "fact")).not.toContain("Ana moored boat 1.");
});

/** Two people talk in some channels; then each conversation is over. */
async function talks(memory: Memory) {
  const said: readonly (readonly [string, string, string])[] = [
    ["garden", "I planted tomatoes in the garden", "I watered the tomatoes in the garden"],
    ["works", "I fixed the release build", "I tested the release build again"],
    ["trip", "I booked a train to Vienna", "I packed for the train to Vienna"],
  ];
  let n = 0;
  for (const [channel, ...texts] of said)
    for (const [at, text] of texts.entries()) {
      n += 1;
      const author = [ANA, BEN][at] ?? ANA;
      await memory.ingest({ tenant, id: `m${n}`, channel, author, text });
    }
  const bot = { id: "bot", name: "Helper", isBot: true };
  for (const channel of ["garden", "works", "trip"])
    await memory.ingest({
      ...{ tenant, id: `b-${channel}`, channel, author: bot, role: "assistant" },
      text: "I adore submarines and I live in Atlantis",
    });
  await memory.flush({ tenant });
}

test("nothing the bot says is in a note, a fact or a profile (P6)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await talks(memory);
  await memory.jobs.run({ tenant, name: "nightly" });
  const all = await memory.list({ tenant, limit: 200 });
  expect(all.length).toBeGreaterThan(3);
  expect(JSON.stringify(all)).not.toMatch(/Atlantis|submarines|"bot"/);
  expect((await memory.profile({ tenant, person: "bot" })).facts).toEqual([]);
});

test("at midnight the day's conversations become topics that rest on them, at most eight (P7)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await talks(memory);
  const episodes = await memory.list({ tenant, filter: { kinds: ["episode"] } });
  expect(episodes).toHaveLength(3);
  const told = await memory.jobs.run({ tenant, name: "nightly" });
  const topics = await memory.list({ tenant, filter: { kinds: ["topic"] } });
  expect(told[tenant]).toMatchObject({ topics: topics.length });
  expect(topics.length).toBeGreaterThan(0);
  expect(topics.length).toBeLessThanOrEqual(8);
  const ids = episodes.map(({ id }) => id);
  for (const { derivedFrom, participants } of topics) {
    expect(derivedFrom.length).toBeGreaterThan(0);
    for (const id of derivedFrom) expect(ids).toContain(id);
    expect(participants.toSorted()).toEqual(["ana", "ben"]);
  }
  const again = await memory.jobs.run({ tenant, name: "nightly" });
  expect(again[tenant]).toMatchObject({ topics: 0 });
});

test("at midnight a profile loses what it says twice and keeps the sources of both (P8)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.ingest({ tenant, id: "m1", channel: "c", author: ANA, text: "Hello everyone" });
  const sources: string[] = [];
  for (const text of ["Ana keeps bees.", "Ana keeps bees now."]) {
    const from = await idOf(memory, `Note: ${text}`);
    sources.push(from);
    const line = {
      tenant,
      kind: "trait",
      section: "interests",
      user: "ana",
      subject: "ana",
    } as const;
    await memory.remember({ ...line, text, derivedFrom: [from] });
  }
  const before = (await memory.profile({ tenant, person: "ana" })).sections.interests;
  await memory.jobs.run({ tenant, name: "nightly" });
  const after = (await memory.profile({ tenant, person: "ana" })).sections.interests;
  expect(before.length).toBeGreaterThanOrEqual(after.length);
  expect(after).toHaveLength(1);
  const [line] = await memory.list({ tenant, filter: { kinds: ["trait"] } });
  for (const source of sources) expect(line?.derivedFrom).toContain(source);
});

test("blocked users and channels are neither captured nor recalled, and one guild can be the only one (P13)", async () => {
  const capture = { blockedUsers: ["ben"], blockedChannels: ["secret"], onlyTenant: tenant };
  const { memory } = await testEngine({ upkeep: false, capture });
  let n = 0;
  const say = (author: typeof ANA, channel: string, to = tenant) => {
    n += 1;
    return memory.ingest({ tenant: to, id: `m${n}`, channel, author, text: `I own boat ${n}` });
  };
  await say(BEN, "open");
  await say(ANA, "secret");
  await say(ANA, "open", "globex");
  await say(ANA, "open");
  expect(await textsOf(memory, "fact")).toEqual(['Ana: "I own boat 4"']);
  expect(await memory.list({ tenant: "globex" })).toEqual([]);
  const { hits } = await memory.search({ tenant, query: "Who owns a boat?" });
  expect(JSON.stringify(hits)).not.toMatch(/boat [123]/);
});

/** A language model of the host's own that says nothing is worth keeping, and counts how often it was asked. */
function countingModel(modelId: string, reply: string) {
  const model = {
    ...{ provider: "host", modelId, specificationVersion: "v3", supportedUrls: {}, asked: 0 },
    doGenerate: async () => {
      model.asked += 1;
      return {
        content: [{ type: "text", text: reply }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
        warnings: [],
      };
    },
  };
  return model;
}

test("the fast model reads messages and writes notes, the deep one sorts the day into topics (P12)", async () => {
  const fast = countingModel(
    "fast",
    '{"candidates":[],"title":"A day","summary":"People talked.","lines":[]}',
  );
  const deep = countingModel("deep", '{"topics":[],"insights":[],"groups":[]}');
  const { memory } = await testEngine({ upkeep: false, models: untyped({ fast, deep }) });
  const text = "I planted tomatoes in the garden";
  await memory.ingest({ tenant, id: "m1", channel: "c", author: ANA, text });
  await memory.drain();
  await memory.flush({ tenant });
  expect(fast.asked).toBeGreaterThanOrEqual(2);
  expect(deep.asked).toBe(0);
  const before = fast.asked;
  await memory.jobs.run({ tenant, name: "nightly" });
  expect(deep.asked).toBeGreaterThan(0);
  expect(fast.asked).toBe(before);
  expect(await textsOf(memory, "episode")).toEqual(["People talked."]);
});
