// Fits a logistic curve to weighted cases by Newton's method: a handful of traits, so a few steps are enough.

export type Case<K extends string> = Readonly<{
  traits: Readonly<Record<K, number>>;
  isTrue: boolean;
  weight: number;
}>;

const STEPS = 30;
/** Keeps traits that hardly vary from growing without bound. */
const RIDGE: number = 1e-3;

/** The weight of each trait, and `bias`. */
export function fitLogistic<K extends string>(
  names: readonly K[],
  cases: readonly Case<K>[],
): Readonly<Record<K | "bias", number>> {
  const scales = names.map((name) => scaleOf(cases.map(({ traits }) => traits[name])));
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const rows = cases.map(({ traits, isTrue, weight }) => ({
    values: [...names.map((name, at) => traits[name] / (scales[at] ?? 1)), 1],
    target: isTrue ? 1 : 0,
    share: weight / total,
  }));
  let weights: readonly number[] = [...names.map(() => 0), 0];
  for (let step = 0; step < STEPS; step++) weights = stepFrom(weights, rows);
  const bias = weights[names.length] ?? 0;
  const fitted = names.map((name, at) => [name, (weights[at] ?? 0) / (scales[at] ?? 1)] as const);
  return Object.fromEntries([...fitted, ["bias", bias]]) as Record<K | "bias", number>;
}

type Row = Readonly<{ values: readonly number[]; target: number; share: number }>;

function stepFrom(weights: readonly number[], rows: readonly Row[]): readonly number[] {
  const last = weights.length - 1;
  const gradient = weights.map((value, at) => (at < last ? RIDGE * value : 0));
  const curvature = weights.map((_, a) => weights.map((__, b) => (a === b ? RIDGE : 0)));
  for (const { values, target, share } of rows) {
    const chance = logistic(values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
    const slope = share * chance * (1 - chance);
    for (const [a, value] of values.entries()) {
      gradient[a] = (gradient[a] ?? 0) + share * (chance - target) * value;
      const line = curvature[a] ?? [];
      for (const [b, other] of values.entries()) line[b] = (line[b] ?? 0) + slope * value * other;
    }
  }
  const step = solve(curvature, gradient);
  return weights.map((value, at) => value - (step[at] ?? 0));
}

function logistic(evidence: number): number {
  return 1 / (1 + Math.exp(-evidence));
}

function scaleOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.sqrt(spread) || 1;
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < rows.length; column++) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivotAt = column + below.indexOf(Math.max(...below));
    const pivot = rows[pivotAt] ?? [];
    rows[pivotAt] = rows[column] ?? [];
    rows[column] = pivot;
    for (const row of rows) if (row !== pivot) subtract(row, pivot, column);
  }
  return rows.map((row, at) => (row[rows.length] ?? 0) / (row[at] || 1));
}

function subtract(row: number[], pivot: readonly number[], column: number): void {
  const factor = (row[column] ?? 0) / (pivot[column] || 1);
  for (let at = column; at < row.length; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
}
