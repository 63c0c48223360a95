// One memory for people: the text first, then what is known of it.

import type { Memory } from "../../model/memory.ts";
import { paint } from "./paint.ts";
import { oneLine } from "./print.ts";

export function memoryLines(memory: Memory): readonly string[] {
  const { kind, state, scope, category, subject, tags, confidence, importance } = memory;
  const rows: readonly (readonly [string, string])[] = [
    ["id", memory.id],
    ["kind", kind],
    ["state", `${state}, version ${memory.version}`],
    ["scope", `${scope}/${category}`],
    ["about", subject ?? ""],
    ["tags", tags.join(", ")],
    [
      "weight",
      `confidence ${confidence}, importance ${importance}${memory.pinned ? ", pinned" : ""}`,
    ],
    ["origin", memory.origins.join(", ")],
    ["created", memory.createdAt],
    ["updated", memory.updatedAt],
    ["expires", memory.expiresAt ?? ""],
  ];
  return [
    paint.bold(oneLine(memory.text)),
    ...rows
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `  ${paint.dim(name.padEnd(8))} ${oneLine(value)}`),
  ];
}
