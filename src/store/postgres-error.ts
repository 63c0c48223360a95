// What PostgreSQL's error codes mean to a caller.

import { type ErrorCode, MemoryError } from "../errors.ts";

const MEANINGS: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^23505/, "conflict", "Another writer stored the same thing first."],
  [/^40/, "conflict", "Another writer changed the same rows; try again."],
  [/^22(021|P05)/, "invalid_input", "The text holds a character the database cannot store."],
  [/^(22|23)/, "invalid_input", "A value is missing, too large or not of its kind."],
  [/^54/, "too_large", "There is more of it than the database can take at once."],
  [
    /^(08|57P|53[^1])/,
    "store_unavailable",
    "The database is not reachable or has no room for more connections.",
  ],
  [
    /^53100/,
    "storage_full",
    "The database server's disk is full; nothing of this change was kept.",
  ],
  [/^(28|3D)/, "store_unavailable", "The database refused the login, or does not exist."],
  [/^42501/, "forbidden", "The database role is not allowed to do that."],
  [/^XX001/, "corrupt_store", "The database server reports damaged data."],
  [/^E[A-Z]+$/, "store_unavailable", "The database server cannot be reached."],
];

export function postgresError(thrown: unknown): MemoryError {
  const code: unknown =
    typeof thrown === "object" && thrown !== null && Reflect.get(thrown, "code");
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const meaning = typeof code === "string" ? MEANINGS.find(([p]) => p.test(code)) : undefined;
  if (meaning !== undefined) return new MemoryError(meaning[1], meaning[2], { cause: thrown });
  if (/timeout|terminated|ended the connection|not queryable/i.test(message))
    return new MemoryError("store_unavailable", "The database did not answer in time.", {
      cause: thrown,
    });
  return new MemoryError("internal", `The database refused a statement: ${message}`, {
    cause: thrown,
  });
}
