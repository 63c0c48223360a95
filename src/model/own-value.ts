// Looks a name up that may be any text. A plain object answers to `constructor` and `__proto__` too; this does not.

export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Adds up counts by name. */
export function summed(
  ...counted: readonly Readonly<Record<string, number>>[]
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const counts of counted)
    for (const [name, count] of Object.entries(counts))
      sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}
