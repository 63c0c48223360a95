// What partitions by tenant cost and change: the ordinary engine on tables as they are and on partitioned ones, in
// turns, and whether both give the same answers.

import type { MemoryEngine } from "../../src/index.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { atMost, type Measured, type Table } from "../run/measured.ts";
import { percentiles, ratioOf, timesOf } from "../run/timing.ts";
import { type Layouts, onEngine, TENANTS } from "./layouts.ts";
import { answersThatDiffer } from "./same-answers.ts";
import { PARTITIONS } from "./split.ts";

const CLIENTS = 8;
const SEED = 11;
const MB = 1_000_000;

export type Course = Readonly<{ rounds: number; seconds: number }>;
type Named<T> = Readonly<Record<"plain" | "split", T>>;
type Round = Readonly<{ adds: number; searches: readonly number[] }>;

export async function measurePartitioned(layouts: Layouts, course: Course): Promise<Measured> {
  const { plain, split } = layouts;
  return onEngine(plain.url, (onPlain) =>
    onEngine(split.url, async (onSplit) => {
      const engines = { plain: onPlain, split: onSplit };
      const other = await answersThatDiffer(onPlain, onSplit, TENANTS);
      const rounds = await roundsOf(engines, course);
      return {
        tables: [tableOf(layouts, rounds, course)],
        ratios: {
          [`adds on ${PARTITIONS} partitions, in those on plain tables`]: ratioOf(
            rounds.map((round) => round.split.adds / round.plain.adds),
            "more",
          ),
          [`a search on ${PARTITIONS} partitions, in one on plain tables`]: ratioOf(
            rounds.map((round) => middle(round.split.searches) / middle(round.plain.searches)),
            "less",
          ),
        },
        promises: [
          atMost(`of ${TENANTS.length} answers on partitions, other ids or order: none`, other, 0),
        ],
      };
    }),
  );
}

/** The first is not counted: in it programs are compiled and plans are made. */
async function roundsOf(
  engines: Named<MemoryEngine>,
  { rounds, seconds }: Course,
): Promise<readonly Named<Round>[]> {
  const all: Named<Round>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? await roundOf(engines.plain, round, seconds) : undefined;
    const split = await roundOf(engines.split, round, seconds);
    all.push({ plain: first ?? (await roundOf(engines.plain, round, seconds)), split });
  }
  return all.slice(1);
}

async function roundOf(memory: MemoryEngine, round: number, seconds: number): Promise<Round> {
  const until = performance.now() + seconds * 1_000;
  const added = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      addUntil(memory, round * CLIENTS + client, until),
    ),
  );
  const made = madeText(SEED + round);
  const searches = await timesOf(TENANTS.length, (turn) =>
    memory.search({ tenant: TENANTS[turn] ?? "", query: made.question(), limit: 10 }),
  );
  return { adds: added.reduce((sum, count) => sum + count, 0) / seconds, searches };
}

async function addUntil(memory: MemoryEngine, client: number, until: number): Promise<number> {
  const made = madeText(client);
  let added = 0;
  for (; performance.now() < until; added++) {
    const tenant = TENANTS[(client + added * CLIENTS) % TENANTS.length] ?? "";
    await memory.remember({ tenant, kind: "log", text: `${made.turn()} (${client}, ${added})` });
  }
  return added;
}

function tableOf(
  { plain, split }: Layouts,
  rounds: readonly Named<Round>[],
  course: Course,
): Table {
  const row = (name: string, of: (round: Named<Round>) => Round, bytes: number) => {
    const searches = percentiles(rounds.flatMap((round) => of(round).searches));
    const adds = percentiles(rounds.map((round) => of(round).adds)).p50;
    return [name, adds, searches.p50, searches.p95, bytes / MB];
  };
  return {
    title: "Partitioned by tenant",
    columns: ["tables", "adds a second", "search p50 ms", "search p95 ms", "MB before the adds"],
    rows: [
      row("as they are", (round) => round.plain, plain.bytes),
      row(`${PARTITIONS} partitions each`, (round) => round.split, split.bytes),
    ],
    notes: [
      `${split.tables} tables, all that have a tenant, with their keys and indexes; ${TENANTS.length} tenants with the same rows in both. ${course.rounds} rounds of ${course.seconds} s that take turns, after one that is not counted: ${CLIENTS} clients add one note after another, each to the next tenant, then one search of every tenant, one after another.`,
    ],
  };
}

function middle(times: readonly number[]): number {
  return percentiles(times).p50;
}
