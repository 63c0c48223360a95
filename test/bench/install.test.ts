// What an install brings, counted in a folder that has every way of asking for a package.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installOf, ourInstall } from "../../bench/run/install.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Each installed package has one file of so many bytes. */
function installed(
  packages: Readonly<Record<string, object>>,
  bytes: Record<string, number>,
): void {
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  for (const [path, size] of Object.entries(bytes)) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, "index.js"), "x".repeat(size));
  }
}

test("what a package asks for comes along once, from where node would take it", () => {
  installed(
    {
      "": { dependencies: { engine: "1", other: "1" } },
      "node_modules/engine": { dependencies: { near: "2", shared: "1" } },
      "node_modules/engine/node_modules/near": { dependencies: { shared: "1", engine: "1" } },
      "node_modules/near": {},
      "node_modules/shared": { dependencies: { near: "1" } },
      "node_modules/other": {},
    },
    {
      "node_modules/engine": 1,
      "node_modules/engine/node_modules/near": 10,
      "node_modules/near": 100,
      "node_modules/shared": 1_000,
      "node_modules/other": 10_000,
    },
  );
  expect(installOf(folder, ["engine"])).toEqual({ packages: 3, bytes: 1_110, ownBytes: 1 });
  expect(installOf(folder, ["engine", "shared"])).toEqual({
    ...{ packages: 2, bytes: 110, ownBytes: 1_001 },
  });
});

test("peers come along unless they are optional, and what may be left out only where it is installed", () => {
  installed(
    {
      "node_modules/engine": {
        optionalDependencies: { here: "1", elsewhere: "1" },
        peerDependencies: { needed: "1", spare: "1", absent: "1" },
        peerDependenciesMeta: { spare: { optional: true } },
      },
      "node_modules/here": {},
      "node_modules/elsewhere": {},
      "node_modules/needed": {},
      "node_modules/spare": {},
    },
    {
      "node_modules/engine": 1,
      "node_modules/here": 10,
      "node_modules/needed": 100,
      "node_modules/spare": 1_000,
    },
  );
  expect(installOf(folder, ["engine"])).toEqual({ packages: 2, bytes: 110, ownBytes: 1 });
});

test("ours brings what its lock file says", () => {
  const { packages, bytes } = ourInstall();
  expect(packages).toBeGreaterThan(10);
  expect(bytes).toBeGreaterThan(1_000_000);
});
