// The figures of the engines on PostgreSQL, in tables of their own: a server on the other end of a connection is not a
// file beside the program, so these are held against one another only and against no promise.

import type { Table } from "../run/measured.ts";
import { figureTables, type PeerFigures } from "./figure-tables.ts";

/** `server` says what the server was like. None where no engine on PostgreSQL was asked for. */
export function postgresTables(figures: PeerFigures, server: string): readonly Table[] {
  if (figures.losses.length === 0) return [];
  const tables = figureTables(figures, {
    adding: [
      server,
      "The server is on the same machine; its processor time and its memory are in no figure. Each engine has a schema of its own.",
      "PostgresStore writes a line and its vector in transactions of their own, and a batch line by line on one connection.",
    ],
    searching: [
      "PostgresStore has an HNSW index of the same vectors, which is what it makes unless told otherwise; one user is a namespace there, found by how its name begins.",
    ],
    footprint: ["Tables with their indexes, as they stand right after, before any vacuum."],
    disk: "tables MB",
  });
  return tables.map((table) => ({ ...table, title: `${table.title}, on PostgreSQL` }));
}
