// Promises about the vault and the supervisor's memory, tried from outside: through the library alone, on a real store.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";
const CANON = { tenant, tier: "canon", scope: "shared", category: "mission" } as const;
const REGISTER = { tenant, tier: "register", scope: "shared", category: "project" } as const;

test("canon comes first, a topic has one register, and log is refused (V1)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const topicId = "current_projects";
  await memory.remember({ ...REGISTER, topicId, text: "Projects: crane repair." });
  await memory.remember({ ...REGISTER, topicId, text: "Projects: pier lights." });
  await memory.remember({ ...CANON, text: "Mission: keep the harbour running." });
  const { text } = await memory.context({ tenant, style: "snapshot", fence: false });
  expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    "- Mission: keep the harbour running.",
    "- [current_projects] Projects: pier lights.",
  ]);
  const log = await memory.remember({ ...CANON, tier: "log", text: "The tide was high." });
  expect(log).toMatchObject({ stored: [], dropped: [{ stage: "gate" }] });
});

test.each([
  ["a social security number", "Her number is 078-05-1120 on the form."],
  ["a card", "The card 4111 1111 1111 1111 pays for the pier."],
  ["a password", "The password is hunter2-Harbour! for the crane."],
  ["a key", "The deploy key is AKIAIOSFODNN7EXAMPLE for now."],
])("the vault refuses %s (V5)", async (_what, text) => {
  const { memory } = await testEngine({ upkeep: false });
  const receipt = await memory.remember({ ...CANON, text });
  expect(receipt.stored).toEqual([]);
  expect(receipt.dropped.length + receipt.held.length).toBe(1);
  expect(await memory.list({ tenant })).toEqual([]);
});

test("search of the vault needs a word in common, and its figures add up (V11, V12)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.remember({ ...CANON, text: "The release day is Friday." });
  await memory.remember({ ...REGISTER, topicId: "lamp", text: "Lamps: two of nine are broken." });
  const gone = await memory.remember({ ...CANON, text: "The harbour closes at dusk." });
  await memory.forget({ tenant, id: gone.stored[0]?.id ?? "" });
  expect(await memory.vault.search({ tenant, query: "releasing employees" })).toHaveLength(1);
  expect(await memory.vault.search({ tenant, query: "relea" })).toEqual([]);
  expect(await memory.vault.stats({ tenant })).toMatchObject({
    ...{ active: 2, max: 100, utilisation: 0.02, deleted: 1, byScope: { shared: 2 } },
    ...{ byTier: { canon: 1, register: 1 }, byCategory: { mission: 1, project: 1 } },
  });
});

test("two engines on one file write at the same time, and nothing is lost (V13)", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "mneme-")), "memory.db");
  const open = () => createMemory({ path, folder: null, upkeep: false });
  const engines = [await open(), await open()];
  const written = engines.flatMap((memory, at) =>
    Array.from({ length: 20 }, (_, n) => {
      const text = `Engine ${at} saw ship ${n * 7 + at} pass buoy ${n}.`;
      return memory.remember({ tenant, kind: "log", text });
    }),
  );
  const stored = (await Promise.all(written)).flatMap((receipt) => receipt.stored);
  expect(stored).toHaveLength(40);
  for (const memory of engines) {
    expect(await memory.list({ tenant, limit: 100 })).toHaveLength(40);
    await memory.close();
  }
});

