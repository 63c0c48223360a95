// PostgreSQL: adds a second by 1, 4 and 16 clients of one node, then by two nodes, answers, and what a memory takes on
// disk.
// Needs `--url`; works in a schema of its own, which is dropped.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { importMade } from "./postgres/import-made.ts";
import type { NodeTask, NodeTold } from "./postgres/node-process.ts";
import { sizesOf, withSchema } from "./postgres/schema.ts";
import { schemaUrl } from "./postgres/schema-url.ts";
import { searchedAt, searchTable } from "./postgres/searches.ts";
import { toldBy } from "./run/child.ts";
import { atLeast, atMost, type Cell, type Kept, type Measure, type Table } from "./run/measured.ts";
import { packedOnBuild } from "./run/packed.ts";

const NODE = new URL("postgres/node-process.ts", import.meta.url);
const CLIENTS = [1, 4, 16];
/** Of each of two nodes: as many in all as one node had, and as many each. */
const CLIENTS_OF_TWO = [2, 8, 16];
const MANY = 16;

/** Each is done so often, in turns with the others; a busy minute then meets all of them. */
const ROUNDS = 5;

type Trial = Readonly<{ nodes: number; clients: number; told: readonly NodeTold[]; found: number }>;
/** All trials of so many nodes and clients. */
type Tried = Readonly<{ nodes: number; clients: number; trials: readonly Trial[] }>;

export const measure: Measure = async ({ url, isQuick, seconds: given, sizes }) => {
  if (url === undefined) throw new Error("PostgreSQL is measured on a server: --url postgres://…");
  const seconds = given ?? (isQuick ? 5 : 20);
  const trials = await trialsOf({ url, seconds });
  const searches: (readonly Cell[])[] = [];
  let laidOut: readonly Table[] = [];
  for (const memories of sizes ?? (isQuick ? [2_000] : [2_000, 20_000]))
    laidOut = await withSchema(url, async (schema, client) => {
      const at = schemaUrl(url, schema);
      await importMade(at, memories);
      searches.push(await searchedAt(at, memories));
      return [await sizesOf(client, schema)];
    });
  return {
    tables: [trialsTable(trials, seconds), searchTable(searches), ...laidOut],
    ratios: {},
    promises: promisesOf(trials),
  };
};

/** Each begins with empty tables: what came before would slow down those that come after. */
async function trialsOf({
  url,
  seconds,
}: Pick<Plan, "url" | "seconds">): Promise<readonly Tried[]> {
  const wanted = [
    ...CLIENTS.map((clients) => ({ nodes: 1, clients })),
    ...CLIENTS_OF_TWO.map((clients) => ({ nodes: 2, clients })),
  ];
  const trials: Trial[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const { nodes, clients } of wanted)
      trials.push(
        await withSchema(url, (schema, client) =>
          trialOf(
            { url: schemaUrl(url, schema), nodes, clients, seconds: seconds / ROUNDS },
            client,
          ),
        ),
      );
  return wanted.map(({ nodes, clients }) => ({
    ...{ nodes, clients },
    trials: trials.filter((trial) => trial.nodes === nodes && trial.clients === clients),
  }));
}

type Plan = Readonly<{ url: string; nodes: number; clients: number; seconds: number }>;

/** Every node has tenants of its own and the shared one, so that they also meet. */
async function trialOf({ url, nodes, clients, seconds }: Plan, client: pg.Client): Promise<Trial> {
  const run = randomUUID().slice(0, 8);
  const program = (await packedOnBuild(NODE)) ?? NODE;
  const told = await Promise.all(
    Array.from({ length: nodes }, (_, node) => {
      const task: NodeTask = { url, clients, seconds, run, node };
      return toldBy<NodeTold>(program, task);
    }),
  );
  const { rows } = await client.query(
    "SELECT count(*)::int AS n FROM memories WHERE tenant LIKE $1",
    [`${run}-%`],
  );
  return { nodes, clients, told, found: rows[0]?.n ?? 0 };
}

function trialsTable(tried: readonly Tried[], seconds: number): Table {
  return {
    title: "Adds on one PostgreSQL",
    columns: [
      ...["nodes × clients", "adds a second", "p50 ms", "p95 ms"],
      ...["acknowledged", "found", "errors"],
    ],
    rows: tried.map((one) => [
      `${one.nodes} × ${one.clients}`,
      perSecond(one),
      middle(one, ({ told }) => Math.max(...told.map(({ p50 }) => p50))),
      middle(one, ({ told }) => Math.max(...told.map(({ p95 }) => p95))),
      sum(one.trials, acknowledged),
      sum(one.trials, ({ found }) => found),
      sum(one.trials, errorsOf),
    ]),
    notes: [
      `${seconds} s each, in ${ROUNDS} rounds that take turns, each after 4 s that are not counted; the middle of the rounds. A client adds one note after another, half of them in one tenant that all share. Server and nodes are on the same machine.`,
    ],
  };
}

function promisesOf(tried: readonly Tried[]): readonly Kept[] {
  const trials = tried.flatMap((one) => one.trials);
  const best = (nodes: number) =>
    Math.max(...tried.filter((one) => one.nodes === nodes).map(perSecond));
  const withMany = (nodes: number) => {
    const many = tried.find((one) => one.nodes === nodes && nodes * one.clients === MANY);
    return many === undefined ? Number.NaN : perSecond(many);
  };
  const lost = sum(trials, (trial) => acknowledged(trial) - trial.found);
  return [
    atLeast("two nodes' adds at their best, in one node's > 1", best(2) / best(1), 1),
    atLeast("two nodes' adds with 16 clients, in one node's > 1", withMany(2) / withMany(1), 1),
    atMost("errors: none", sum(trials, errorsOf), 0),
    atMost("acknowledged and not found: none", lost, 0),
  ];
}

function perSecond(tried: Tried): number {
  return middle(tried, ({ told }) => sum(told, (node) => node.perSecond));
}

function middle({ trials }: Tried, of: (trial: Trial) => number): number {
  const sorted = trials.map(of).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function acknowledged({ told }: Trial): number {
  return sum(told, ({ added }) => added);
}

function errorsOf({ told }: Trial): number {
  return sum(told, ({ errors }) => errors);
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
