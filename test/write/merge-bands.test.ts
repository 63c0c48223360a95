// What becomes of a line that is near to one already known (S14).

import { describe, expect, test } from "vitest";
import { provenanceOf } from "../../src/model/origin.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import {
  at,
  candidate,
  MINUTE_MS,
  openDesk,
  proposal,
  scripted,
  TENANT,
} from "../support/write-fixtures.ts";

const statement = (text: string) => [{ type: "statement", text }] as const;

async function told(first: string, second: string) {
  const desk = await openDesk();
  const [before] = await desk.remember([proposal({ text: first, evidence: statement("first") })]);
  desk.pass(MINUTE_MS);
  const [outcome] = await desk.remember([
    proposal({ text: second, evidence: statement("second"), confidence: 0.95 }),
  ]);
  const id = before?.type === "stored" ? before.id : "";
  return { desk, outcome, id, all: await desk.all() };
}

describe("one memory", () => {
  test("the same words again touch it: more evidence, the surer confidence, the words as they were", async () => {
    const { outcome, all, id } = await told("Ana drinks green tea.", "ana drinks green tea");
    expect(outcome).toEqual({ type: "merged", id, text: "Ana drinks green tea.", how: "touched" });
    expect(all).toMatchObject([{ text: "Ana drinks green tea.", version: 2, confidence: 0.95 }]);
    expect(all[0]?.evidence.map((piece) => piece.type === "statement" && piece.text)).toEqual([
      "first",
      "second",
    ]);
  });

  test("the same fact keeps the better wording", async () => {
    const { outcome, all } = await told(
      "Ana bought a red bicycle.",
      "A red bicycle was bought by Ana.",
    );
    expect(outcome).toMatchObject({ type: "merged", how: "reworded" });
    expect(all.map((one) => one.text)).toEqual(["A red bicycle was bought by Ana."]);
  });

  test("the same fact in fewer words leaves the wording", async () => {
    const { outcome, all } = await told(
      "A red bicycle was bought by Ana.",
      "Ana bought a red bicycle.",
    );
    expect(outcome).toMatchObject({ type: "merged", how: "touched" });
    expect(all.map((one) => one.text)).toEqual(["A red bicycle was bought by Ana."]);
  });

  test("a close one that says more updates it under a new version, and the old words stay in its history", async () => {
    const { desk, outcome, all, id } = await told(
      "Ana drinks green tea.",
      "Ana drinks green tea every morning.",
    );
    expect(outcome).toMatchObject({ type: "merged", id, how: "updated" });
    expect(all).toMatchObject([{ text: "Ana drinks green tea every morning.", version: 2 }]);
    const history = await desk.store.memories.history(hostViewer(TENANT), id);
    expect(history.filter((one) => one.event !== "LINK").at(-1)).toMatchObject({
      event: "UPDATE",
      old: { text: "Ana drinks green tea.", version: 1 },
      new: { text: "Ana drinks green tea every morning.", version: 2 },
    });
  });

  test("its first evidence and the newest stay when it was said more often than is kept", async () => {
    const desk = await openDesk();
    for (let i = 0; i < 12; i++) await desk.remember([proposal({ evidence: statement(`${i}`) })]);
    const [memory] = await desk.all();
    const kept = memory?.evidence.map((piece) => (piece.type === "statement" ? piece.text : ""));
    expect(kept).toEqual(["0", "5", "6", "7", "8", "9", "10", "11"]);
  });
});

