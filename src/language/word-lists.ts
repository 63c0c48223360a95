// Reads the word lists that ship with the package (`assets/language`): plain text, read when first asked for.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder `assets/<name>` of the package: sources and build lie at different depths below its root. */
export function assetFolder(name: string): string {
  for (let from = dirname(fileURLToPath(import.meta.url)); ; from = dirname(from)) {
    const folder = join(from, "assets", name);
    if (existsSync(folder)) return folder;
    if (dirname(from) === from)
      throw new Error(`The package is incomplete: assets/${name} is missing.`);
  }
}

/** The entries of a list, one a line; what begins with "# " is a comment. */
export function listLines(name: string): readonly string[] {
  const text = readFileSync(join(assetFolder("language"), `${name}.txt`), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
}

/** Lists that share a file: `name: entries`, going on in the lines that are indented. */
export function namedLists(name: string): ReadonlyMap<string, string> {
  const lists = new Map<string, string>();
  let current = "";
  for (const line of listLines(name)) {
    const [, named, entries = line] = /^(\w+):(.*)$/.exec(line) ?? [];
    current = named ?? current;
    lists.set(current, `${lists.get(current) ?? ""} ${entries.trim()}`.trim());
  }
  return lists;
}
