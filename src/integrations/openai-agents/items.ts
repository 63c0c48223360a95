// Items of a session as JSON: checked on their way in, compared by what they say, and named by a hash.

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AgentInputItem } from "@openai/agents-core";
import { MemoryError } from "../../errors.ts";

/** The item as it will come back. What JSON would lose without a word is refused instead. */
export function plain(items: readonly AgentInputItem[]): readonly AgentInputItem[] {
  return items.map((item) => {
    refuseUnkeepable(item, []);
    return JSON.parse(JSON.stringify(item));
  });
}

function refuseUnkeepable(value: unknown, around: readonly unknown[]): void {
  if (value === null || ["string", "boolean", "undefined"].includes(typeof value)) return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (typeof value !== "object" || around.includes(value) || !isPlain(value))
    throw new MemoryError("invalid_input", "A session item holds something that is not JSON.");
  for (const inner of Object.values(value)) refuseUnkeepable(inner, [...around, value]);
}

function isPlain(value: object): boolean {
  const made: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || made === Object.prototype || made === null;
}

export function endsWith(items: readonly unknown[], suffix: readonly unknown[]): boolean {
  return (
    suffix.length <= items.length &&
    isDeepStrictEqual(items.slice(items.length - suffix.length), suffix)
  );
}

/** The same for the same content, in whatever order its fields were written. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([field, inner]) => [field, sorted(inner)]);
}
