// What comes with the package: licences we can live with, whole hashes, and no code that runs on install but the
// database driver's (R-HTTP-18).

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const LICENCES = [
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Zlib",
];

/** Of several that a package offers one must do; of several that hold together all must. */
function isFree(licence: string): boolean {
  const bare = licence.replace(/^\(|\)$/g, "");
  if (bare.includes(" OR ")) return bare.split(" OR ").some(isFree);
  return bare.split(" AND ").every((one) => LICENCES.includes(one));
}

const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

/** What a user of the package installs; our own folders are not among it. */
const installed = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.startsWith("node_modules/") && dev !== true && link !== true,
);

test("something is installed with the package", () => {
  expect(installed.length).toBeGreaterThan(20);
});

test("every package we bring along has a licence that lets its users do as they like", () => {
  const others = installed.filter(([, { license }]) => !isFree(license ?? ""));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test("every package we bring along is held to a hash, and comes from the registry", () => {
  const loose = installed.filter(
    ([, { integrity, resolved }]) =>
      integrity === undefined || (resolved !== undefined && !resolved.startsWith("https://")),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test("nothing but the database driver runs on install", () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(scripted.map(([path]) => path)).toEqual(["node_modules/@photostructure/sqlite"]);
});

test("the list of parts can be written, and names them all", () => {
  const bill = execFileSync("npm", ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const { components } = z
    .object({ components: z.array(z.object({ name: z.string(), version: z.string() })) })
    .parse(JSON.parse(bill));
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const missing = installed.filter(([path, { version }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return !named.has(`${name}@${version}`);
  });
  expect(missing.map(([path]) => path)).toEqual([]);
});
