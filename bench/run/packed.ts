// Packs one of our programs for plain node, so that it runs the package as users do: what was built, and no compiler
// beside it in memory. What a program loads only sometimes stays in files of its own.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, "dist/index.js");
/** Inside the package, where the built-in embedder finds its weights. */
const FOLDER = join(ROOT, "node_modules/.cache/mneme-bench");
const LIBRARY = /\/src\/index\.ts$/;

/** Undefined where nothing was built. */
export async function packedOnBuild(program: URL): Promise<URL | undefined> {
  if (!existsSync(BUILT)) return undefined;
  const name = `${program.pathname.split("/").at(-1)}`.replace(/\.ts$/, "");
  const dir = join(FOLDER, name);
  await build({
    cwd: ROOT,
    input: fileURLToPath(program),
    external: (id) => /^[^./]/.test(id),
    platform: "node",
    plugins: [
      {
        name: "the package as it was built",
        resolveId: (id) => (LIBRARY.test(id) ? { id: BUILT, external: "absolute" } : undefined),
      },
    ],
    output: { dir, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs", format: "esm" },
  });
  return pathToFileURL(join(dir, `${name}.mjs`));
}
