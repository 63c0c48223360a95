// The numbers of the promises are settings: they do what they say, and what is not allowed is refused with what is.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsTable } from "../../src/config/settings-table.ts";
import { parseConfig } from "../../src/config.ts";
import { createMemory } from "../../src/index.ts";
import { POLICIES } from "../../src/model/kinds.ts";
import {
  factsRead,
  ingestPolicy,
  kindPolicies,
  narrationLimits,
  recallPolicyOf,
  upkeepPolicy,
  writePolicy,
} from "../../src/operations/policies.ts";
import { FACTS_READ } from "../../src/ports/extractor.ts";
import { NARRATION_LIMITS } from "../../src/ports/narrator.ts";
import { DEFAULT_RECALL_POLICY } from "../../src/read/policy.ts";
import { DEFAULT_UPKEEP_POLICY } from "../../src/upkeep/upkeep-job.ts";
import { DEFAULT_LISTEN_POLICY, DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";
import { testEngine, untyped } from "../support/engine.ts";

const tenant = "acme";

test("every setting has a default or none, bounds where it is a number, and a line of the page", () => {
  const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const rows = settingsTable();
  expect(rows.filter(({ name }) => name.startsWith("limits.")).length).toBeGreaterThan(60);
  for (const { name, about, allowed, fallback } of rows) {
    expect(page, name).toContain(`| \`${name}\``);
    expect(about, name).not.toBe("");
    if (!name.startsWith("limits.")) continue;
    expect(typeof fallback, name).toBe("number");
    expect(allowed, name).toMatch(/ from \d+ up to \d+$/);
  }
});

test("nothing set is what each story does by itself", () => {
  const config = parseConfig({});
  expect(writePolicy(config)).toEqual(DEFAULT_WRITE_POLICY);
  expect(ingestPolicy(config)).toEqual(DEFAULT_LISTEN_POLICY);
  expect(recallPolicyOf(config)).toEqual(DEFAULT_RECALL_POLICY);
  expect(upkeepPolicy(config)).toEqual(DEFAULT_UPKEEP_POLICY);
  expect(kindPolicies(config)).toEqual(POLICIES);
  expect(narrationLimits(config)).toEqual(NARRATION_LIMITS);
  expect(factsRead(config)).toEqual(FACTS_READ);
});

test.each([
  [
    { facts: { perSubject: 0 } },
    "`limits.facts.perSubject` must be a whole number from 1 up to 100000, such as 80.",
  ],
  [
    { recall: { maxHits: 25 } },
    "`limits.recall.maxHits` must be a whole number from 1 up to 24, such as 24.",
  ],
  [
    { facts: { overlap: "half" } },
    "`limits.facts.overlap` must be a number from 0 up to 1, such as 0.45.",
  ],
  [
    { facts: { perPerson: 80 } },
    "There is no `limits.facts.perPerson`. There are: perSubject, lore,",
  ],
  [{ fact: {} }, "There is no `limits.fact`. There are: notes, facts, recall,"],
])("%j is refused", async (limits, why) => {
  await expect(createMemory({ path: ":memory:", limits: untyped(limits) })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(why),
  });
});

test("facts and lore beyond the number that was set are archived, and no others", async () => {
  const { memory } = await testEngine({
    upkeep: false,
    limits: { facts: { perSubject: 3, lore: 2 } },
  });
  for (const name of ["bees", "goats", "hens", "ducks", "sheep"]) {
    await memory.remember({ tenant, kind: "fact", subject: "ana", text: `Ana keeps ${name}.` });
    await memory.admin.rememberLine({ tenant, line: `The crew once raced ${name} on the pier.` });
  }
  await memory.drain();
  await memory.jobs.run({ tenant, name: "archive" });
  const active = await memory.list({ tenant, limit: 50 });
  expect(active.filter(({ kind }) => kind === "fact")).toHaveLength(3);
  expect(active.filter(({ kind }) => kind === "lore")).toHaveLength(2);
});

