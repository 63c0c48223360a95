// Leaves out the fields that have no value, so that absent stays absent.

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Of fields that the program names. Lists of entries would cost several times as much, for every line that is read. */
export function omitUndefined<T extends object>(fields: T): Present<T> {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as unknown as Present<T>;
}
