// The quick benches at sizes that say nothing about speed: they run, and count what they say they count.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addEdges } from "../../bench/adds/edges.ts";
import { hearMessages, linesNeeded } from "../../bench/adds/heard.ts";
import { addMany } from "../../bench/adds/many.ts";
import { addSingly } from "../../bench/adds/singly.ts";
import { fillStore } from "../../bench/recall-speed/fill-store.ts";
import type { Wanted } from "../../bench/run/measured.ts";
import { nearestShare } from "../../bench/scale/nearest-share.ts";
import { measure as measureScale } from "../../bench/scale.ts";
import { workloadOf } from "../../bench/workload/workload.ts";
import { driver } from "../../src/store/sqlite/sqlite-database.ts";

const MINUTE = 60_000;
const UNASKED: Wanted = {
  ...{ isQuick: true, data: undefined, url: undefined, standby: undefined, stores: undefined },
  ...{ peers: undefined, sizes: undefined, seconds: undefined, connections: undefined },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("adding is measured beside the bare insert of every row the engine wrote", {
  timeout: 3 * MINUTE,
}, async () => {
  const { lines } = workloadOf(undefined, 20);
  const singly = await addSingly({ folder, rounds: 2, adds: 5, lines });
  expect(Object.values(singly.ratios).map(({ runs, value }) => [runs, value > 0])).toEqual([
    [2, true],
    [2, true],
  ]);
  const many = await addMany({ folder, lines }, { perCpuSecond: 1, measured: singly });
  expect(many.tables[0]?.rows.map(([what, count]) => [what, count])).toEqual([
    ["bare insert, one at a time", 15],
    ["rememberMany", 10],
    ["and tied to their neighbours", 10],
    ["import of our own export", 15],
  ]);
});

test("hearing is measured from the start and once more when it is warm", {
  timeout: 3 * MINUTE,
}, async () => {
  const hearing = { folder, messages: 5, warmAfter: 10 };
  const { lines, name } = workloadOf(undefined, linesNeeded(hearing));
  const { measured, perCpuSecond } = await hearMessages({ ...hearing, lines, name });
  expect(measured.tables[0]?.rows.map(([what, count]) => [what, count])).toEqual([
    ["ingestMany, the first", 5],
    ["ingestMany, after 10", 5],
  ]);
  expect(perCpuSecond).toBe(measured.tables[0]?.rows[1]?.[3]);
});

test("an edge costs time", { timeout: MINUTE }, async () => {
  const { tables } = await addEdges({ folder, edges: 5 });
  expect(tables[0]?.rows[0]?.[1]).toBeGreaterThan(0);
});

test("scale fills, asks in another process, and fits the growth", {
  timeout: 5 * MINUTE,
}, async () => {
  const { tables, ratios, promises } = await measureScale({ ...UNASKED, sizes: [4, 8] });
  const [answers, nearest, footprint, grown] = tables;
  expect(answers?.rows.length).toBe(2 * 7);
  expect(nearest?.rows.map((row) => row.slice(0, 4))).toEqual([
    [4, 50, 1, 1],
    [8, 50, 1, 1],
  ]);
  expect(promises.map(({ says }) => says)).toContain("search by category p95 at 8 ≤ 50 ms");
  expect(footprint?.rows.map(([size]) => size)).toEqual([4, 8]);
  for (const [, exponent] of grown?.rows ?? []) expect(exponent).toEqual(expect.any(Number));
  expect(Object.keys(ratios).length).toBe(4);
});

test("what the store does not find of the nearest is missed", { timeout: MINUTE }, async () => {
  const path = join(folder, "made.db");
  await fillStore({ path, memories: 40, messages: 0, seed: 1 });
  const { DatabaseSync } = await driver();
  const db = new DatabaseSync(path);
  db.exec("UPDATE memories SET state = 'archived' WHERE seq % 2 = 0");
  db.close();
  const { share, lowest } = await nearestShare(path, ["Who sold the piano?", "Where is Ana?"]);
  expect(share).toBeLessThan(0.98);
  expect(lowest).toBeLessThanOrEqual(share);
});

test("recorded talk is repeated with other words, and its questions know their answers", () => {
  const turn = (number: number, text: string) => ({ speaker: "Ana", dia_id: `D1:${number}`, text });
  const file = join(folder, "talk.json");
  const talk = {
    sample_id: "one",
    conversation: { session_1: [turn(1, "the tea is green today"), turn(2, "the cup is blue")] },
    qa: [
      { question: "Which colour is the tea?", evidence: ["D1:1; D9:9"] },
      { question: "Who knows?", evidence: ["D7:7"] },
    ],
  };
  writeFileSync(file, JSON.stringify([talk]));
  const { lines, questions } = workloadOf(file, 7);
  expect(lines).toHaveLength(7);
  expect(new Set(lines.map(({ text }) => text)).size).toBe(7);
  expect(lines.slice(0, 2).map(({ id, user }) => [id, user])).toEqual([
    ["one/D1:1", "one"],
    ["one/D1:2", "one"],
  ]);
  expect(lines[2]?.user).toBe("one#1");
  expect(questions).toEqual([
    { text: "Which colour is the tea?", user: "one", gold: ["one/D1:1"] },
  ]);
});
