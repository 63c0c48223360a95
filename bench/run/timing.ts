// How long things take, on the clock and on the processor. A busy machine stretches the first and hardly the second.

import type { Ratio } from "./measured.ts";

export type Spent = Readonly<{ wallMs: number; cpuMs: number }>;

export async function spent(action: () => unknown): Promise<Spent> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await action();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000 };
}

export type Percentiles = Readonly<{ p50: number; p95: number; p99: number }>;

export function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export async function timesOf(
  count: number,
  action: (turn: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const began = performance.now();
    await action(turn);
    times.push(performance.now() - began);
  }
  return times;
}

/** The middle of the rounds, with the ends, so that a reader sees how far to trust it. */
export function ratioOf(rounds: readonly number[], better: Ratio["better"]): Ratio {
  const sorted = rounds.toSorted((a, b) => a - b);
  return {
    value: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    low: sorted[0] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
    runs: rounds.length,
    better,
  };
}

/** How a time grows with size, as the power of the size: 0 not at all, 1 with it. Least squares on logarithms. */
export function growth(points: readonly Readonly<{ size: number; time: number }>[]): number {
  const logs = points.map(({ size, time }) => ({ x: Math.log(size), y: Math.log(time) }));
  const mean = (of: (log: { x: number; y: number }) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  const along = mean((log) => (log.x - x) * (log.y - y));
  const across = mean((log) => (log.x - x) ** 2);
  return across === 0 ? Number.NaN : along / across;
}
