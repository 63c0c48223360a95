// How the HTTP server holds up with 20 connections over a large tenant on SQLite, and beyond what it can do:
// `npm run bench -- http [--size 50000] [--seconds 20] [--connections 20] [--store FILE] [--json]`.
// The server has a process of its own. `--store` keeps the filled file for the next run.

import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Figures, type Load, load, takePulse } from "./http/load.ts";
import type { Told } from "./http/server-process.ts";
import { fillStore } from "./recall-speed/fill-store.ts";
import { madeText } from "./recall-speed/made-text.ts";

const SEED = 7;
const WARM_SECONDS = 3;
const FLOOD = { connections: 400, seconds: 10 };

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "50000" },
    seconds: { type: "string", default: "20" },
    connections: { type: "string", default: "20" },
    store: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const size = Number(values.size);
const usual = { connections: Number(values.connections), seconds: Number(values.seconds) };
const made = madeText(SEED + 2);
const note = { count: 0 };

const SCENES: Readonly<Record<string, Pick<Load, "path" | "body">>> = {
  "keyword search": {
    path: "/v1/search",
    body: () => ({ query: made.question(), over: "memories", wordsOnly: true }),
  },
  "hybrid search": {
    path: "/v1/search",
    body: () => ({ query: made.question(), over: "memories" }),
  },
  "raw add": {
    path: "/v1/memories",
    body: () => {
      note.count += 1;
      return { kind: "log", text: `${made.turn()} Note ${note.count}.` };
    },
  },
  context: { path: "/v1/context", body: () => ({ query: made.question() }) },
};

type Scene = Figures & Readonly<{ live: Readonly<{ p99: number; worst: number }> }>;

const folder = mkdtempSync(join(tmpdir(), "http-bench-"));
const path = values.store ?? join(folder, "bench.db");
try {
  if (!existsSync(path)) await fillStore({ path, memories: size, messages: 0, seed: SEED });
  const loadBefore = loadavg()[0] ?? 0;
  const scenes: Record<string, Scene> = {};
  for (const [name, scene] of Object.entries(SCENES)) scenes[name] = await measured(scene);
  const overload = await flood();
  const machine = { cores: cpus().length, loadBefore, loadAfter: loadavg()[0] ?? 0 };
  const report = { size, ...usual, unit: "ms", machine, scenes, overload };
  console.log(values.json ? JSON.stringify(report) : textOf(report));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measured(scene: Pick<Load, "path" | "body">): Promise<Scene> {
  const server = await started("open");
  await load({ ...server.told, ...scene, ...usual, seconds: WARM_SECONDS });
  const pulse = takePulse(server.told.url);
  const figures = await load({ ...server.told, ...scene, ...usual });
  const live = await pulse.stop();
  await server.stop();
  return { ...figures, live };
}

/** More connections than are let in at once, with every bound in force; then one request, as if nothing had been. */
async function flood() {
  const server = await started("usual");
  const pulse = takePulse(server.told.url);
  const scene = SCENES["hybrid search"];
  const figures = await load({ ...server.told, path: "/v1/search", ...scene, ...FLOOD });
  const live = await pulse.stop();
  const began = performance.now();
  const { status } = await fetch(`${server.told.url}/health/ready`);
  const recovered = { status, milliseconds: Math.round(performance.now() - began) };
  await server.stop();
  return { ...figures, live, recovered };
}

async function started(bounds: "open" | "usual") {
  const file = fileURLToPath(new URL("http/server-process.ts", import.meta.url));
  const child = fork(file, [path, bounds]);
  const [told] = (await once(child, "message")) as [Told];
  return {
    told,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

type Report = Readonly<{
  size: number;
  connections: number;
  seconds: number;
  machine: Readonly<{ cores: number; loadBefore: number; loadAfter: number }>;
  scenes: Readonly<Record<string, Scene>>;
  overload: Awaited<ReturnType<typeof flood>>;
}>;

function textOf({ size: kept, connections, seconds, machine, scenes, overload }: Report): string {
  const cells = (of: Scene) =>
    [of.requestsPerSecond, of.p50, of.p95, of.p99, of.live.p99, of.live.worst]
      .map((value) => value.toFixed(1).padStart(10))
      .join("");
  const statuses = (of: Figures) => `${JSON.stringify(of.statuses)} errors ${of.errors}`;
  const { recovered } = overload;
  return [
    `${kept} memories, ${connections} connections for ${seconds} s each; ${machine.cores} cores, load ${machine.loadBefore.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after; milliseconds`,
    `${"".padEnd(16)}${["req/s", "p50", "p95", "p99", "live p99", "live max"].map((head) => head.padStart(10)).join("")}`,
    ...Object.entries(scenes).map(
      ([name, of]) => `${name.padEnd(16)}${cells(of)}  ${statuses(of)}`,
    ),
    `${"overload".padEnd(16)}${cells(overload)}  ${statuses(overload)}`,
    `afterwards: ${recovered.status} in ${recovered.milliseconds} ms`,
  ].join("\n");
}
