// The folder where other engines are installed: apart from our own packages, pinned by a lock file of its own.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { packageFolder } from "../../src/config/package-folder.ts";
import { type Install, installOf } from "../run/install.ts";

const FOLDER = join(packageFolder(), "tools/bench-peers");
/** The one package that compiles itself; npm is told to run no other's code. */
const DRIVER = "better-sqlite3";
const BUILT = "build/Release/better_sqlite3.node";
const LOCK = join(FOLDER, "package-lock.json");
/** The lock file that what is installed was installed by; npm deletes it with the rest before it installs. */
const INSTALLED_BY = join(FOLDER, "node_modules/.installed-by.json");
const Package = z.object({ version: z.string() });

export function installPeers(): void {
  const npm = (...args: readonly string[]) =>
    execFileSync("npm", args, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] });
  if (!isInstalled()) {
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
    copyFileSync(LOCK, INSTALLED_BY);
  }
  if (!existsSync(join(FOLDER, "node_modules", DRIVER, BUILT))) npm("rebuild", DRIVER);
}

function isInstalled(): boolean {
  return existsSync(INSTALLED_BY) && readFileSync(INSTALLED_BY).equals(readFileSync(LOCK));
}

/** Typed by the caller, who knows as much of the package as it calls. */
export async function peerModule<T>(name: string, file: string): Promise<T> {
  const module: T = await import(pathToFileURL(join(FOLDER, "node_modules", name, file)).href);
  return module;
}

export function versionOf(name: string): string {
  const path = join(FOLDER, "node_modules", name, "package.json");
  return Package.parse(JSON.parse(readFileSync(path, "utf8"))).version;
}

export function peerInstall(names: readonly string[]): Install {
  return installOf(FOLDER, names);
}
