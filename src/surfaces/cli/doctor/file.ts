// What must hold of the store's own file: that it is there, sound, private, and of this program's version.

import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SqliteInspection } from "../../../engine/backup.ts";
import { asMemoryError } from "../../../errors.ts";
import { type Check, failure, ok, warning } from "./check.ts";

/** Older ones can damage a file under a write-ahead log. */
const MIN_SQLITE = [3, 51, 3] as const;
const LONG_LOG_BYTES = 268_435_456;
const OTHERS = 0o077;

export type Looked = Readonly<{ checks: readonly Check[]; found?: SqliteInspection }>;

export async function lookAtFile(file: string, key: string | undefined): Promise<Looked> {
  const { inspectSqlite } = await import("../../../engine/backup.ts");
  if (!existsSync(file))
    return { checks: [failure("store", `there is none at ${file}`, "mneme init")] };
  try {
    const found = await inspectSqlite({ path: file, key });
    return { found, checks: [checkVersion(found.sqlite), ...soundness(found)] };
  } catch (thrown) {
    const error = asMemoryError(thrown);
    return { checks: [failure("store", error.message, FIXES[error.code] ?? "mneme --version")] };
  }
}

const SALVAGE = "mneme restore-backup FILE; or move the file away and run mneme rebuild";
const FIXES: Readonly<Record<string, string>> = {
  corrupt_store: SALVAGE,
  newer_store: "npm install -g mneme@latest",
  unauthorized: "mneme config explain encryptionKey",
  store_unavailable: "make the file readable for you, or stop what holds it",
};

function checkVersion(version: string): Check {
  const parts = version.split(".").map(Number);
  const [first] = MIN_SQLITE.map((least, index) => (parts[index] ?? 0) - least).filter(
    (difference) => difference !== 0,
  );
  return first === undefined || first > 0
    ? ok("SQLite", version)
    : failure("SQLite", `${version} is older than ${MIN_SQLITE.join(".")}`, "npm install mneme");
}

function soundness({ faults, schema, pending, deadJobs }: SqliteInspection): readonly Check[] {
  if (faults.length > 0) return [failure("integrity", faults.join("; "), SALVAGE)];
  return [
    ok("integrity", "the file is sound"),
    pending.length === 0
      ? ok("schema", `${schema}, up to date`)
      : warning("schema", `${schema}, waits for ${pending.join(", ")}`, "mneme migrate"),
    deadJobs === 0
      ? ok("jobs", "none was given up")
      : warning("jobs", `${deadJobs} were given up`, "mneme jobs dead, then mneme jobs retry ID"),
  ];
}

export function checkLog(file: string): Check {
  const log = `${file}-wal`;
  const bytes = existsSync(log) ? statSync(log).size : 0;
  return bytes < LONG_LOG_BYTES
    ? ok("log", `${bytes} bytes wait to be gathered`)
    : warning(
        "log",
        `${bytes} bytes: some reader never ends`,
        "stop long readers, then mneme stats",
      );
}

/** What people said is for its owner alone. */
export function checkModes(paths: readonly string[], repair: boolean): Check {
  const open = paths.filter((path) => existsSync(path) && (statSync(path).mode & OTHERS) !== 0);
  if (process.platform === "win32" || open.length === 0)
    return ok("access", "only its owner can read it");
  const fix = `chmod go= ${open.map((path) => `'${path}'`).join(" ")}`;
  if (!repair) return failure("access", `others can read ${open.join(", ")}`, fix);
  for (const path of open) chmodSync(path, statSync(path).mode & ~OTHERS & 0o777);
  return ok("access", `mended: only its owner can read ${open.join(", ")}`);
}

/** Erasing reaches the store, not its copies. */
export function checkCopies(file: string): Check {
  const folder = dirname(file);
  const name = basename(file);
  const copies = readdirSync(folder).filter(
    (one) => one.startsWith(`${name}.`) && /\.(?:backup|before-\w+)$/.test(one),
  );
  if (copies.length === 0) return ok("copies", "none beside the store");
  const paths = copies.map((copy) => join(folder, copy));
  return warning(
    "copies",
    `${copies.join(", ")}: what is erased from the store is still in them`,
    `rm ${paths.map((path) => `'${path}'`).join(" ")}`,
  );
}
