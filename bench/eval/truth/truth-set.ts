// The shape of the truth set, and how a set is read from a file or a folder. See README.md beside it.

import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { readJson } from "../evaluation.ts";

const Pattern = z.string().min(1);
const Groups = z.array(z.array(Pattern).min(1)).min(1);
const Said = z.strictObject({
  author: z.string().min(1),
  text: z.string().min(1),
  at: z.iso.datetime({ offset: true }).optional(),
  role: z.enum(["user", "assistant", "system", "tool"]).optional(),
});

const Item = z.strictObject({
  ...Said.shape,
  id: z.string().min(1),
  lang: z.string().optional(),
  kind: z.enum(["must", "may", "must_not"]),
  category: z.string().min(1),
  before: z.array(Said).default([]),
  after: z.array(Said).default([]),
  must: Groups.optional(),
  never: z.array(Pattern).default([]),
  active: Groups.optional(),
  gone: z.array(Pattern).default([]),
  newerFirst: z.strictObject({ query: z.string().min(1), first: Pattern }).optional(),
});

export type Said = Readonly<z.infer<typeof Said>>;
export type TruthItem = Readonly<z.infer<typeof Item> & { lang: string }>;

/** One file, or every `.json` and `.json.gz` of a folder; the language is the file's name unless an item gives its own. */
export function readTruthSet(path: string): readonly TruthItem[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.json(?:\.gz)?$/.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  const items = files.flatMap((file) => {
    const [lang = ""] = basename(file).split(".");
    return z
      .array(Item)
      .parse(readJson(file))
      .map((item) => ({ ...item, lang: item.lang ?? lang }));
  });
  const ids = new Set(items.map(({ id }) => id));
  if (items.length === 0) throw new Error(`No items in ${path}.`);
  if (ids.size < items.length) throw new Error(`Some items of ${path} have the same id.`);
  return items;
}
