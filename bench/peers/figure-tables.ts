// The tables of engines that are held against one another, in a folder each or on one server.

import type { Failed, Losses, Sized } from "../peers.ts";
import type { Cell, Table } from "../run/measured.ts";
import { isOurs, titleOf } from "./engines.ts";
import { growthTables } from "./growth-table.ts";
import { sizesIn } from "./in-ours.ts";
import { installTable } from "./install-table.ts";

export type PeerFigures = Readonly<{
  sized: readonly Sized[];
  losses: readonly Losses[];
  failed: readonly Failed[];
  hasData: boolean;
  /** Whether every engine ran in plain node, ours as it was built. */
  isBuilt: boolean;
}>;

/** What must be known to read a table. */
export type Notes = Readonly<
  Record<"adding" | "searching" | "footprint", readonly string[]> & {
    disk: "disk MB" | "tables MB";
  }
>;

const MB = 1_000_000;

export function figureTables(figures: PeerFigures, notes: Notes): readonly Table[] {
  const { sized, losses, failed, hasData } = figures;
  const searching = hasData
    ? notes.searching
    : [...notes.searching, "Made-up talk: no gold answers."];
  return [
    addsTable(sized, notes.adding),
    searchTable(sized, searching),
    footprintTable(sized, notes),
    ...growthTables(sized),
    installTable(losses.map(({ engine }) => engine)),
    lossTable(losses),
    oursThatAreWorse(sized),
    ...(failed.length === 0 ? [] : [failedTable(failed)]),
  ];
}

function addsTable(sized: readonly Sized[], notes: readonly string[]): Table {
  return {
    title: "Adding",
    columns: [
      ...["lines", "engine", "reached", "batched a second"],
      ...["single a second", "single a processor second"],
    ],
    rows: sized.map(({ engine, size, told }) => [
      ...[size, titleOf(engine), told.reached, told.batchPerSecond],
      ...[told.singlePerSecond, told.singlePerCpuSecond],
    ]),
    notes,
  };
}

function searchTable(sized: readonly Sized[], notes: readonly string[]): Table {
  return {
    title: "Searching",
    columns: [
      ...["lines", "engine", "reached", "p50 ms", "p95 ms", "p99 ms", "processor ms"],
      ...["one user p50 ms", "one user p95 ms", "one user p99 ms"],
      ...["gold in the answer, all", "gold, one user"],
    ],
    rows: sized.map(({ engine, size, told: { reached, all, oneUser } }) => [
      ...[size, titleOf(engine), reached, all.p50, all.p95, all.p99, all.cpuMs],
      ...[oneUser.p50, oneUser.p95, oneUser.p99, all.gold, oneUser.gold],
    ]),
    notes,
  };
}

function footprintTable(sized: readonly Sized[], { disk, footprint }: Notes): Table {
  return {
    title: "Footprint",
    columns: ["lines", "engine", "RSS MB", "anonymous MB", disk, "open to first answer ms"],
    rows: sized.map(({ engine, size, told, bytes, firstAnswerMs }) => [
      ...[size, titleOf(engine), told.footprint.rssMb, told.footprint.anonymousMb],
      ...[bytes / MB, firstAnswerMs],
    ]),
    notes: footprint,
  };
}

function lossTable(losses: readonly Losses[]): Table {
  const cells = (loss: Losses["kill"]): readonly Cell[] =>
    typeof loss === "string" ? [loss, "?", "?"] : [loss.kept, loss.lost, loss.refused];
  return {
    title: "Lost after it was acknowledged",
    columns: ["engine", "killed: kept", "lost", "two processes: kept", "lost", "refused"],
    rows: losses.map(({ engine, kill, two }) => [
      ...[titleOf(engine), ...cells(kill).slice(0, 2)],
      ...cells(two),
    ]),
    notes: ["`kill -9` twice while adding; then two processes adding 150 lines each at once."],
  };
}

/** Every measure of every peer that beats the better of our two doors. */
function oursThatAreWorse(sized: readonly Sized[]): Table {
  const measures = {
    "batched adds a second": { of: ({ told }: Sized) => -told.batchPerSecond },
    "single adds a second": { of: ({ told }: Sized) => -told.singlePerSecond },
    "search p50": { of: ({ told }: Sized) => told.all.p50 },
    "search p95": { of: ({ told }: Sized) => told.all.p95 },
    "search p99": { of: ({ told }: Sized) => told.all.p99 },
    "one user p50": { of: ({ told }: Sized) => told.oneUser.p50 },
    "one user p95": { of: ({ told }: Sized) => told.oneUser.p95 },
    "one user p99": { of: ({ told }: Sized) => told.oneUser.p99 },
    "RSS MB": { of: ({ told }: Sized) => told.footprint.rssMb },
    "disk bytes": { of: ({ bytes }: Sized) => bytes },
    "first answer": { of: ({ firstAnswerMs }: Sized) => firstAnswerMs },
  } as const;
  const rows = sizesIn(sized).flatMap((size) =>
    Object.entries(measures).flatMap(([name, { of }]) => {
      const here = sized.filter((one) => one.size === size);
      const ours = Math.min(...here.filter(isOurs).map(of));
      return here
        .filter((one) => !isOurs(one) && of(one) < ours)
        .map((one) => [size, name, titleOf(one.engine), Math.abs(of(one)), Math.abs(ours)]);
    }),
  );
  return {
    title: "Where another engine is better",
    columns: ["lines", "measure", "engine", "its", "our best"],
    rows,
    notes: rows.length === 0 ? ["Nowhere in this run."] : [],
  };
}

function failedTable(failed: readonly Failed[]): Table {
  return {
    title: "Not measured",
    columns: ["lines", "engine", "why"],
    rows: failed.map(({ engine, size, reason }) => [size, titleOf(engine), reason]),
    notes: [],
  };
}
