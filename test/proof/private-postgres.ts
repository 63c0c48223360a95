// A PostgreSQL server of a test's own, which it may stop and start as it likes. The shared one stays untouched.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

export type PrivatePostgres = Readonly<{
  url: string;
  folder: string;
  start: () => void;
  /** Starts it when it stopped by itself, and does nothing to one that runs. */
  revive: () => void;
  /** `fast` ends every session; `immediate` is a crash, and the next start recovers. */
  stop: (mode: "fast" | "immediate") => void;
  /** One statement, as its owner. */
  run: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** A server that follows this one by streaming. */
  standby: () => Promise<PrivatePostgres>;
  /** Makes a standby the primary. */
  promote: () => void;
  close: () => void;
}>;

const INSTALL = fileURLToPath(new URL("../../scripts/postgres/install.sh", import.meta.url));
const USER = "mneme";

/** Throws where this machine cannot have one. */
export async function privatePostgres(
  settings: readonly string[] = [],
  folder = mkdtempSync(join(tmpdir(), "mneme-server-")),
): Promise<PrivatePostgres> {
  mkdirSync(folder, { recursive: true });
  giveToServer(folder);
  asServer([
    program("initdb"),
    ...["-D", join(folder, "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
  ]);
  return started(settings, folder);
}

function program(name: string): string {
  const bin = execFileSync(INSTALL, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return join(bin.trim(), name);
}

/** A server over data that are there. */
async function started(settings: readonly string[], folder: string): Promise<PrivatePostgres> {
  const data = join(folder, "data");
  const port = await freePort();
  const options = [
    ...[`-p ${port}`, "-c listen_addresses=127.0.0.1", "-c unix_socket_directories=''"],
    ...settings.map((setting) => `-c ${setting}`),
  ].join(" ");
  const control = (...args: string[]) =>
    asServer([program("pg_ctl"), "-s", "-w", "-D", data, ...args]);
  const start = () => control("start", "-l", join(folder, "log"), "-o", options);
  const stop = (mode: "fast" | "immediate") => control("stop", "-m", mode);
  start();
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  return {
    url,
    folder,
    start,
    revive: () => {
      if (!isRunning(data)) start();
    },
    stop,
    run: (sql) => runOnce(url, sql),
    standby: () => standbyOf(url, settings),
    promote: () => control("promote"),
    close: () => {
      if (isRunning(data)) stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function standbyOf(url: string, settings: readonly string[]): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-standby-"));
  giveToServer(folder);
  asServer([program("pg_basebackup"), "-d", url, "-D", join(folder, "data"), "-R", "-c", "fast"]);
  return started(settings, folder);
}

async function runOnce(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function isRunning(data: string): boolean {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return false;
  const [pid = ""] = readFileSync(file, "utf8").split("\n");
  return existsSync(`/proc/${pid}`);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root. */
function asServer(command: readonly string[]): void {
  const [first = "", ...args] = isRoot()
    ? ["runuser", "-u", "postgres", "--", ...command]
    : command;
  // Standard error would be inherited by the server, and waited for.
  execFileSync(first, args, { stdio: "ignore", cwd: "/" });
}

function giveToServer(folder: string): void {
  chmodSync(folder, 0o700);
  if (!isRoot()) return;
  const id = (of: "-u" | "-g") =>
    Number(execFileSync("id", [of, "postgres"], { encoding: "utf8" }));
  chownSync(folder, id("-u"), id("-g"));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
