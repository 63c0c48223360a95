// Rows that follow each other, so that a scan is called once for many of them.

export type RowRun = Readonly<{ row: number; count: number }>;

/** Each row once, however often it comes. */
export function runsOf(sorted: Int32Array): readonly RowRun[] {
  const runs: { row: number; count: number }[] = [];
  let next = -1;
  for (const row of sorted) {
    const last = runs.at(-1);
    if (row === next && last !== undefined) last.count++;
    else if (row >= next) runs.push({ row, count: 1 });
    next = row + 1;
  }
  return runs;
}

/** From a place in the runs, one behind the other, to its row. */
export function rowsIn(runs: readonly RowRun[]): (at: number) => number {
  const [only, ...others] = runs;
  if (only !== undefined && others.length === 0) return (at) => only.row + at;
  const rows: number[] = [];
  for (const { row, count } of runs) for (let n = 0; n < count; n++) rows.push(row + n);
  return (at) => rows[at] ?? 0;
}