describe("a contradiction", () => {
  test("ends the old one when the new one was said and keeps both in time", async () => {
    const { outcome, all, id } = await told("Ana lives in Lisbon.", "Ana lives in Porto.");
    expect(outcome).toMatchObject({ type: "stored", replaced: id });
    expect(all).toMatchObject([
      { text: "Ana lives in Lisbon.", state: "superseded", validTo: at(1) },
      { text: "Ana lives in Porto.", state: "active", validFrom: at(1) },
    ]);
    expect(all[0]?.supersededBy).toBe(all[1]?.id);
  });

  test("is dated by when it was said, not by when it was read", async () => {
    const facts = new Map([
      ["I live in Lisbon", "Ana lives in Lisbon."],
      ["I live in Porto now", "Ana lives in Porto."],
    ]);
    const desk = await openDesk({
      extractor: scripted((input) => [candidate(input, facts.get(input.message.text) ?? "")]),
    });
    await desk.hear("I live in Lisbon", { at: "2024-01-01T00:00:00.000Z" });
    await desk.hear("I live in Porto now", { at: "2025-01-01T00:00:00.000Z" });
    const validAt = async (day: string) =>
      desk.store.memories.list(hostViewer(TENANT), {
        filter: {},
        look: { now: desk.now(), validAt: `${day}T00:00:00.000Z` },
        page: { limit: 9 },
      });
    expect((await validAt("2024-06-01")).map((one) => one.text)).toEqual(["Ana lives in Lisbon."]);
    expect((await validAt("2025-06-01")).map((one) => one.text)).toEqual(["Ana lives in Porto."]);
  });

  test("that was true earlier and is told late takes its place in time and retires nothing", async () => {
    const desk = await openDesk();
    await desk.remember([
      proposal({ text: "Ana lives in Porto.", validFrom: "2025-01-01T00:00:00.000Z" }),
    ]);
    await desk.remember([
      proposal({ text: "Ana lives in Lisbon.", validFrom: "2019-01-01T00:00:00.000Z" }),
    ]);
    expect(await desk.all()).toMatchObject([
      { text: "Ana lives in Porto.", state: "active" },
      { text: "Ana lives in Lisbon.", state: "superseded", validTo: "2025-01-01T00:00:00.000Z" },
    ]);
  });
});

test.each([
  ["a negation", "There is a boy in the garden.", "There is no boy in the garden."],
  ["a number", "Ana has 2 cats.", "Ana has 3 cats."],
  ["a name", "Ana's sister is called Mia.", "Ana's sister is called Zoe."],
  ["a date", "Ana's exam is on 3 May 2026.", "Ana's exam is on 9 May 2026."],
  ["a place", "Ana lives in Lisbon.", "Ana lives in Porto."],
])("%s that changed never merges silently", async (_what, first, second) => {
  const { outcome, all } = await told(first, second);
  expect(outcome?.type).toBe("stored");
  expect(all.map((one) => one.text)).toEqual([first, second]);
});

test("what nobody could decide on is stored, and the pair waits for consolidation", async () => {
  const { desk, outcome, all } = await told("Ana likes tea.", "Ana loves tea.");
  expect(outcome?.type).toBe("stored");
  const jobs = await desk.store.jobs.list(TENANT, { states: ["queued"], limit: 9 });
  expect(jobs).toMatchObject([
    { name: "consolidate", payload: { id: all[1]?.id, with: [all[0]?.id] } },
  ]);
});

test.each([
  ["another subject", { subject: "u2" }],
  ["another owner", { user: "u2" }],
  ["another scope", { scope: "scout" }],
  ["another kind", { kind: "lore" as const }],
])("the same words under %s are another memory", async (_what, fields) => {
  const desk = await openDesk();
  await desk.remember([proposal()]);
  expect(await desk.remember([proposal(fields)])).toMatchObject([{ type: "stored" }]);
  expect(await desk.all(["active"])).toHaveLength(2);
});

test("an operator's line keeps its words when a user says less of the same", async () => {
  const desk = await openDesk();
  const provenance = provenanceOf("operator");
  await desk.remember([proposal({ text: "Ana drinks green tea every morning.", provenance })]);
  await desk.remember([proposal({ text: "Ana drinks green tea." })]);
  expect(await desk.all()).toMatchObject([
    { text: "Ana drinks green tea every morning.", trust: 4 },
  ]);
});

test("a repeated line that its meaning does not find is found by its words", async () => {
  let calls = 0;
  const misleading = {
    model: { id: "misleading", dims: 2, revision: "1" },
    inline: true,
    embed: async (texts: readonly string[]) => {
      calls += 1;
      return texts.map(() => new Float32Array(calls === 1 ? [1, 0] : [0, 1]));
    },
  };
  const desk = await openDesk({ deps: { embedder: misleading } });
  await desk.remember([proposal({ text: "Ana drinks green tea." })]);
  for (const name of "Bo Cy Di Ed Fay Gus Hal Ivo Jon Kit Liv Max Ned".split(" "))
    await desk.remember([proposal({ text: `Ana admires ${name}.` })]);
  expect(await desk.remember([proposal({ text: "Ana drinks green tea." })])).toMatchObject([
    { type: "merged", how: "touched" },
  ]);
});
