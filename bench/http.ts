// How the HTTP server holds up under connections over a large tenant on SQLite, and beyond what it can do. The server
// has a process of its own. `--sizes`, `--seconds`, `--connections`; `--stores FOLDER` keeps the filled file.

import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figures, type Load, load, takePulse } from "./http/load.ts";
import type { Told } from "./http/server-process.ts";
import { fillStore } from "./recall-speed/fill-store.ts";
import { type MadeText, madeText } from "./recall-speed/made-text.ts";
import { forked } from "./run/child.ts";
import type { Cell, Measure } from "./run/measured.ts";

const SEED = 7;
const WARM_SECONDS = 3;
const FLOOD = { connections: 400, seconds: 10 };

type Scene = Pick<Load, "path" | "body">;
type Seen = Figures & Readonly<{ live: Readonly<{ p99: number; worst: number }> }>;
type Usual = Readonly<{ path: string; connections: number; seconds: number }>;

export const measure: Measure = async ({ isQuick, sizes, seconds, connections, stores }) => {
  const [size = isQuick ? 6_000 : 50_000] = sizes ?? [];
  const folder = mkdtempSync(join(tmpdir(), "http-bench-"));
  const path = join(stores ?? folder, `memories-http-${size}.db`);
  const usual: Usual = {
    path,
    connections: connections ?? 20,
    seconds: seconds ?? (isQuick ? 5 : 20),
  };
  try {
    if (!existsSync(path)) await fillStore({ path, memories: size, messages: 0, seed: SEED });
    const scenes = scenesOf(madeText(SEED + 2));
    const rows: (readonly Cell[])[] = [];
    for (const [name, scene] of Object.entries(scenes))
      rows.push(rowOf(name, await seen(scene, usual)));
    const { recovered, ...overload } = await flood(scenes["hybrid search"], usual);
    rows.push(rowOf(`overload, ${FLOOD.connections} connections`, overload));
    return {
      tables: [
        {
          title: `HTTP over ${size.toLocaleString("en-GB")} memories, milliseconds`,
          columns: [
            ...["scene", "req/s", "p50", "p95", "p99"],
            ...["live p99", "live max", "statuses", "errors"],
          ],
          rows,
          notes: [
            `${usual.connections} connections for ${usual.seconds} s each; the load is made on the same machine.`,
            `After the overload: ${recovered.status} in ${recovered.milliseconds} ms.`,
          ],
        },
      ],
      ratios: {},
      promises: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function scenesOf(made: MadeText): Readonly<Record<string, Scene>> {
  const note = { count: 0 };
  return {
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
}

async function seen(scene: Scene, { path, ...usual }: Usual): Promise<Seen> {
  const server = await started(path, "open");
  await load({ ...server.told, ...scene, ...usual, seconds: WARM_SECONDS });
  const pulse = takePulse(server.told.url);
  const figures = await load({ ...server.told, ...scene, ...usual });
  const live = await pulse.stop();
  await server.stop();
  return { ...figures, live };
}

/** More connections than are let in at once, with every bound in force; then one request, as if nothing had been. */
async function flood(scene: Scene | undefined, { path }: Usual) {
  const server = await started(path, "usual");
  const pulse = takePulse(server.told.url);
  const figures = await load({ ...server.told, path: "/v1/search", ...scene, ...FLOOD });
  const live = await pulse.stop();
  const began = performance.now();
  const { status } = await fetch(`${server.told.url}/health/ready`);
  const recovered = { status, milliseconds: Math.round(performance.now() - began) };
  await server.stop();
  return { ...figures, live, recovered };
}

async function started(path: string, bounds: "open" | "usual") {
  const file = new URL("http/server-process.ts", import.meta.url);
  const child = forked(file, [path, bounds], "ignore");
  const [told] = (await once(child, "message")) as [Told];
  return {
    told,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function rowOf(name: string, of: Seen): readonly Cell[] {
  return [
    ...[name, of.requestsPerSecond, of.p50, of.p95, of.p99, of.live.p99, of.live.worst],
    ...[JSON.stringify(of.statuses), of.errors],
  ];
}
