// The figures of the engines on PostgreSQL, in tables of their own: a server on the other end of a connection is not a
// file beside the program, so these are held against one another only and against no promise.

import type { Sized } from "../peers.ts";
import type { Table } from "../run/measured.ts";
import { titleOf } from "./engines.ts";
import { growthTables } from "./growth-table.ts";
import { installTable } from "./install-table.ts";
import { failedTable, lossTable, oursThatAreWorse, type PeerFigures } from "./report.ts";

const MB = 1_000_000;

/** `server` says what the server was like. None where no engine on PostgreSQL was asked for. */
export function postgresTables(figures: PeerFigures, server: string): readonly Table[] {
  const { sized, failed, losses, hasData } = figures;
  if (losses.length === 0) return [];
  return [
    addsTable(sized, server),
    searchTable(sized, hasData),
    footprintTable(sized),
    ...growthTables(sized),
    installTable(losses.map(({ engine }) => engine)),
    lossTable(losses),
    oursThatAreWorse(sized),
    ...(failed.length === 0 ? [] : [failedTable(failed)]),
  ].map((table) => ({ ...table, title: `${table.title}, on PostgreSQL` }));
}

function addsTable(sized: readonly Sized[], server: string): Table {
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
      server,
      "The server is on the same machine; its processor time and its memory are in no figure. Each engine has a schema of its own.",
      "PostgresStore writes a line and its vector in transactions of their own, and a batch line by line on one connection.",
    ],
  };
}

function searchTable(sized: readonly Sized[], hasData: boolean): Table {
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
      "PostgresStore has an HNSW index of the same vectors, which is what it makes unless told otherwise; one user is a namespace there, found by how its name begins.",
      ...(hasData ? [] : ["Made-up talk: no gold answers."]),
    ],
  };
}

function footprintTable(sized: readonly Sized[]): Table {
  return {
    title: "Footprint",
    columns: ["lines", "engine", "RSS MB", "anonymous MB", "tables MB", "open to first answer ms"],
    rows: sized.map(({ engine, size, told, bytes, firstAnswerMs }) => [
      ...[size, titleOf(engine), told.footprint.rssMb, told.footprint.anonymousMb],
      ...[bytes / MB, firstAnswerMs],
    ]),
    notes: ["Tables with their indexes, as they stand right after, before any vacuum."],
  };
}
