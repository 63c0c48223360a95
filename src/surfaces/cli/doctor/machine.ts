// What the machine must offer: Node, room on the disk, a clock that is right, a port to listen on.

import { statfsSync } from "node:fs";
import { createServer } from "node:net";
import { type Check, failure, ok, warning } from "./check.ts";

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
