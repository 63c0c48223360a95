// Packs the program into one file for each way in and a few that they share, so that starting it opens a handful of
// files and not a thousand. Names stay as they were written, and source maps lie beside, so that a trace can be read.
//
//   tsx scripts/bundle.ts [FOLDER]

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = process.argv[2] ?? join(ROOT, "dist");
/** Made of many small files that every start would open; all others are loaded from where they are installed. */
const PACKED = ["zod", "chrono-node"];
const BUILT = /^\.\/dist\/(.+)\.js$/;
const OWN_PATH = /^[./]/;
const OLD = /^(?!(?:dashboard|docs)\/).*\.js(?:\.map)?$/;

const Manifest = z.object({
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.union([z.string(), z.object({ default: z.string() })])),
});

const { bin, exports } = Manifest.parse(
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")),
);

/** Whatever the package offers, by its name below `dist`. */
function waysIn(): Record<string, string> {
  const offered = Object.values(exports).map((one) =>
    typeof one === "string" ? one : one.default,
  );
  const names = [...Object.values(bin), ...offered].flatMap((path) => BUILT.exec(path)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
}

function isLeftOut(id: string): boolean {
  return !OWN_PATH.test(id) && !PACKED.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Whose code is inside must be said inside. */
function licences(): string {
  const texts = PACKED.map((name) => {
    const folder = join(ROOT, "node_modules", name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence to go with it.`);
    return `${name}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `Parts of these packages are in the files beside this one.\n\n${texts.join("\n---\n\n")}`;
}

mkdirSync(FOLDER, { recursive: true });
for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" }))
  if (OLD.test(name)) rmSync(join(FOLDER, name));
await build({
  cwd: ROOT,
  input: waysIn(),
  external: isLeftOut,
  platform: "node",
  output: {
    dir: FOLDER,
    format: "esm",
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name]-[hash].js",
  },
});
writeFileSync(join(FOLDER, "LICENSES.txt"), licences());
// `npx` makes a program that it linked once runnable, and not again when it is built anew.
for (const path of Object.values(bin)) {
  const name = BUILT.exec(path)?.[1];
  if (name !== undefined) chmodSync(join(FOLDER, `${name}.js`), 0o755);
}
