// The conformance suite on PostgreSQL in process, and the rule that every statement keeps which a store sends in it:
// it names one tenant, or takes no locks, and what it reads together is of one tenant.

import { beforeAll, describe, expect, test } from "vitest";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { type Asked, broken, loadParser } from "../support/one-tenant.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";
import { describeStoredRows } from "../support/store-conformance/describe-stored-rows.ts";
import { postgresStores } from "./postgres-stores.ts";

/** Maintenance that goes over all tenants by nature. */
const OVER_ALL: Readonly<Record<string, string>> = {
  "DELETE FROM job_runs WHERE ended_at <":
    "upkeep.trimRuns: the last of each run stays, once a night",
  "DELETE FROM activities WHERE op = 'search' AND at <": "upkeep.trimSearches: by their age alone",
  "DELETE FROM pair_fingerprints WHERE checked_at <": "upkeep.trimPairs: by their age alone",
  "SELECT tenant FROM memories UNION SELECT tenant FROM messages":
    "memories.tenants: which tenants there are; it takes no locks",
};

const seen = new Set<string>();
const breaches = new Map<string, string>();
let isOpening = false;

function note({ text, values }: Asked): void {
  if (isOpening) return;
  seen.add(text);
  const why = broken({ text, values });
  if (why !== undefined) breaches.set(text, why);
}

function recording(pool: PostgresPool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (config) => {
          note(config);
          return client.query(config);
        },
        release: (error) => client.release(error),
      };
    },
    query: (config) => {
      note(config);
      return pool.query(config);
    },
    end: () => pool.end(),
  };
}

const opened = postgresStores(pgliteWithVector, recording);

/** What makes the tables is no part of the rule. */
async function open(): ReturnType<typeof opened> {
  isOpening = true;
  try {
    return await opened();
  } finally {
    isOpening = false;
  }
}

beforeAll(loadParser);

describeStore("pglite", open);
describeStoredRows("pglite", open);

describe("the rule of tenants", () => {
  test("every statement of the suite names one tenant, or takes no locks", () => {
    expect(seen.size).toBeGreaterThan(200);
    const names = Object.keys(OVER_ALL);
    const others = [...breaches].filter(([text]) => !names.some((name) => text.startsWith(name)));
    expect(others.map(([text, why]) => `${why}: ${text}`)).toEqual([]);
  });

  test("what is excused from it is still sent", () => {
    const sent = (name: string) => [...breaches.keys()].some((text) => text.startsWith(name));
    expect(Object.keys(OVER_ALL).filter((name) => !sent(name))).toEqual([]);
  });
});

describe("a statement breaks the rule that", () => {
  test.each<[string, string, unknown[]]>([
    ["changes rows of all tenants", "UPDATE jobs SET state = 'done' WHERE id = $1", ["j"]],
    [
      "locks rows of all tenants",
      "SELECT id FROM jobs WHERE id = $1 FOR UPDATE SKIP LOCKED",
      ["j"],
    ],
    ["takes one tenant or another", "DELETE FROM jobs WHERE tenant = $1 OR id = $2", ["a", "j"]],
    ["takes any but one", "DELETE FROM jobs WHERE NOT (tenant = $1)", ["a"]],
    ["takes several", "DELETE FROM jobs WHERE tenant = ANY ($1)", [["a"]]],
    ["binds a text to no column", "DELETE FROM jobs WHERE $1 = $2", ["a", "a"]],
    ["adds a row of no known tenant", "INSERT INTO jobs (tenant, id) SELECT x.t, x.i FROM x", []],
    [
      "adds rows of two tenants",
      "INSERT INTO jobs (tenant, id) VALUES ($1, $2), ($3, $4)",
      ["a", "1", "b", "2"],
    ],
    [
      "joins by an id alone",
      "SELECT 1 FROM memories m JOIN vectors v ON v.item_id = m.id WHERE m.tenant = $1",
      ["a"],
    ],
    [
      "looks into another table by an id alone",
      "SELECT 1 FROM memories m WHERE m.tenant = $1 AND EXISTS (SELECT 1 FROM jobs j WHERE j.id = m.id)",
      ["a"],
    ],
    [
      "unites one tenant's with all",
      "SELECT u.id FROM (SELECT tenant, id FROM memories WHERE tenant = $1 UNION ALL SELECT tenant, id FROM jobs) u",
      ["a"],
    ],
    [
      "names the tenant only below",
      "DELETE FROM jobs WHERE EXISTS (SELECT 1 FROM memories m WHERE m.tenant = $1)",
      ["a"],
    ],
    [
      "names two",
      "SELECT 1 FROM memories m JOIN jobs j ON j.tenant = $2 WHERE m.tenant = $1",
      ["a", "b"],
    ],
  ])("%s", (_what, text, values) => {
    expect(broken({ text, values })).toBeTypeOf("string");
  });
});

describe("a statement keeps the rule that", () => {
  test.each<[string, string, unknown[]]>([
    ["reads over all tenants", "SELECT tenant, id FROM jobs WHERE run_at < $1 LIMIT 9", [1]],
    [
      "changes rows of one",
      "UPDATE jobs SET state = $2 WHERE tenant = $1 AND id = $3",
      ["a", "b", "c"],
    ],
    [
      "joins by the tenant",
      "SELECT 1 FROM memories m JOIN vectors v ON v.tenant = m.tenant WHERE m.tenant = $1",
      ["a"],
    ],
    [
      "takes what it has locked",
      `WITH t AS (SELECT id FROM jobs WHERE tenant = $1 FOR UPDATE SKIP LOCKED)
       UPDATE jobs SET state = 'x' WHERE tenant = $2 AND id IN (SELECT id FROM t)`,
      ["a", "a"],
    ],
    [
      "binds the tenant of a subquery in both of its arms",
      `SELECT u.id FROM (SELECT tenant, id FROM memories WHERE tenant = $1
         UNION ALL SELECT tenant, id FROM jobs WHERE tenant = $2) u WHERE u.tenant = $3`,
      ["a", "a", "a"],
    ],
    [
      "adds rows of one",
      "INSERT INTO jobs (tenant, id) SELECT CAST($1 AS text), x FROM f($2) x",
      ["a", 1],
    ],
  ])("%s", (_what, text, values) => {
    expect(broken({ text, values })).toBeUndefined();
  });
});