test("a rule needs the confidence that was set, and a record of the vault may be so long", async () => {
  const { memory } = await testEngine({
    limits: { notes: { ruleConfidence: 0.5 }, vault: { maxCharacters: 40 } },
  });
  const rule = { tenant, kind: "rule" as const, text: "Moor before dusk.", evidence: ["seen"] };
  expect((await memory.remember({ ...rule, confidence: 0.5 })).stored).toHaveLength(1);
  await expect(memory.remember({ ...rule, confidence: 0.4 })).rejects.toThrow("at least 0.5");
  const canon = { tenant, kind: "canon", scope: "shared" } as const;
  const long = await memory.remember({
    ...canon,
    text: "The harbour runs all year, whatever the weather.",
  });
  expect(long.dropped).toMatchObject([{ reason: "too_long" }]);
});

test("a context holds as many lines as were set", async () => {
  const { memory } = await testEngine({ limits: { context: { pack: 2, rules: 1 } } });
  for (const name of ["crane", "pier", "lamp", "rope"])
    await memory.remember({ tenant, kind: "log", user: "ana", text: `The ${name} was painted.` });
  const pack = await memory.context({ tenant, user: "ana" });
  expect(pack.items).toHaveLength(2);
});

test("what is forgotten stays restorable for the days that were set", async () => {
  const { memory, clock } = await testEngine({ limits: { forgetting: { restorableDays: 5 } } });
  const { stored } = await memory.remember({ tenant, kind: "log", text: "The crane was painted." });
  const { purgeAt = "" } = await memory.forget({ tenant, id: stored[0]?.id ?? "" });
  expect(Date.parse(purgeAt) - clock.now.getTime()).toBe(5 * 86_400_000);
});

test("a line of consent waits for the days that were set, and lore has the confidence that was set", async () => {
  const { memory, clock } = await testEngine({
    limits: { consent: { waitDays: 2 }, facts: { loreConfidence: 0.9 } },
  });
  await memory.remember({
    ...{ tenant, kind: "trait", section: "bio", field: "city" },
    ...{ user: "ana", subject: "ana", text: "Ana lives in Lisbon." },
  } as const);
  const [review] = await memory.review.list({ tenant });
  expect(Date.parse(review?.lapsesAt ?? "") - clock.now.getTime()).toBe(2 * 86_400_000);
  await memory.admin.rememberLine({ tenant, line: "the mascot is a frog" });
  expect(await memory.list({ tenant })).toMatchObject([{ confidence: 0.9 }]);
});

test("a search gives no more hits than were set", async () => {
  const { memory } = await testEngine({ limits: { recall: { maxHits: 2 } } });
  for (const name of ["red", "blue", "green", "white"])
    await memory.remember({ tenant, kind: "log", text: `The ${name} crane was repaired.` });
  const { hits } = await memory.search({ tenant, query: "Which crane was repaired?", limit: 24 });
  expect(hits).toHaveLength(2);
});

const VAULT = { tenant, kind: "canon", scope: "shared", category: "mission" } as const;

test("the vault is searched and compared by the weights that were set", async () => {
  const scoreOf = async (vault: Readonly<Record<string, number>>) => {
    const { memory } = await testEngine({ limits: { vault } });
    await memory.remember({ ...VAULT, text: "The release day is Friday." });
    await memory.remember({ ...VAULT, text: "Bea tends the harvest and both greenhouses." });
    const [hit] = await memory.vault.search({ tenant, query: "release day" });
    const pairs = await memory.vault.candidates({ tenant });
    return { score: hit?.score ?? 0, pairs: pairs.length };
  };
  const bare = await scoreOf({ substringBonus: 0, sequenceWeight: 0, candidateFloor: 1 });
  expect(bare).toEqual({ score: 1, pairs: 0 });
  const bonus = await scoreOf({ substringBonus: 0.5, sequenceWeight: 0, candidateFloor: 0 });
  expect(bonus).toEqual({ score: 1.5, pairs: 1 });
});

