// What a model of more dimensions costs: the same memories of one tenant with vectors of three sizes, on both databases.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { withSchema } from "../postgres/schema.ts";
import { schemaUrl } from "../postgres/schema-url.ts";
import { fillOpen, NOW } from "../recall-speed/fill-store.ts";
import { toldBy } from "../run/child.ts";
import { bytesOnDisk } from "../run/footprint.ts";
import type { Cell, Measured } from "../run/measured.ts";
import { packedOnBuild } from "../run/packed.ts";
import { fillServer, SEED } from "./fill-server.ts";
import { bytesOf } from "./layouts.ts";
import { wideEmbedder } from "./wide-embedder.ts";
import type { Asking, Told } from "./wide-process.ts";

const DIMS = [128, 384, 1_536];
const PROGRAM = new URL("wide-process.ts", import.meta.url);

export type Sized = Readonly<{ url: string; size: number; asked: number }>;

export async function measureVectorSizes(sized: Sized): Promise<Measured> {
  const rows: (readonly Cell[])[] = [];
  for (const dims of DIMS) rows.push(await onServer(sized, dims));
  for (const dims of DIMS) rows.push(await onFile(sized, dims));
  const table = {
    title: `Vectors of other sizes, at ${sized.size} memories of one tenant`,
    columns: [
      ...["database", "dimensions", "search p50 ms", "p95 ms", "first answer ms"],
      ...["bytes a memory", "RSS MB"],
    ],
    rows,
    notes: [
      `${sized.asked} questions, one after another, ten results each; a fresh process each, opening not counted. The vectors are the built-in ones, widened so that every similarity stays the same: what differs is their size alone. RSS is of the process that asks.`,
    ],
  };
  return { tables: [table], ratios: {}, promises: [] };
}

function onServer({ url, size, asked }: Sized, dims: number): Promise<readonly Cell[]> {
  return withSchema(url, async (schema, client) => {
    const at = schemaUrl(url, schema);
    await fillServer(at, size, wideEmbedder(dims));
    const told = await answersTo({ place: { url: at }, dims, questions: asked });
    return rowOf("PostgreSQL", dims, { told, bytes: (await bytesOf(client, schema)) / size });
  });
}

async function onFile({ size, asked }: Sized, dims: number): Promise<readonly Cell[]> {
  const folder = mkdtempSync(join(tmpdir(), "outgrow-bench-"));
  const path = join(folder, "wide.db");
  try {
    const opening = { durability: "normal", keepsFiles: false, now: () => NOW } as const;
    const store = await openSqliteStore({ path, ...opening });
    await fillOpen(store, { memories: size, messages: 0, seed: SEED }, wideEmbedder(dims));
    await store.close();
    const told = await answersTo({ place: { path, folder: null }, dims, questions: asked });
    return rowOf("SQLite", dims, { told, bytes: bytesOnDisk(path) / size });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answersTo(asking: Asking): Promise<Told> {
  return toldBy<Told>((await packedOnBuild(PROGRAM)) ?? PROGRAM, asking);
}

type Found = Readonly<{ told: Told; bytes: number }>;

function rowOf(database: string, dims: number, { told, bytes }: Found): readonly Cell[] {
  const { p50, p95, firstMs, rssMb } = told;
  return [database, dims, p50, p95, firstMs, bytes, rssMb];
}
