// Settings as two older systems wrote them, read as they stand: the block `memory` of a vault's profile, and `categories`
// in two lists with `rag_length`. What is wrong in them is told by the names that stand in the file.

import { z } from "zod";
import { type Given, isRecord } from "../config.ts";
import { MemoryError } from "../errors.ts";

const Name = z.string().min(1);

const Memory = z.strictObject({
  enabled: z.boolean().optional(),
  scopes: z.array(Name).optional(),
  max_items: z.int().min(1).max(500).optional(),
  similarity_threshold: z.number().gt(0).max(1).optional(),
});

const Category = z.strictObject({
  name: Name,
  context: z.enum(["all", "rag"]).optional(),
  rag_length: z.int().min(1).max(200).optional(),
});
const Listed = z.array(Category).nullish();
const Categories = z.strictObject({ system: Listed, custom: Listed });

const Older = z.looseObject({ memory: Memory.optional(), categories: Categories.optional() });

/** The same settings under our names. A file that has none of the older forms is given back as it is. */
export function withoutOlderForms(given: Given): Given {
  const { categories, memory } = given;
  const isOlder = memory !== undefined || isRecord(categories);
  if (!isOlder) return given;
  const { memory: _block, ...others } = given;
  const older = Older.safeParse(isRecord(categories) ? given : { memory });
  if (!older.success)
    throw new MemoryError(
      "invalid_input",
      `Invalid configuration\n${z.prettifyError(older.error)}`,
      { cause: older.error },
    );
  const listed = older.data.categories;
  return {
    ...others,
    ...(listed === undefined ? {} : { categories: categoriesOf(listed, given["allowlists"]) }),
    ...(older.data.memory === undefined ? {} : settingsOf(older.data.memory, given)),
  };
}

function settingsOf(memory: z.infer<typeof Memory>, given: Given): Given {
  const { enabled, scopes, max_items, similarity_threshold } = memory;
  const capture = isRecord(given["capture"]) ? given["capture"] : {};
  if (enabled !== undefined) refuseTwice("enabled", "capture.enabled", capture["enabled"]);
  const renamed = [
    ["scopes", "scopes", scopes],
    ["max_items", "vaultBlockItems", max_items],
    ["similarity_threshold", "vaultSimilarity", similarity_threshold],
  ] as const;
  const set = renamed.filter(([, , value]) => value !== undefined);
  for (const [older, name] of set) refuseTwice(older, name, given[name]);
  return {
    ...Object.fromEntries(set.map(([, name, value]) => [name, value])),
    ...(enabled === undefined ? {} : { capture: { ...capture, enabled } }),
  };
}

function refuseTwice(older: string, name: string, value: unknown): void {
  if (value === undefined) return;
  throw new MemoryError(
    "invalid_input",
    `Invalid configuration\n\`memory.${older}\` and \`${name}\` are the same setting; give one.`,
  );
}

/** In this form a category that only an allowlist names exists as well. */
function categoriesOf(
  { system, custom }: z.infer<typeof Categories>,
  allowlists: unknown,
): readonly Given[] {
  const written = [...(system ?? []), ...(custom ?? [])].map(({ rag_length, ...category }) => ({
    ...category,
    ...(rag_length === undefined ? {} : { ragLength: rag_length }),
  }));
  const known = new Set(written.map(({ name }) => name));
  const lists = isRecord(allowlists) ? Object.values(allowlists) : [];
  const named = lists.flat().filter((name): name is string => typeof name === "string");
  const others = [...new Set(named)].filter((name) => !known.has(name));
  return [...written, ...others.map((name) => ({ name }))];
}
