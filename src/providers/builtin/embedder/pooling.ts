// From a text to its vector: the weighted sum of its rows, made one long.

import { basicTokens } from "./basic-tokens.ts";
import type { Table } from "./table.ts";
import { lookUp, type Vocabulary } from "./vocabulary.ts";

export type StaticModel = Readonly<{ table: Table; vocabulary: Vocabulary }>;

const MAX_ROWS = 512;

/** A unit vector, or the zero vector when the text has no token in it. */
export function embedText(text: string, { table, vocabulary }: StaticModel): Float32Array {
  return unit(weightedSum(rowsOf(text, vocabulary), table));
}

/** Every token gives at least one row, so tokens beyond the limit cannot matter. */
function rowsOf(text: string, vocabulary: Vocabulary): readonly number[] {
  const rows: number[] = [];
  let followers: ReadonlyMap<string, number> | undefined;
  for (const token of basicTokens(text, MAX_ROWS)) {
    const entry = lookUp(token, vocabulary);
    for (const row of entry.rows) rows.push(row);
    const pair = followers?.get(token);
    if (pair !== undefined) rows.push(pair);
    followers = entry.followers;
  }
  return rows.length > MAX_ROWS ? rows.slice(0, MAX_ROWS) : rows;
}

/** Four cells a step, as a table's width allows: measurably faster. `| 0` keeps the sums in integers. */
function weightedSum(rows: readonly number[], { dims, weights, cells }: Table): Int32Array {
  const sum = new Int32Array(dims);
  for (const row of rows) {
    const weight = weights[row] ?? 0;
    let cell = row * dims;
    for (let dim = 0; dim < dims; dim += 4) {
      sum[dim] = ((sum[dim] ?? 0) + Math.imul(weight, cells[cell] ?? 0)) | 0;
      sum[dim + 1] = ((sum[dim + 1] ?? 0) + Math.imul(weight, cells[cell + 1] ?? 0)) | 0;
      sum[dim + 2] = ((sum[dim + 2] ?? 0) + Math.imul(weight, cells[cell + 2] ?? 0)) | 0;
      sum[dim + 3] = ((sum[dim + 3] ?? 0) + Math.imul(weight, cells[cell + 3] ?? 0)) | 0;
      cell += 4;
    }
  }
  return sum;
}

function unit(sum: Int32Array): Float32Array {
  const vector = new Float32Array(sum);
  let squares = 0;
  for (let dim = 0; dim < sum.length; dim++) squares += (sum[dim] ?? 0) ** 2;
  const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let dim = 0; dim < sum.length; dim++) vector[dim] = (sum[dim] ?? 0) * factor;
  return vector;
}
