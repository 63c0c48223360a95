// Erasing takes the rows of the person it names, in the tenant it names, out of every table, and changes no other row:
// neither of another person nor of another tenant in which everything is called the same.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { Row } from "../../src/store/database.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import { plant } from "../support/store-conformance/erasure.ts";
import {
  at,
  commit,
  commitIn,
  create,
  keep,
  link,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { columnsOf } from "../support/store-conformance/schema-of.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

const GONE = "zqxgonejv";
const PERSON = "zqxpersonjv";
const KEPT = "zqxkeptjv";
const OTHER = "zqxotherjv";
const BESIDE = "acme2";
/** Said where nobody else spoke, so that its buffer is emptied with it. */
const ALONE = `a-${GONE}`;
const TARGET = { memories: [`m-${GONE}`], messages: [`g-${GONE}`, ALONE], user: PERSON };

let opened: OpenedDatabase;
beforeEach(async () => {
  opened = await sqliteInFile();
});
afterEach(() => opened.close());

type Columns = ReadonlyMap<string, readonly string[]>;

/** Tables whose rows say their tenant, without the number that each row has for itself; an index holds words only. */
async function tenantTables(): Promise<Columns> {
  const columns = new Map<string, string[]>();
  for (const { table, column } of await columnsOf(opened))
    columns.set(table, [...(columns.get(table) ?? []), column]);
  const own = [...columns].filter(
    ([table, names]) => names.includes("tenant") && !table.endsWith("_text"),
  );
  return new Map(own.map(([table, names]) => [table, names.filter((name) => name !== "seq")]));
}

async function plantAll(tables: Columns): Promise<void> {
  const { store, sql } = opened;
  await plant(store, GONE, PERSON);
  await plant(store, KEPT, OTHER);
  await commit(
    store,
    keep({ id: ALONE, author: { id: PERSON, name: "Z", isBot: false }, channel: "alone" }),
    {
      ...{ type: "buffer", messageId: ALONE, channel: "alone" },
      buffer: "b2",
      at: at(0),
      flushAt: at(5),
    },
    create({ id: "bystander", text: "Nobody's line." }),
    link("bystander", `m-${GONE}`),
    link(`m-${GONE}`, "bystander"),
    link("bystander", `m-${KEPT}`),
  );
  // So many at once go into the index of words, with all that waited.
  const many = Array.from({ length: 16 }, (_, n) => keep({ tenant: "many", id: `g${n}` }));
  await commitIn(store, "many", many);
  for (const [text, user] of [
    [GONE, PERSON],
    [KEPT, OTHER],
  ] as const) {
    await sql("INSERT INTO audit_names (tenant, name, alias) VALUES (?, ?, ?)", [
      ...[TENANT, user, `alias ${text.length}${user.length}${user[4]}`],
    ]);
    for (const [item, id] of [
      ["memory", `m-${text}`],
      ["message", `g-${text}`],
    ] as const)
      await sql(
        "INSERT INTO import_records (tenant, record, import_id, item, item_id, outcome) VALUES (?, ?, 'i1', ?, ?, 'new')",
        [TENANT, `record ${item} ${user[4]}`, item, id],
      );
  }
  for (const [table, names] of tables) {
    const kept = names.filter((name) => name !== "tenant").map((name) => `"${name}"`);
    await sql(
      `INSERT INTO "${table}" (tenant, ${kept}) SELECT ?, ${kept} FROM "${table}" WHERE tenant = ?`,
      [BESIDE, TENANT],
    );
  }
}

/** Rows of a tenant by table, those only that a test of the row lets through. */
async function rowsOf(tables: Columns, tenant: string, isAskedFor: (row: Row) => boolean) {
  const found: Record<string, readonly Row[]> = {};
  for (const [table, names] of tables) {
    const rows = await opened.sql(
      `SELECT ${names.map((name) => `"${name}"`)} FROM "${table}" WHERE tenant = ? ORDER BY rowid`,
      [tenant],
    );
    found[table] = rows.filter(isAskedFor);
  }
  return found;
}

/** Rows that stay without their words, or to which the erasing itself adds one. */
const CHANGED_IN_PLACE = ["history", "import_records", "file_outbox", "document_versions"];

/** What a person who asks is told the numbers of. */
const COUNTED = [
  "activities",
  "agent_sessions",
  "audit_names",
  "buffers",
  "checkpoints",
  "document_folders",
  "document_shelves",
  "document_vectors",
  "document_versions",
  "documents",
  "file_outbox",
  "graph_checkpoints",
  "graph_values",
  "graph_writes",
  "history",
  "import_records",
  "jobs",
  "memories",
  "memory_access",
  "memory_sources",
  "memory_tags",
  "memory_text",
  "memory_versions",
  "message_text",
  "messages",
  "relations",
  "reviews",
  "session_items",
  "session_operations",
  "token_ledger",
  "untied",
];

const names = (name: string) => (row: Row) => JSON.stringify(row).includes(name);

test("no row of another tenant changes, in any table, though all are called the same", async () => {
  const tables = await tenantTables();
  await plantAll(tables);
  const before = await rowsOf(tables, BESIDE, () => true);
  const filled = Object.keys(before).filter((table) => before[table]?.length !== 0);
  await opened.store.upkeep.erase(TENANT, TARGET, at(1));
  expect(await rowsOf(tables, BESIDE, () => true)).toEqual(before);
  expect(filled.length).toBeGreaterThan(25);
});

test("no row that names another person changes, in any table", async () => {
  const tables = await tenantTables();
  await plantAll(tables);
  const before = [
    await rowsOf(tables, TENANT, names(KEPT)),
    await rowsOf(tables, TENANT, names(OTHER)),
  ];
  await opened.store.upkeep.erase(TENANT, TARGET, at(1));
  const after = [
    await rowsOf(tables, TENANT, names(KEPT)),
    await rowsOf(tables, TENANT, names(OTHER)),
  ];
  expect(after).toEqual(before);
});

test("a conversation in which others spoke stays open, and one in which nobody else did is gone", async () => {
  await plantAll(await tenantTables());
  const open = () => opened.sql("SELECT id FROM buffers WHERE tenant = ? ORDER BY id", [TENANT]);
  expect(await open()).toEqual([{ id: "b1" }, { id: "b2" }]);
  await opened.store.upkeep.erase(TENANT, TARGET, at(1));
  expect(await open()).toEqual([{ id: "b1" }]);
});

test("the erased person stands in no row, and their ids only where a change without words is kept", async () => {
  const tables = await tenantTables();
  await plantAll(tables);
  await opened.store.upkeep.erase(TENANT, TARGET, at(1));
  const naming = async (name: string) => {
    const rows = await rowsOf(tables, TENANT, names(name));
    return Object.keys(rows).filter((table) => rows[table]?.length !== 0);
  };
  expect(await naming(PERSON)).toEqual([]);
  expect(await naming(GONE)).toEqual(["change_log", "file_outbox", "history"]);
});

test("what is counted is what is gone, and a second time there is nothing", async () => {
  const tables = await tenantTables();
  await plantAll(tables);
  const size = async () => {
    const rows = await rowsOf(tables, TENANT, () => true);
    return new Map(Object.entries(rows).map(([table, found]) => [table, found.length]));
  };
  const { upkeep } = opened.store;
  const [before, counts] = [await size(), await upkeep.erase(TENANT, TARGET, at(1))];
  const after = await size();
  expect(Object.keys(counts).toSorted()).toEqual(COUNTED);
  expect(counts).toMatchObject({ import_records: 2, memory_text: 1, message_text: 2 });
  for (const [table, rows] of Object.entries(counts)) {
    if (CHANGED_IN_PLACE.includes(table) || before.get(table) === undefined) continue;
    expect([table, (before.get(table) ?? 0) - (after.get(table) ?? 0)]).toEqual([table, rows]);
    expect([table, rows > 0]).toEqual([table, true]);
  }
  const again = await upkeep.erase(TENANT, TARGET, at(2));
  const counted = Object.entries(again).filter(([, rows]) => rows !== 0);
  expect(counted.filter(([table]) => !CHANGED_IN_PLACE.includes(table))).toEqual([]);
});
