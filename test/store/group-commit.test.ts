// What several callers add at once is one transaction on a server. None of them may be lost, doubled, or fail for what
// another did; and where nobody can say whether it was kept, nothing is written again.

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { MemoryError } from "../../src/errors.ts";
import type { Change, ChangeSet } from "../../src/model/change-set.ts";
import type { Store } from "../../src/ports/store.ts";
import { groupCommit } from "../../src/store/commit/group-commit.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool, type PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { freshSchema, type ServerSchema, serverUrl } from "../support/postgres.ts";
import {
  at,
  changes,
  create,
  embed,
  refusal,
  revise,
  TENANT,
} from "../support/store-conformance/samples.ts";

type Written = { names: string[][]; open(): void };

/** Writes down who was written together. Everything waits until it is opened. */
function written(refused: (names: readonly string[]) => Error | undefined = () => undefined) {
  const names: string[][] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const commit: Store["commit"] = async (...sets) => {
    const of = sets.map(({ cause }) => cause);
    names.push(of);
    await opened;
    const failure = refused(of);
    if (failure !== undefined) throw failure;
  };
  return { commit, written: { names, open } satisfies Written };
}

function added(name: string, ...more: readonly Change[]): ChangeSet {
  return { ...changes(create({ id: name }), ...more), cause: name };
}

const NAMES = ["e", "f", "g"];
const everybody = () => "everybody";
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Two transactions of four callers are on their way; whoever comes now waits. */
async function busy(together: Store["commit"]): Promise<readonly Promise<void>[]> {
  const first = [together(added("a")), together(added("b"))];
  await endOfTurn();
  const second = [together(added("c")), together(added("d"))];
  await endOfTurn();
  return [...first, ...second];
}
const BUSY = [
  ["a", "b"],
  ["c", "d"],
];

/** As they come in: each in a turn of its own. */
async function oneByOne(
  together: Store["commit"],
  names: readonly string[],
): Promise<readonly Promise<void>[]> {
  const all: Promise<void>[] = [];
  for (const name of names) {
    all.push(together(added(name)));
    await endOfTurn();
  }
  return all;
}

test("who comes while several are on their way goes with all who came since", async () => {
  const { commit, written: said } = written();
  const together = groupCommit(commit, everybody);
  const all = [...(await busy(together)), ...(await oneByOne(together, NAMES))];
  expect(said.names).toEqual(BUSY);
  said.open();
  await Promise.all(all);
  expect(said.names).toEqual([...BUSY, NAMES]);
  await together(added("h"));
  expect(said.names.at(-1)).toEqual(["h"]);
});

test("few callers who come in turn wait for nobody", async () => {
  const { commit, written: said } = written();
  const together = groupCommit(commit, everybody);
  const all = await oneByOne(together, ["a", "b", "c", "d"]);
  expect(said.names).toEqual([["a"], ["b"], ["c"], ["d"]]);
  said.open();
  await Promise.all(all);
});

test.each([
  [6, [6]],
  [16, [8, 8]],
  [40, [20, 20]],
])(
  "%i clients, each with one add after another, are always written as %j",
  async (clients, sizes) => {
    const { commit, written: said } = written();
    said.open();
    const together = groupCommit(commit, everybody);
    const client = async (name: string) => {
      for (let turn = 0; turn < 3; turn++) await together(added(`${name}-${turn}`));
    };
    await Promise.all(Array.from({ length: clients }, (_, at) => client(`${at}`)));
    const lengths = said.names.map((names) => names.length);
    expect(lengths).toEqual([...sizes, ...sizes, ...sizes]);
  },
);

test("however many wait, thirty-two share a transaction at most", async () => {
  const { commit, written: said } = written();
  said.open();
  const together = groupCommit(commit, everybody);
  await Promise.all(Array.from({ length: 100 }, (_, at) => together(added(`${at}`))));
  expect(Math.max(...said.names.map((names) => names.length))).toBe(32);
});

test("of a group that is refused each goes alone, and only whose fault it was is told", async () => {
  const conflict = new MemoryError("conflict", "no");
  const { commit, written: said } = written((of) => (of.includes("f") ? conflict : undefined));
  const together = groupCommit(commit, everybody);
  const all = Promise.allSettled(NAMES.map((name) => together(added(name))));
  said.open();
  const told = (await all).flatMap(({ status }, at) => (status === "rejected" ? [NAMES[at]] : []));
  expect(told).toEqual(["f"]);
  expect(said.names).toEqual([NAMES, ["e"], ["f"], ["g"]]);
});

test("where nobody can say what was kept, all are told and nothing is written again", async () => {
  const broken = new MemoryError("store_unavailable", "gone");
  const { commit, written: said } = written((of) => (of.length > 1 ? broken : undefined));
  const together = groupCommit(commit, everybody);
  const all = Promise.allSettled(NAMES.map((name) => together(added(name))));
  said.open();
  expect((await all).filter(({ status }) => status === "rejected")).toHaveLength(3);
  expect(said.names).toEqual([NAMES]);
});

