// What frameworks keep of a person is theirs by their id alone: as the owner, or as the name of a thread, a session or
// a document. The same names in another tenant make nothing theirs.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import { at, TENANT } from "../support/store-conformance/samples.ts";
import { erasePerson, PERSON } from "./erased-person.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

const BESIDE = "acme2";

let opened: OpenedDatabase;
beforeEach(async () => {
  opened = await sqliteInFile();
});
afterEach(() => opened.close());

type Talk = Readonly<{ tenant: string; name: string; user?: string }>;

/** A thread and a session of one name. */
async function talk({ tenant, name, ...owner }: Talk): Promise<void> {
  const { graphs, sessions } = opened.store.frameworks;
  const data = { encoding: "json", bytes: new TextEncoder().encode("{}") };
  const place = { tenant, thread: name, namespace: "", id: "c1", ...owner };
  const values = [{ channel: "said", data }];
  await graphs.save(
    {
      ...place,
      checkpoint: data,
      metadata: data,
      changed: ["said"],
      versions: { said: "1" },
      values,
    },
    at(0),
  );
  await graphs.saveWrites(place, [{ task: "t", index: 0, channel: "said", data }]);
  await sessions.rewrite({ tenant, session: name }, { change: () => [1], at: at(0), ...owner });
}

const TABLES = [
  ["graph_checkpoints", "thread"],
  ["graph_values", "thread"],
  ["graph_writes", "thread"],
  ["agent_sessions", "id"],
  ["session_items", "session"],
] as const;

async function expectLeft(names: readonly string[]): Promise<void> {
  for (const [table, column] of TABLES) {
    const rows = await opened.sql(
      `SELECT DISTINCT ${column} AS name FROM ${table} WHERE tenant = ? ORDER BY 1`,
      [TENANT],
    );
    expect([table, rows.map((row) => row["name"])]).toEqual([table, names]);
  }
}

test("a thread and a session called by the person's id go, though nobody said whose they are", async () => {
  await talk({ tenant: TENANT, name: PERSON });
  await talk({ tenant: TENANT, name: "garden" });
  await erasePerson(opened);
  await expectLeft(["garden"]);
});

test("a thread and a session stay that bear the name of the person's in another tenant", async () => {
  await talk({ tenant: TENANT, name: "garden", user: "bob" });
  await talk({ tenant: BESIDE, name: "garden", user: PERSON });
  await erasePerson(opened);
  await expectLeft(["garden"]);
});

test("a document called by the person's id goes, though it says nothing of them", async () => {
  const shelf = { tenant: TENANT, name: "langgraph", owner: "" } as const;
  const put = (name: string) =>
    ({
      type: "put",
      at: { folder: ["beds"], name },
      id: name,
      text: "roses",
      vectors: [],
    }) as const;
  const changes = [put(PERSON), put("paths")];
  await opened.store.frameworks.documents.commit(shelf, { actor: "bob", at: at(0), changes });
  await erasePerson(opened);
  for (const table of ["documents", "document_versions"])
    expect(await opened.sql(`SELECT name FROM ${table}`, [])).toEqual([{ name: "paths" }]);
});
