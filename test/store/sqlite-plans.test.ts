// What is read in an order is read by an index, or by the numbers of rows, in that order: where a planner sorts instead,
// each page of a list costs as much as the whole list.
//
// The newest memories of one person are found by an index in their order. Without it SQLite reads the tenant from its
// end until it has found enough, which for someone of few memories is all of it.

import { expect, onTestFinished, test } from "vitest";
import { hostViewer } from "../../src/model/viewer.ts";
import { memories, memoriesByVisibility } from "../../src/store/search/search-target.ts";
import { sqliteDialect } from "../../src/store/sqlite/sqlite-dialect.ts";
import { sqliteVectors } from "../../src/store/vectors/sqlite-vectors.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

test.each([
  ["subject", "memories_subject"],
  ["user_id", "memories_user"],
])("a list by %s reads its own rows only, in their order", async (column, index) => {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  const plan = await opened.sql(
    `EXPLAIN QUERY PLAN SELECT m.id FROM memories m WHERE m.tenant = ? AND m.state = 'active'
       AND m.${column} = ? AND m.kind IN (SELECT value FROM json_each(?))
     ORDER BY m.created_at DESC, m.id DESC LIMIT CAST(? AS integer)`,
    ["t", "ana", "[]", 50],
  );
  const steps = plan.map((step) => String(step["detail"]));
  expect(steps[0]).toContain(`USING INDEX ${index} (tenant=? AND ${column}=?)`);
  // Rows of one moment are put in the order of their ids; nothing else is sorted.
  expect(steps.join("\n")).not.toMatch(/TEMP B-TREE FOR (?!LAST TERM)/);
});

test.each([
  ["memories", "subject", "memories_subject"],
  ["memories", "user_id", "memories_user"],
  ["memories", "channel", "memories_channel"],
  ["memories", "agent_id", "memories_agent"],
  ["memories", "run_id", "memories_run"],
  ["messages", "author_id", "messages_author"],
  ["messages", "channel", "messages_channel"],
])("which %s are of one %s the index alone knows", async (table, column, index) => {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  const plan = await opened.sql(
    `EXPLAIN QUERY PLAN SELECT m.seq FROM ${table} m WHERE m.tenant = ? AND m.${column} = ? LIMIT CAST(? AS integer)`,
    ["t", "ana", 50],
  );
  expect(plan.map((step) => step["detail"])).toEqual([
    `SEARCH m USING COVERING INDEX ${index} (tenant=? AND ${column}=?)`,
  ]);
});

test.each([
  ["events", "SELECT m.* FROM history m WHERE +m.tenant = ? AND m.seq > ? ORDER BY m.seq LIMIT ?"],
  [
    "messages",
    "SELECT m.* FROM messages m WHERE +m.tenant = ? AND m.seq > ? ORDER BY m.seq LIMIT ?",
  ],
  [
    "unwritten versions",
    "SELECT m.seq FROM history m WHERE m.unwritten IS NOT NULL ORDER BY m.seq LIMIT ?",
  ],
  [
    "edges",
    `SELECT * FROM relations WHERE tenant = ? AND (from_id, to_id) > (?, ?)
     ORDER BY from_id, to_id LIMIT ?`,
  ],
  [
    "marks of pairs",
    "SELECT pair FROM pair_fingerprints WHERE tenant = ? AND pair >= ? AND pair < ? ORDER BY pair",
  ],
])("a page of %s is not sorted", async (_what, sql) => {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  const values = Array.from(sql.matchAll(/\?/g), () => 1);
  const plan = await opened.sql(`EXPLAIN QUERY PLAN ${sql}`, values);
  expect(plan.map((step) => step["detail"]).join("\n")).not.toContain("TEMP B-TREE");
});

test("what a viewer may see is found by its scopes and its user, not by looking at every memory", async () => {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  const as = { type: "agent", agent: "bot", user: "ana" } as const;
  const within = memoriesByVisibility({ tenant: "t", as, categories: "all" }, {});
  const plan = await opened.sql(`EXPLAIN QUERY PLAN SELECT m.seq FROM ${within?.sql}`, [
    ...(within?.values ?? []),
  ]);
  const steps = plan
    .map((step) => String(step["detail"]))
    .filter((step) => /SEARCH|SCAN/.test(step));
  expect(steps).toEqual([
    "SEARCH memories USING COVERING INDEX memories_scope (tenant=? AND scope=?)",
    "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH memories USING INDEX memories_user (tenant=? AND user_id=?)",
    "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
});

test("what was made in some time is found by that time", async () => {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  const createdAfter = "2026-05-01T10:00:00.000Z";
  const dialect = sqliteDialect(sqliteVectors());
  const query = { filter: { createdAfter }, look: { now: createdAfter } };
  const { sql, values } = memories(dialect, hostViewer("t"), query).within?.() ?? {
    sql: "",
    values: [],
  };
  const plan = await opened.sql(`EXPLAIN QUERY PLAN SELECT m.seq FROM ${sql}`, [...values]);
  const [first] = plan.map((step) => String(step["detail"]));
  expect(first).toContain("USING INDEX memories_newest (tenant=? AND created_at>?)");
});
