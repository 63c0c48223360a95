// Vectors that an older system kept in its SQLite file: in a plain column, or in the tables that the sqlite-vec
// extension keeps its own in, which are read without that extension.

import type { ForeignDatabase, ForeignRow } from "../../ports/foreign-database.ts";
import { idIn } from "./moved.ts";

export type OldVector = Readonly<{ id: string; vector: Float32Array }>;

const BYTES = 4;

/** The vectors of `vec_notes`, by the id of the note each belongs to. */
export function* noteVectors(db: ForeignDatabase): Generator<OldVector> {
  if (db.tables.has("vec_notes_chunks")) yield* chunked(db);
  else if (db.tables.has("vec_notes"))
    for (const row of db.rows("vec_notes")) {
      const id = idIn(row, "note_id", "id");
      const vector = floats(row["embedding"] ?? row["vector"]);
      if (id !== undefined && vector !== undefined) yield { id, vector };
    }
}

/** Each chunk holds the vectors of many rows, one behind the other. */
function* chunked(db: ForeignDatabase): Generator<OldVector> {
  for (const { vectors, size, chunk_id: chunk } of db.rows("vec_notes_chunks")) {
    if (!(vectors instanceof Uint8Array) || typeof chunk !== "number") continue;
    const length = vectors.byteLength / Number(size);
    yield* inChunk(db.rows("vec_notes_rowids", [chunk]), vectors, length);
  }
}

function* inChunk(
  rows: Iterable<ForeignRow>,
  vectors: Uint8Array,
  length: number,
): Generator<OldVector> {
  for (const row of rows) {
    const id = idIn(row, "id", "row");
    const at = Number(row["chunk_offset"]) * length;
    const vector = floats(vectors.subarray(at, at + length));
    if (id !== undefined && vector !== undefined) yield { id, vector };
  }
}

/** 32-bit floats, least byte first, as every one of these systems writes them. */
export function floats(value: unknown): Float32Array | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const { byteLength } = value;
  if (byteLength === 0 || byteLength % BYTES !== 0) return undefined;
  const view = new DataView(value.buffer, value.byteOffset, byteLength);
  return Float32Array.from({ length: byteLength / BYTES }, (_, at) =>
    view.getFloat32(at * BYTES, true),
  );
}

/** How many numbers a row says its vector has must be how many it has. */
export function dimsFit(row: ForeignRow, vector: Float32Array): boolean {
  const { dims } = row;
  return typeof dims !== "number" || dims === vector.length;
}
