// What of the bench beside other engines can be known without installing them.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { growthTables } from "../../bench/peers/growth-table.ts";
import { promisesInOurs, ratiosInOurs } from "../../bench/peers/in-ours.ts";
import { postgresTables } from "../../bench/peers/on-postgres.ts";
import { inFolder } from "../../bench/peers/place.ts";
import { measure, type Sized } from "../../bench/peers.ts";
import { schemaOf, schemaUrl } from "../../bench/postgres/schema-url.ts";

const searched = { p50: 1, p95: 2, p99: 3, cpuMs: 1, asked: 5, gold: Number.NaN, rounds: [1] };
const sized: Sized = {
  ...{ engine: "mneme-postgres", size: 1_000, firstAnswerMs: 1, bytes: 2_000_000 },
  told: {
    ...{ reached: 1_000, batchPerSecond: 1, singlePerSecond: 1, singlePerCpuSecond: 1 },
    ...{ all: searched, oneUser: searched, footprint: { rssMb: 1, anonymousMb: 1 } },
  },
};
const nothing = { sized: [], failed: [], losses: [], hasData: false, isBuilt: true };

test("an engine on PostgreSQL that is asked for without a server is refused, not left out", async () => {
  const wanted = { isQuick: true, peers: ["mneme-postgres"], url: undefined, data: undefined };
  const rest = {
    sizes: [4],
    stores: undefined,
    standby: undefined,
    seconds: 1,
    connections: undefined,
  };
  await expect(measure({ ...wanted, ...rest })).rejects.toThrow("--url");
});

test("an engine on PostgreSQL stands in tables of its own", () => {
  const loss = { kept: 1, lost: 0, refused: 0 };
  const losses = [{ engine: "mneme-postgres", kill: loss, two: loss }] as const;
  const tables = postgresTables({ ...nothing, sized: [sized], losses }, "PostgreSQL 15.");
  expect(tables.map(({ title }) => title)).toEqual([
    "Adding, on PostgreSQL",
    "Searching, on PostgreSQL",
    "Footprint, on PostgreSQL",
    "What an install brings, on PostgreSQL",
    "Lost after it was acknowledged, on PostgreSQL",
    "Where another engine is better, on PostgreSQL",
  ]);
  expect(tables[2]?.rows).toEqual([[1_000, "Mneme, notes", 1, 1, 2, 1]]);
});

type Fast = Readonly<{ engine: Sized["engine"]; rounds: readonly number[]; size?: number }>;

/** Fast in some rounds and slow in others; its p50 is that of the middle one of three. */
function searching({ engine, rounds, size = 50_000 }: Fast): Sized {
  const all = { ...searched, p50: rounds[1] ?? Number.NaN, rounds };
  return { ...sized, engine, size, told: { ...sized.told, reached: size, all } };
}

test("others are held against the better of our doors, round by round", () => {
  const run = [
    searching({ engine: "mneme-messages", rounds: [7, 9, 8] }),
    searching({ engine: "mneme-notes", rounds: [1, 2, 4] }),
    searching({ engine: "mem0", rounds: [300, 500, 400] }),
    searching({ engine: "langgraph-store", rounds: [3, 4, 4] }),
    searching({ engine: "vectra", rounds: [0.5, 1, 4] }),
  ];
  expect(ratiosInOurs(run)).toEqual({
    "fastest peer's search p50 at 50,000, in ours": {
      ...{ value: 2, low: 1, high: 3, runs: 3, better: "more" },
    },
    "an index of vectors' search p50 at 50,000, in ours": {
      ...{ value: 0.5, low: 0.5, high: 1, runs: 3, better: "more" },
    },
    "mem0's search p50 at 50,000, in ours": {
      ...{ value: 250, low: 100, high: 300, runs: 3, better: "more" },
    },
  });
  expect(promisesInOurs(run).map(({ says, measured }) => [says, measured])).toEqual([
    ["fastest peer's search p50 at 50,000, in ours ≥ 1", "2"],
    ["mem0's search p50 at 50,000, in ours ≥ 200", "250"],
  ]);
});

test("of our engine alone, or of others alone, there is no ratio", () => {
  expect(ratiosInOurs([searching({ engine: "mneme-notes", rounds: [1, 2, 4] })])).toEqual({});
  expect(promisesInOurs([searching({ engine: "mem0", rounds: [1, 2, 4] })])).toEqual([]);
});

test("growth is of engines that were measured at more than one size", () => {
  const once = searching({ engine: "mneme-postgres", rounds: [1, 1, 1], size: 100 });
  expect(growthTables([once])).toEqual([]);
  const more = searching({ engine: "mneme-postgres", rounds: [1, 10, 1], size: 1_000 });
  const [grown] = growthTables([once, more, searching({ engine: "mem0", rounds: [1, 1, 1] })]);
  expect(grown?.rows).toEqual([["Mneme, notes", expect.closeTo(1, 6), 0, 0, 0]]);
});

test("without an engine on PostgreSQL there is no table of them", () => {
  expect(postgresTables(nothing, "")).toEqual([]);
});

test("a folder weighs what was put into it, and is gone afterwards, also after a failure", async () => {
  let path = "";
  const failed = inFolder(async ({ at, bytes }) => {
    path = at;
    writeFileSync(join(at, "lines"), "12345");
    expect(await bytes()).toBe(5);
    throw new Error("the engine broke");
  });
  await expect(failed).rejects.toThrow("the engine broke");
  expect(existsSync(path)).toBe(false);
});

test("the schema that a URL leads into can be read from it", () => {
  const url = schemaUrl("postgres://me:secret@127.0.0.1:5432/db?sslmode=disable", "bench_1a");
  expect(schemaOf(url)).toBe("bench_1a");
  expect(new URL(url).searchParams.get("sslmode")).toBe("disable");
  expect(() => schemaOf("postgres://127.0.0.1/db")).toThrow("no schema");
});
