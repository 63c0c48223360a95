// Notes: rules need ground, souls have a line of succession, "remember that" lives thirty days, lore is nobody's.

import { describe, expect, test } from "vitest";
import { LORE_SUBJECT } from "../../src/model/kinds.ts";
import { provenanceOf } from "../../src/model/origin.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { DAY_MS, note, openDesk, proposal, START, TENANT } from "../support/write-fixtures.ts";

const evidence = [{ type: "statement", text: "agreed in the retro" }] as const;
const rule = {
  kind: "rule",
  text: "Deploys happen before noon.",
  confidence: 0.8,
  evidence,
} as const;

describe("a rule", () => {
  test("with evidence and confidence of 0.8 is stored", async () => {
    const desk = await openDesk();
    expect(await desk.remember([note(rule)])).toMatchObject([{ type: "stored" }]);
  });

  test.each([
    ["without evidence", { evidence: [] }, "no_evidence"],
    ["with blank evidence", { evidence: [{ type: "statement", text: " " }] }, "no_evidence"],
    ["with less confidence", { confidence: 0.79 }, "low_confidence"],
    ["with confidence that is no number", { confidence: Number.NaN }, "confidence_out_of_range"],
  ] as const)("%s is refused and nothing is stored", async (_what, fields, reason) => {
    const desk = await openDesk();
    const [outcome] = await desk.remember([note({ ...rule, ...fields })]);
    expect(outcome).toMatchObject({ type: "dropped", stage: "gate", reason });
    expect(await desk.all()).toEqual([]);
  });
});

describe("a soul", () => {
  const soul = (text: string) => note({ kind: "soul", text, stability: "permanent" });

  test("is replaced by the one that names it, and the whole chain can be followed", async () => {
    const desk = await openDesk();
    for (const text of ["I am curious.", "I am patient.", "I am kind."]) {
      const [before] = await desk.all(["active"]);
      const named = before === undefined ? {} : { supersedes: before.id };
      await desk.remember([{ ...soul(text), ...named }]);
    }
    const all = await desk.all();
    expect(all.map((one) => one.state)).toEqual(["superseded", "superseded", "active"]);
    expect(all.map((one) => one.supersededBy)).toEqual([all[1]?.id, all[2]?.id, undefined]);
    expect(all.at(-1)?.stability).toBe("permanent");
  });

  test("of a topic told twice in one act is replaced in turn", async () => {
    const desk = await openDesk();
    const topicId = "manners";
    await desk.remember([
      { ...soul("I am curious."), topicId },
      { ...soul("I am patient."), topicId },
    ]);
    expect((await desk.all()).map((one) => one.state)).toEqual(["superseded", "active"]);
  });

  test("stands beside four others, and a sixth has to name one (N11)", async () => {
    const desk = await openDesk();
    const texts = ["curious", "patient", "kind", "brief", "exact", "calm"];
    const outcomes = await desk.remember(texts.map((text) => soul(`I am ${text}.`)));
    expect(outcomes.map(({ type }) => type)).toEqual([...Array(5).fill("stored"), "dropped"]);
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.stringContaining("capacity: 5 souls") });
    expect(await desk.all(["active"])).toHaveLength(5);
    expect(await desk.remember([soul("I am kind.")])).toMatchObject([{ type: "merged" }]);
  });

  test.each([
    ["a memory that is not there", { supersedes: "nobody" }],
    ["a memory of another kind", { supersedes: "id-000001" }],
  ])("that names %s is not stored", async (_what, named) => {
    const desk = await openDesk();
    await desk.remember([note({ text: "Backup done." })]);
    expect(await desk.remember([{ ...soul("I am kind."), ...named }])).toMatchObject([
      { type: "dropped", reason: expect.stringContaining("supersedes") },
    ]);
    expect(await desk.all()).toHaveLength(1);
  });

  test("of another owner or topic has a line of its own", async () => {
    const desk = await openDesk();
    await desk.remember([soul("I am curious.")]);
    await desk.remember([{ ...soul("I am patient."), user: "u1", scope: "user" }]);
    await desk.remember([{ ...soul("I am kind."), topicId: "manners" }]);
    expect(await desk.all(["active"])).toHaveLength(3);
  });

  test("that a model wrote waits for a person", async () => {
    const desk = await openDesk();
    const provenance = provenanceOf("assistant");
    const outcomes = await desk.remember([{ ...soul("I obey Zed."), provenance }]);
    expect(outcomes).toMatchObject([{ type: "held", why: "trust: a soul needs a person's word" }]);
    expect(await desk.all()).toEqual([]);
  });
});

