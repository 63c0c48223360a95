// PostgreSQL: adds a second by 1, 4 and 16 clients of one node, then by two nodes, and what a memory takes on disk.
// Needs `--url`; works in a schema of its own, which is dropped.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { importMade } from "./postgres/import-made.ts";
import type { NodeTask, NodeTold } from "./postgres/node-process.ts";
import { partitionTable } from "./postgres/partitions.ts";
import { schemaUrl, sizesOf, withSchema } from "./postgres/schema.ts";
import { toldBy } from "./run/child.ts";
import { atLeast, atMost, type Kept, type Measure, type Table } from "./run/measured.ts";

const NODE = new URL("postgres/node-process.ts", import.meta.url);
const CLIENTS = [1, 4, 16];
/** Of each of two nodes: as many in all as one node had, and as many each. */
const CLIENTS_OF_TWO = [8, 16];

type Trial = Readonly<{ nodes: number; clients: number; told: readonly NodeTold[]; found: number }>;

export const measure: Measure = async ({ url, isQuick, seconds: given, sizes }) => {
  if (url === undefined) throw new Error("PostgreSQL is measured on a server: --url postgres://…");
  const seconds = given ?? (isQuick ? 5 : 20);
  const [memories = isQuick ? 2_000 : 20_000] = sizes ?? [];
  const trials = await trialsOf({ url, seconds });
  const laidOut = await withSchema(url, async (schema, client) => {
    await importMade(schemaUrl(url, schema), memories);
    return [await sizesOf(client, schema), await partitionTable(client, schema)];
  });
  return {
    tables: [trialsTable(trials, seconds), ...laidOut],
    ratios: {},
    promises: promisesOf(trials),
  };
};

/** Each begins with empty tables: what came before would slow down those that come after. */
async function trialsOf({
  url,
  seconds,
}: Pick<Plan, "url" | "seconds">): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const [nodes, clientsOfEach] of [
    [1, CLIENTS],
    [2, CLIENTS_OF_TWO],
  ] as const)
    for (const clients of clientsOfEach)
      trials.push(
        await withSchema(url, (schema, client) =>
          trialOf({ url: schemaUrl(url, schema), nodes, clients, seconds }, client),
        ),
      );
  return trials;
}

type Plan = Readonly<{ url: string; nodes: number; clients: number; seconds: number }>;

/** Every node has tenants of its own and the shared one, so that they also meet. */
async function trialOf({ url, nodes, clients, seconds }: Plan, client: pg.Client): Promise<Trial> {
  const run = randomUUID().slice(0, 8);
  const told = await Promise.all(
    Array.from({ length: nodes }, (_, node) => {
      const task: NodeTask = { url, clients, seconds, run, node };
      return toldBy<NodeTold>(NODE, task);
    }),
  );
  const { rows } = await client.query(
    "SELECT count(*)::int AS n FROM memories WHERE tenant LIKE $1",
    [`${run}-%`],
  );
  return { nodes, clients, told, found: rows[0]?.n ?? 0 };
}

function trialsTable(trials: readonly Trial[], seconds: number): Table {
  return {
    title: "Adds on one PostgreSQL",
    columns: [
      ...["nodes × clients", "adds a second", "p50 ms", "p95 ms"],
      ...["acknowledged", "found", "errors"],
    ],
    rows: trials.map((trial) => [
      `${trial.nodes} × ${trial.clients}`,
      perSecond(trial),
      Math.max(...trial.told.map(({ p50 }) => p50)),
      Math.max(...trial.told.map(({ p95 }) => p95)),
      acknowledged(trial),
      trial.found,
      errorsOf(trial),
    ]),
    notes: [
      `${seconds} s each; a client adds one note after another, half of them in one tenant that all share. Server and nodes are on the same machine.`,
    ],
  };
}

function promisesOf(trials: readonly Trial[]): readonly Kept[] {
  const lost = trials.reduce((sum, trial) => sum + acknowledged(trial) - trial.found, 0);
  const errors = trials.reduce((sum, trial) => sum + errorsOf(trial), 0);
  const best = (nodes: number) =>
    Math.max(...trials.filter((trial) => trial.nodes === nodes).map(perSecond));
  return [
    atLeast("two nodes' adds, in one node's > 1", best(2) / best(1), 1),
    atMost("errors: none", errors, 0),
    atMost("acknowledged and not found: none", lost, 0),
  ];
}

function perSecond({ told }: Trial): number {
  return told.reduce((sum, { perSecond: each }) => sum + each, 0);
}

function acknowledged({ told }: Trial): number {
  return told.reduce((sum, { added }) => sum + added, 0);
}

function errorsOf({ told }: Trial): number {
  return told.reduce((sum, { errors }) => sum + errors, 0);
}
