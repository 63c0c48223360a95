// One seeded source of chance for the whole training, so that a run can be repeated.

let state = 1;

export function seed(value: number): void {
  state = value >>> 0;
}

/** Mulberry32. */
export function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

export function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("Nothing to pick from.");
  return one;
}

/** In place. */
export function shuffle<T>(list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const [a, b] = [list[at] as T, list[other] as T];
    list[at] = b;
    list[other] = a;
  }
  return list;
}