test("two lines are merged by the bands that were set", async () => {
  const told = ["Ana lives in Lisbon.", "Ana lives in Lisbon now."];
  const left = async (minSharedWords: number) => {
    const { memory } = await testEngine({ limits: { merge: { minSharedWords } } });
    for (const text of told) await memory.remember({ tenant, kind: "fact", subject: "ana", text });
    return (await memory.list({ tenant })).length;
  };
  expect(await left(2)).toBe(1);
  expect(await left(20)).toBe(2);
});

test("what a note, a rule and a list are without being told can be set", async () => {
  const { memory } = await testEngine({
    limits: { notes: { confidence: 0.85, listed: 2, ruleEvidence: 2 } },
  });
  const rule = { tenant, kind: "rule" as const, text: "Moor before dusk." };
  await expect(memory.remember({ ...rule, evidence: ["seen"] })).rejects.toThrow(
    "A rule needs at least 2 pieces of evidence.",
  );
  await memory.remember({ ...rule, evidence: ["seen", "seen again"] });
  for (const name of ["crane", "pier"])
    await memory.remember({ tenant, kind: "log", text: `The ${name} was painted.` });
  const listed = await memory.list({ tenant });
  expect(listed).toHaveLength(2);
  expect(listed.map(({ confidence }) => confidence)).toEqual([0.85, 0.85]);
  expect(await memory.list({ tenant, limit: 3 })).toHaveLength(3);
});

test("a fact is as long and of as many sentences as were set", async () => {
  const { memory } = await testEngine({ limits: { facts: { lineCharacters: 60, sentences: 1 } } });
  const fact = { tenant, kind: "fact" as const, subject: "ana" };
  const two = await memory.remember({ ...fact, text: "Ana keeps bees. Ana sells honey." });
  expect(two.stored.map(({ text }) => text)).toEqual(["Ana keeps bees."]);
  const long = await memory.remember({
    ...fact,
    text: `Ana keeps bees ${"and goats ".repeat(9)}.`,
  });
  expect(long.dropped).toMatchObject([{ reason: "too long" }]);
});

test("a benign field applies after as many signals as were set, or by an insight that is sure enough", async () => {
  const tone = {
    ...({ tenant, kind: "trait", section: "other", field: "tone" } as const),
    ...{ user: "ana", subject: "ana" },
    text: "Ana likes short answers.",
  } as const;
  const once = await testEngine({ limits: { consent: { signals: 1 } } });
  expect((await once.memory.remember(tone)).stored).toHaveLength(1);
  const insight = {
    ...({ tenant, kind: "insight" } as const),
    ...{ user: "ana", subject: "ana", evidence: ["three talks"] },
    text: "Ana seems to prefer short answers.",
  } as const;
  for (const [confidence, stored] of [
    [0.7, 0],
    [0.9, 1],
  ] as const) {
    const { memory } = await testEngine();
    const [sure] = (await memory.remember({ ...insight, confidence })).stored;
    const told = await memory.remember({ ...tone, derivedFrom: [sure?.id ?? ""] });
    expect(told.stored).toHaveLength(stored);
  }
});

test("a question shorter than was set is looked for by its words alone", async () => {
  const asked: string[] = [];
  const embedder = {
    model: { id: "counting", dims: 2, revision: "1" },
    inline: true,
    embed: async (texts: readonly string[], kind: string) => {
      if (kind === "query") asked.push(...texts);
      return texts.map(() => Float32Array.of(1, 0));
    },
  };
  const { memory } = await testEngine({ models: { embedder } });
  await memory.remember({ tenant, kind: "log", text: "The ox was painted." });
  for (const query of ["ox", "oxen", "海"]) await memory.search({ tenant, query });
  expect(asked).toEqual(["oxen", "海"]);
});