test("insights come from a job, at most once in a day, with the talks they rest on (S3)", async () => {
  const { memory, clock } = await testEngine({ upkeep: false });
  const said = ["I watered the garden", "the garden fence broke", "I sold the garden roses"];
  for (const [n, text] of said.entries()) {
    const author = { id: "ana", name: "Ana" };
    await memory.ingest({ tenant, id: `m${n}`, channel: `c${n}`, author, text });
  }
  await memory.flush({ tenant });
  const listed = () => memory.list({ tenant, filter: { kinds: ["insight"] } });
  expect(await listed()).toEqual([]);
  await memory.jobs.run({ tenant, name: "insights" });
  const first = await listed();
  expect(first.length).toBeGreaterThan(0);
  for (const { category, importance, text, derivedFrom } of first) {
    expect({ category, importance }).toEqual({ category: "relationship_dynamic", importance: 2 });
    expect(text.length).toBeLessThanOrEqual(280);
    expect(derivedFrom.length).toBeGreaterThan(0);
  }
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  await memory.jobs.run({ tenant, name: "insights" });
  expect((await listed()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
});

test("consolidation merges what says the same, and looks at no pair twice in two weeks (S4)", async () => {
  const limits = { merge: { minSharedWords: 20 } };
  const path = join(await mkdtemp(join(tmpdir(), "mneme-")), "memory.db");
  // Written under bands that merge nothing, so that there is something left for the night.
  const apart = await createMemory({ path, folder: null, upkeep: false, limits });
  for (const text of ["Ana lives in Lisbon.", "Ana lives in Lisbon now.", "Ana keeps two goats."])
    await apart.remember({ tenant, kind: "fact", subject: "ana", text });
  expect(await apart.list({ tenant })).toHaveLength(3);
  await apart.close();
  const memory = await createMemory({ path, folder: null, upkeep: false });
  const first = await memory.jobs.run({ tenant, name: "consolidate" });
  expect(first[tenant]).toMatchObject({ linesMerged: 1 });
  const second = await memory.jobs.run({ tenant, name: "consolidate" });
  expect(second[tenant]).toMatchObject({ linesMerged: 0, pairsLookedAt: 0 });
  await memory.close();
});

test("what is unused for sixty days is forgotten, can be restored, and goes after thirty more (S7)", async () => {
  const { memory, pass } = await testEngine({ upkeep: false });
  const note = { tenant, kind: "log", importance: 1 } as const;
  const ids: string[] = [];
  for (const text of ["The crane squeaks.", "The pier is wet.", "The lamp hums."])
    ids.push((await memory.remember({ ...note, text })).stored[0]?.id ?? "");
  const [crane = "", , lamp = ""] = ids;
  await memory.edit({ tenant, id: lamp, set: { importance: 5 } });
  pass(61);
  const forgotten = await memory.jobs.run({ tenant, name: "forget" });
  expect(forgotten[tenant]).toMatchObject({ forgotten: 2 });
  expect(await memory.restore({ tenant, id: crane })).toMatchObject({ state: "active" });
  pass(31);
  const purged = await memory.jobs.run({ tenant, name: "purge" });
  expect(purged[tenant]).toMatchObject({ purged: 1 });
  const left = await memory.list({ tenant, states: ["active", "soft_deleted"], limit: 50 });
  const kept = left.filter(({ kind }) => kind === "log").map(({ id }) => id);
  expect(kept.toSorted()).toEqual([crane, lamp].toSorted());
});

test.each([
  ["He likes tea.", "begins with a pronoun that points at nothing"],
  ["I like tea.", "speaks in the first or second person"],
  [`Ana likes ${"green ".repeat(60)}tea.`, "too long"],
])("a fact breaks a rule of writing: %s (S9)", async (text, reason) => {
  const { memory } = await testEngine({ upkeep: false });
  const receipt = await memory.remember({ tenant, kind: "fact", subject: "ana", text });
  expect(receipt).toMatchObject({ stored: [], dropped: [{ stage: "wording", reason }] });
});

test("a query says whether to ask again: of what is known not, of what nobody told it does (S11)", async () => {
  const { memory } = await testEngine({ upkeep: false });
  for (const text of ["Ana works as a locksmith in Graz.", "Ben keeps three goats on a hill."])
    await memory.remember({ tenant, kind: "fact", subject: text.slice(0, 3), text });
  const known = await memory.query({ tenant, query: "Where does Ana work as a locksmith?" });
  const unknown = await memory.query({ tenant, query: "How many moons does Jupiter have?" });
  expect(known.unsure).toBe(false);
  expect(unknown.unsure).toBe(true);
  expect(known.confidence).toBeGreaterThan(unknown.confidence);
});

test("of a long turn at most three facts are written, and no more than a person's facts of the day (S13)", async () => {
  const told = [
    "I moved to Lisbon last spring and I work as a nurse at the children's hospital there.",
    "I have two dogs called Rex and Luna. I play the cello in an orchestra every Thursday.",
    "I am allergic to walnuts. I want to run a marathon next year. I hate cold coffee.",
  ].join(" ");
  const { memory } = await testEngine({ upkeep: false, limits: { facts: { perUserDay: 4 } } });
  const author = { id: "ana", name: "Ana" };
  const long = await memory.ingest({ tenant, id: "m1", channel: "c", author, text: told });
  expect(long.stored).toHaveLength(3);
  for (const [n, text] of ["I own a red boat", "I own a blue kayak"].entries())
    await memory.ingest({ tenant, id: `s${n}`, channel: "c", author, text });
  expect(await memory.list({ tenant, filter: { kinds: ["fact"] } })).toHaveLength(4);
});

test.each([
  ["the same again", "Ana lives in Lisbon.", ["Ana lives in Lisbon."]],
  ["the same in more words", "Ana lives in Lisbon now.", 1],
  ["the opposite", "Ana does not live in Lisbon.", 1],
  ["something else", "Ana owns a red boat.", 2],
])("%s: dropped, updated, replaced or new (S14)", async (_what, text, expected) => {
  const { memory } = await testEngine({ upkeep: false });
  const fact = { tenant, kind: "fact", subject: "ana" } as const;
  await memory.remember({ ...fact, text: "Ana lives in Lisbon." });
  await memory.remember({ ...fact, text });
  const left = (await memory.list({ tenant })).map((line) => line.text);
  if (typeof expected === "number") expect(left).toHaveLength(expected);
  else expect(left).toEqual(expected);
  if (expected === 1) expect(left).toEqual([text]);
});
