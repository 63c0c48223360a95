// The figures of all engines beside one another, ours that are worse included and named.

import type { Failed, Losses, Sized } from "../peers.ts";
import type { Cell, Measured, Table } from "../run/measured.ts";
import { isOurs, titleOf } from "./engines.ts";
import { growthTables } from "./growth-table.ts";
import { promisesInOurs, ratiosInOurs, sizesIn } from "./in-ours.ts";
import { installTable } from "./install-table.ts";

export type PeerFigures = Readonly<{
  sized: readonly Sized[];
  losses: readonly Losses[];
  failed: readonly Failed[];
  hasData: boolean;
  /** Whether every engine ran in plain node, ours as it was built. */
  isBuilt: boolean;
}>;

const MB = 1_000_000;

const FROM_BUILD = "Every engine runs in plain node; ours is the built package, as users run it.";
const FROM_SOURCES =
  "Every engine runs under tsx, which takes time and memory of its own: nothing was built (`npm run build`).";

export function peerReport(figures: PeerFigures): Measured {
  const { sized, losses, failed, hasData, isBuilt } = figures;
  return {
    tables: [
      addsTable(sized, isBuilt ? FROM_BUILD : FROM_SOURCES),
      searchTable(sized),
      footprintTable(sized),
      ...growthTables(sized),
      installTable(losses.map(({ engine }) => engine)),
      lossTable(losses),
      oursThatAreWorse(sized),
      ...(failed.length === 0 ? [] : [failedTable(failed)]),
    ].map((table) => ({
      ...table,
      notes: [
        ...table.notes,
        ...(hasData || table.title !== "Searching" ? [] : ["Made-up talk: no gold answers."]),
      ],
    })),
    ratios: ratiosInOurs(sized),
    promises: promisesInOurs(sized),
  };
}

function addsTable(sized: readonly Sized[], how: string): Table {
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
    notes: [
      how,
      "Batches of 500 lines; ours by `rememberMany`, with the work it leaves for afterwards, and by `ingestMany`.",
      "Single adds are the last 300, one after another, each acknowledged before the next. `reached` below the size means that the time for filling ran out.",
      "Our notes are screened and our messages are read for facts as well; InMemoryStore writes nothing to disk.",
    ],
  };
}

function searchTable(sized: readonly Sized[]): Table {
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
    notes: [
      "Up to 100 questions, as many as the time allows; of so few the p99 is the slowest. A round of the ratios is a fifth of them.",
      "Ten results asked for. Gold: the share of questions with at least one turn that answers among the results; unit: turn.",
      "server-memory has no ranking, no limit and no users: it is asked for one word and hands back every line with it.",
    ],
  };
}

function footprintTable(sized: readonly Sized[]): Table {
  return {
    title: "Footprint",
    columns: ["lines", "engine", "RSS MB", "anonymous MB", "disk MB", "open to first answer ms"],
    rows: sized.map(({ engine, size, told, bytes, firstAnswerMs }) => [
      ...[size, titleOf(engine), told.footprint.rssMb, told.footprint.anonymousMb],
      ...[bytes / MB, firstAnswerMs],
    ]),
    notes: [
      "InMemoryStore is empty after a restart, so its first answer is one from nothing.",
      "Disk: every file that an engine leaves in its folder once it is closed. Ours holds 8.4 MB that are kept for erasing on a full disk, whatever is stored.",
    ],
  };
}

export function lossTable(losses: readonly Losses[]): Table {
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
export function oursThatAreWorse(sized: readonly Sized[]): Table {
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

export function failedTable(failed: readonly Failed[]): Table {
  return {
    title: "Not measured",
    columns: ["lines", "engine", "why"],
    rows: failed.map(({ engine, size, reason }) => [size, titleOf(engine), reason]),
    notes: [],
  };
}
