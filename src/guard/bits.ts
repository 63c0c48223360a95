// Small sets as bits, so that two of them are compared in three steps instead of member by member.

/** Up to ninety-three members, thirty-one to a number. */
export type Bits = Readonly<{ low: number; middle: number; high: number }>;

const PER_NUMBER = 31;
const MOST = 3 * PER_NUMBER;

export const NO_BITS: Bits = { low: 0, middle: 0, high: 0 };
export const ALL_BITS: Bits = { low: -1, middle: -1, high: -1 };

export function bit(member: number): Bits {
  if (member < 0 || member >= MOST) throw new Error(`No more than ${MOST} members fit a set.`);
  const inNumber = (from: number) =>
    member >= from && member < from + PER_NUMBER ? 1 << (member - from) : 0;
  return { low: inNumber(0), middle: inNumber(PER_NUMBER), high: inNumber(2 * PER_NUMBER) };
}

export function union(a: Bits, b: Bits): Bits {
  if (a === NO_BITS) return b;
  return b === NO_BITS
    ? a
    : { low: a.low | b.low, middle: a.middle | b.middle, high: a.high | b.high };
}

/** Whether the two have a member in common. */
export function meets(a: Bits, b: Bits): boolean {
  return ((a.low & b.low) | (a.middle & b.middle) | (a.high & b.high)) !== 0;
}
