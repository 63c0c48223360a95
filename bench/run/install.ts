// What installing a package brings, by the lock file that it was installed by: everything it asks for, and what that asks
// for. A package asked for as a peer comes along too, unless the one that asks can do without.

import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export type Install = Readonly<{
  /** What comes along, and what it weighs. */
  packages: number;
  bytes: number;
  /** The files of the package itself. */
  ownBytes: number;
}>;

const Names = z.record(z.string(), z.unknown()).default({});
const Entry = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().default(false) }))
    .default({}),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });
type Packages = Readonly<z.infer<typeof Lock>["packages"]>;

const ROOT = join(import.meta.dirname, "../..");
const MODULES = "node_modules/";

/** Of this package, as it is published. */
export function ourInstall(): Install {
  const own = ["dist", "assets"].map((part) => join(ROOT, part));
  return { ...along(ROOT, [""]), ownBytes: weightOf(own) };
}

/** Of packages that a user installs together, out of all that are installed in a folder. */
export function installOf(folder: string, names: readonly string[]): Install {
  const own = names.map((name) => `${MODULES}${name}`);
  return { ...along(folder, own), ownBytes: weightOf(own.map((path) => join(folder, path))) };
}

function along(folder: string, own: readonly string[]): Omit<Install, "ownBytes"> {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const { packages } = Lock.parse(JSON.parse(lock));
  const paths = new Set(own);
  // What is added while it is gone through is gone through as well.
  for (const path of paths)
    for (const needed of neededBy(path, packages))
      if (existsSync(join(folder, needed))) paths.add(needed);
  for (const path of own) paths.delete(path);
  return {
    packages: paths.size,
    bytes: weightOf([...paths].map((path) => join(folder, path))),
  };
}

function neededBy(path: string, packages: Packages): readonly string[] {
  const entry = packages[path];
  if (entry === undefined) throw new Error(`${path} is not in the lock file.`);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].flatMap(
    (name) => placeOf(name, path, packages) ?? [],
  );
}

/** As node finds it: beside the package itself, or in a folder further up. */
function placeOf(name: string, from: string, packages: Packages): string | undefined {
  const place = from === "" ? `${MODULES}${name}` : `${from}/${MODULES}${name}`;
  if (Object.hasOwn(packages, place)) return place;
  if (from === "") return undefined;
  const above = from.slice(0, from.lastIndexOf(MODULES)).replace(/\/$/, "");
  return placeOf(name, above, packages);
}

function weightOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + sizeOf(path), 0);
}

/** A package inside another is counted as its own. */
function sizeOf(path: string): number {
  if (!existsSync(path)) return 0;
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
