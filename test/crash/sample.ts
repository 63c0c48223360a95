// Which crossings a run of the matrix dies at: every kind of crossing at least once, or, asked to take long, every one.

import type { Death, Moment } from "./crossings.ts";

const MOMENTS: readonly Moment[] = ["before", "after", "half"];

export function isLong(): boolean {
  return process.env["MNEME_PROOF"] === "long";
}

/** Seeded by the day, or by what the environment says, so that a failure can be run again. */
export function seedOf(): number {
  const given = process.env["MNEME_SEED"];
  return given === undefined ? Math.floor(Date.now() / 86_400_000) : Number(given);
}

export function everyDeath(labels: readonly string[]): readonly Death[] {
  return labels.flatMap((label, index) =>
    momentsOf(label).map((moment) => ({ at: index + 1, moment })),
  );
}

/** Of each kind of crossing one, chosen by the seed, at most so many in all. */
export function someDeaths(
  labels: readonly string[],
  { seed, limit }: Readonly<{ seed: number; limit: number }>,
): readonly Death[] {
  const random = seeded(seed);
  const byLabel = new Map<string, number[]>();
  for (const [index, label] of labels.entries())
    byLabel.set(label, [...(byLabel.get(label) ?? []), index + 1]);
  const deaths = [...byLabel].map(([label, places]): Death => {
    const moments = momentsOf(label);
    return {
      at: places[Math.floor(random() * places.length)] ?? 1,
      moment: moments[Math.floor(random() * moments.length)] ?? "before",
    };
  });
  while (deaths.length > limit) deaths.splice(Math.floor(random() * deaths.length), 1);
  return deaths;
}

/** A statement of SQLite is over or not begun; a write to a file or to a server can be cut. */
function momentsOf(label: string): readonly Moment[] {
  return /^disk (?:append|write)File$/.test(label) ? MOMENTS : MOMENTS.slice(0, 2);
}

export function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
