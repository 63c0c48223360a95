// What the doctor looks at: the machine, the database file, and the store inside it.

import { chmodSync, existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import type { SqliteInspection } from "../../../engine/backup.ts";
import { asMemoryError } from "../../../errors.ts";
import { ownValue } from "../../../model/own-value.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";

export type Check = Readonly<{
  name: string;
  state: "ok" | "warning" | "failure";
  detail: string;
  /** A command that puts it right, or leads there. */
  fix?: string;
}>;

export function ok(name: string, detail: string): Check {
  return { name, state: "ok", detail };
}

export function warning(name: string, detail: string, fix: string): Check {
  return { name, state: "warning", detail, fix };
}

export function failure(name: string, detail: string, fix: string): Check {
  return { name, state: "failure", detail, fix };
}

// What must hold of the store's own file: that it is there, sound, private, and of this program's version.

/** Older ones can damage a file under a write-ahead log. */
const MIN_SQLITE = [3, 51, 3] as const;
const LONG_LOG_BYTES = 268_435_456;
const OTHERS = 0o077;

type Looked = Readonly<{ checks: readonly Check[]; found?: SqliteInspection }>;

export async function lookAtFile(file: string, key: string | undefined): Promise<Looked> {
  const { inspectSqlite } = await import("../../../engine/backup.ts");
  if (!existsSync(file))
    return { checks: [failure("store", `there is none at ${file}`, "mneme init")] };
  try {
    const found = await inspectSqlite({ path: file, key });
    return { found, checks: [checkVersion(found.sqlite), ...soundness(found)] };
  } catch (thrown) {
    const error = asMemoryError(thrown);
    return {
      checks: [
        failure(
          "store",
          error.message,
          FIXES[error.code] ?? "mneme config, to see which store is meant",
        ),
      ],
    };
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
      ? ok("jobs", "none has failed for good")
      : warning("jobs", `${deadJobs} failed for good`, "mneme jobs dead, then mneme jobs retry ID"),
  ];
}

export function checkLog(file: string): Check {
  const log = `${file}-wal`;
  const bytes = existsSync(log) ? statSync(log).size : 0;
  return bytes < LONG_LOG_BYTES
    ? ok("log", `${bytes} bytes not yet written back to the database`)
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

// What must hold inside the store: indexes that match it, models that answer, keys that are looked after.

type Key = Awaited<ReturnType<MemoryEngine["keys"]["list"]>>[number];

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;

export async function checkIndexes(
  memory: MemoryEngine,
  tenants: readonly string[],
  repair: boolean,
): Promise<Check> {
  const name = "indexes";
  const faulty: string[] = [];
  for (const tenant of tenants) {
    const asked = { tenant, name: "verify", dryRun: !repair, repair };
    const outcome = ownValue(await memory.jobs.run(asked), tenant) ?? {};
    if (outcome["isWhole"] !== true) faulty.push(tenant);
  }
  const fix = `mneme upkeep verify --repair --tenant ${faulty[0]}`;
  if (faulty.length > 0)
    return failure(name, `do not match the store for ${faulty.join(", ")}`, fix);
  return ok(name, tenants.length === 0 ? "nothing to index yet" : "match the store");
}

/** One real call each. */
export async function checkModels(memory: MemoryEngine, tenant: string): Promise<readonly Check[]> {
  const { models } = await memory.admin.checkModels({ tenant });
  return models.map(({ role, name, isWorking, detail, milliseconds }) =>
    isWorking
      ? ok(role, `${name}, ${milliseconds} ms`)
      : failure(role, `${name}: ${detail}`, "mneme config explain models.fast, then its API key"),
  );
}

export async function checkKeys(memory: MemoryEngine, tenant: string, now: Date): Promise<Check> {
  const name = "keys";
  const keys = (await memory.keys.list({ tenant })).filter((key) => isUsable(key, now));
  if (keys.length === 0) return ok(name, "none; only this machine's own user gets in");
  const unused = keys.find((key) => isUnused(key, now));
  if (unused !== undefined)
    return warning(
      name,
      `"${unused.name}" was not used for ${UNUSED_DAYS} days`,
      `mneme keys revoke ${unused.id} --tenant ${tenant}`,
    );
  const endless = keys.filter((key) => key.expiresAt === undefined && key.role === "operator");
  if (endless.length > 1)
    return warning(
      name,
      `${endless.length} operator keys never end`,
      `mneme keys revoke ID --tenant ${tenant}`,
    );
  return ok(name, `${keys.length} in use`);
}

function isUsable({ revokedAt, expiresAt }: Key, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now.toISOString());
}

function isUnused({ createdAt, lastUsedAt }: Key, now: Date): boolean {
  return (lastUsedAt ?? createdAt) < new Date(now.getTime() - UNUSED_DAYS * DAY_MS).toISOString();
}

// What the machine must offer: Node, room on the disk, a clock that is right, a port to listen on.

const MIN_NODE = [20, 19] as const;
const MEGABYTE = 1_048_576;
const LITTLE_BYTES = 1_024 * MEGABYTE;
const TOO_LITTLE_BYTES = 100 * MEGABYTE;
const PORT = 7420;
const PROBE_MS = 2_000;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return isNewEnough
    ? ok("Node", version)
    : failure("Node", `${version} is too old`, `install Node ${MIN_NODE.join(".")} or newer`);
}

/** A backup or a migration needs as much again as the store has. */
export function checkDisk(folder: string, storeBytes: number): Check {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const told = `${Math.floor(free / MEGABYTE)} MB free`;
  if (free < TOO_LITTLE_BYTES) return failure("disk", told, `make room on ${folder}`);
  if (free < Math.max(LITTLE_BYTES, 2 * storeBytes))
    return warning("disk", told, `make room on ${folder}: a backup needs as much as the store`);
  return ok("disk", told);
}

/** A clock that is behind what was stored would hide new memories behind old ones. */
export function checkClock(now: Date, newest: string | undefined): Check {
  const told = now.toISOString();
  if (newest === undefined || newest <= new Date(now.getTime() + 60_000).toISOString())
    return ok("clock", told);
  return failure("clock", `${told} is before the newest memory, ${newest}`, "set the clock right");
}

export async function checkPort(): Promise<Check> {
  const name = "port";
  if (await isFree(PORT)) return ok(name, `${PORT} is free for \`mneme serve\``);
  if (await isMneme(PORT)) return ok(name, `a Mneme server answers on ${PORT}`);
  return warning(name, `${PORT} is taken by another program`, "mneme serve --port 0");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Whatever else listens there may answer anything, or nothing. */
function isMneme(port: number): Promise<boolean> {
  const asked = { signal: AbortSignal.timeout(PROBE_MS) };
  return fetch(`http://127.0.0.1:${port}/health/live`, asked).then(
    (answer) => answer.ok,
    () => false,
  );
}