test("what changes or locks something that was there goes alone and at once", async () => {
  const { commit, written: said } = written();
  const together = groupCommit(commit, everybody);
  const many = Array.from({ length: 17 }, (_, at) => create({ id: `many-${at}` }));
  const sets = [
    added("waits", embed("waits", [1, 0])),
    { ...changes(embed("m1", [1, 0])), cause: "embed" },
    { ...changes(revise({ version: 2 })), cause: "revise" },
    { ...added("on purpose"), isDeliberate: true },
    { ...changes(...many), cause: "many" },
  ];
  const all = [...(await busy(together)), ...sets.map((set) => together(set))];
  await endOfTurn();
  const atOnce = ["embed", "revise", "on purpose", "many"];
  expect(said.names).toEqual([...BUSY, ...atOnce.map((name) => [name])]);
  said.open();
  await Promise.all(all);
  expect(said.names.at(-1)).toEqual(["waits"]);
});

test("callers of two names share nothing", async () => {
  const { commit, written: said } = written();
  let name = "acme";
  const together = groupCommit(commit, () => name);
  const all = Array.from({ length: 6 }, (_, at) => {
    name = at % 2 === 0 ? "acme" : "other";
    return together(added(name));
  });
  said.open();
  await Promise.all(all);
  expect(said.names).toEqual([Array(3).fill("acme"), Array(3).fill("other")]);
});

const server = serverUrl();
const OPTIONS = { keepsFiles: true, now: () => new Date(at(0)), warn: () => undefined };

describe.runIf(server !== undefined)("with a server", () => {
  let schema: ServerSchema;
  let transactions: number;
  let undone: number;
  let store: Store;

  function counting(pool: PostgresPool): PostgresPool {
    const connect: PostgresPool["connect"] = async () => {
      const client = await pool.connect();
      transactions += 1;
      return {
        ...client,
        query: (config) => {
          undone += Number(config.text === "ROLLBACK");
          return client.query(config);
        },
      };
    };
    return { ...pool, connect };
  }

  beforeEach(async () => {
    schema = await freshSchema(server ?? "");
    store = await openPostgresStore({ ...OPTIONS, pool: counting(schema.pool) });
    onTestFinished(async () => {
      await store.close();
      await schema.close();
    });
    transactions = 0;
    undone = 0;
  });

  async function countOf(table: "memories" | "history"): Promise<number> {
    const text = `SELECT count(*)::int AS n FROM ${table}`;
    return Number((await schema.pool.query({ text, values: [] })).rows[0]?.["n"]);
  }

  const of = (tenant: string, id: string): ChangeSet => ({
    ...changes(create({ id, tenant })),
    tenant,
  });

  test("forty callers of two tenants take far fewer transactions, and each memory is there once", async () => {
    const sets = Array.from({ length: 40 }, (_, n) => of(n % 2 === 0 ? TENANT : "other", `m${n}`));
    await Promise.all(sets.map((set) => store.commit(set)));
    expect(transactions).toBeLessThan(10);
    expect([await countOf("memories"), await countOf("history")]).toEqual([40, 40]);
  });

  test("one who stores what is there already is the only one refused", async () => {
    const sets = Array.from({ length: 20 }, (_, n) => of(TENANT, n === 13 ? "m2" : `m${n}`));
    const outcomes = await Promise.allSettled(sets.map((set) => store.commit(set)));
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason] : [],
    );
    expect(refused).toEqual([expect.objectContaining(refusal("conflict"))]);
    expect([await countOf("memories"), await countOf("history")]).toEqual([19, 19]);
  });

  const inThread = (id: string, thread: number): ChangeSet => {
    const tenant = `of-${thread % 3}`;
    return { ...changes(create({ id, tenant, thread: `t-${thread}` })), tenant };
  };

  test("who waits for a thread that another writer holds keeps nobody else waiting", async () => {
    await store.commit(inThread("first", 1));
    const holder = await schema.pool.connect();
    await holder.query({ text: "BEGIN", values: [] });
    await holder.query({ text: "UPDATE thread_revisions SET revision = revision", values: [] });
    const others = Array.from({ length: 20 }, (_, n) => changes(create({ id: `m${n}` })));
    const sets = [...others.slice(0, 10), inThread("second", 1), ...others.slice(10)];
    const all = sets.map((set) => store.commit(set));
    const waiting = all.splice(10, 1);
    await Promise.all(all);
    expect(await countOf("memories")).toBe(21);
    await holder.query({ text: "COMMIT", values: [] });
    holder.release();
    await Promise.all(waiting);
    expect(await countOf("memories")).toBe(22);
  });

  test("two nodes that write to the same threads in another order do not block each other", async () => {
    const pool = counting(openPostgresPool(schema.url));
    const other = await openPostgresStore({ ...OPTIONS, pool });
    onTestFinished(() => other.close());
    const client = async (node: Store, id: string, step: 1 | -1) => {
      for (let turn = 0; turn < 20; turn++) {
        const threads = Array.from({ length: 4 }, (_, n) => (turn + n * step + 10) % 10);
        await node.commit(...threads.map((thread, n) => inThread(`${id}-${turn}-${n}`, thread)));
      }
    };
    const clients = Array.from({ length: 4 }, (_, n) => [
      client(store, `here-${n}`, 1),
      client(other, `there-${n}`, -1),
    ]);
    await Promise.all(clients.flat());
    expect([await countOf("memories"), undone]).toEqual([640, 0]);
  });
});