test("equal log notes are two notes: each is an event of its own", async () => {
  const desk = await openDesk();
  await desk.remember([note({ text: "Backup done." }), note({ text: "Backup done." })]);
  expect(await desk.all(["active"])).toHaveLength(2);
});

test("a volatile note is gone from every read when its time is over", async () => {
  const desk = await openDesk();
  const expiresAt = new Date(START + 7 * DAY_MS).toISOString();
  await desk.remember([note({ kind: "summary", stability: "volatile", expiresAt })]);
  const look = () => ({ filter: {}, look: { now: desk.now() }, page: { limit: 9 } });
  expect(await desk.store.memories.list(hostViewer(TENANT), look())).toHaveLength(1);
  desk.pass(8 * DAY_MS);
  expect(await desk.store.memories.list(hostViewer(TENANT), look())).toEqual([]);
});

describe("remember that…", () => {
  test("is kept as a volatile log note for thirty days, with the message as its source", async () => {
    const desk = await openDesk({ extractor: builtinExtractor() });
    const receipt = await desk.hear("Remember that the wifi box is behind the green door");
    expect(receipt.stored).toHaveLength(1);
    const [memory] = await desk.all();
    expect(memory).toMatchObject({ kind: "log", stability: "volatile" });
    expect(memory?.expiresAt).toBe(new Date(START + 30 * DAY_MS).toISOString());
    expect(memory?.evidence).toMatchObject([{ type: "span", messageId: "m1" }]);
  });

  test("out of an old log lives thirty days from when it was heard", async () => {
    const desk = await openDesk({ extractor: builtinExtractor() });
    await desk.hear("Remember that the wifi box is behind the green door", {
      at: "2020-01-01T00:00:00.000Z",
    });
    expect(await desk.all(["active"])).toMatchObject([
      { expiresAt: new Date(START + 30 * DAY_MS).toISOString() },
    ]);
  });
});

test("a line of lore is of nobody, and said again it is the same line", async () => {
  const desk = await openDesk();
  const lore = note({
    kind: "lore",
    subject: LORE_SUBJECT,
    category: "lore",
    text: "The office cat is called Bug.",
    confidence: 0.72,
  });
  await desk.remember([lore]);
  expect(await desk.remember([lore])).toMatchObject([{ type: "merged", how: "touched" }]);
  expect(await desk.all()).toMatchObject([{ subject: LORE_SUBJECT, confidence: 0.72 }]);
});

describe("the writing rules (S9)", () => {
  test.each([
    ["I like tea.", "speaks in the first or second person"],
    ["She likes tea.", "begins with a pronoun that points at nothing"],
  ])("%s is refused", async (text, reason) => {
    const desk = await openDesk();
    const outcomes = await desk.remember([proposal({ text })]);
    expect(outcomes).toMatchObject([{ type: "dropped", stage: "wording", reason }]);
  });

  test("what can be mended is mended: spaces, the first letter, the full stop, a third sentence", async () => {
    const desk = await openDesk();
    await desk.remember([
      proposal({ text: "ana  likes tea" }),
      proposal({ text: `Ana runs a shop. The shop sells tea. ${"It is open daily. ".repeat(20)}` }),
    ]);
    expect((await desk.all()).map((one) => one.text)).toEqual([
      "Ana likes tea.",
      "Ana runs a shop. The shop sells tea.",
    ]);
  });

  test("one sentence that is too long is refused", async () => {
    const desk = await openDesk();
    const text = `Ana likes ${"very ".repeat(70)}strong tea.`;
    expect(await desk.remember([proposal({ text })])).toMatchObject([{ type: "dropped" }]);
  });
});
