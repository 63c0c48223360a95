// Finds the files that ship with the package: sources and build lie at different depths below its root.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder `assets/<name>` of the package. */
export function assetFolder(name: string): string {
  for (let from = dirname(fileURLToPath(import.meta.url)); ; from = dirname(from)) {
    const folder = join(from, "assets", name);
    if (existsSync(folder)) return folder;
    if (dirname(from) === from)
      throw new Error(`The package is incomplete: assets/${name} is missing.`);
  }
}
