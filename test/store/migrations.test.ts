// Migrations: named, forward only, whole or not at all, refused when the store is newer, backed up before on SQLite.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { COPY_VERSION } from "../../src/store/read/memory-row.ts";
import { MIGRATIONS, type Migration } from "../../src/store/schema/migrations.ts";
import { tenantToken } from "../../src/store/search/text-entry.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import {
  commit,
  create,
  host,
  ids,
  listed,
  NOW,
  refusal,
  revise,
} from "../support/store-conformance/samples.ts";
import { SQLITE_OPTIONS } from "./sqlite-stores.ts";

const NEXT: Migration = {
  name: "9001-next",
  statements: [
    "CREATE TABLE added (@seq id text NOT NULL)",
    "ALTER TABLE memories ADD COLUMN extra text",
  ],
};
const CRASHING: Migration = {
  name: NEXT.name,
  statements: [...NEXT.statements, "CREATE TABLE added (id text)"],
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Reopen = (migrations: readonly Migration[]) => Promise<Store>;

async function sqlite(): Promise<Reopen> {
  const path = join(folder, "memory.db");
  return (migrations) => openSqliteStore({ ...SQLITE_OPTIONS, path, migrations });
}

async function pglite(): Promise<Reopen> {
  const { pool, close } = await pgliteWithVector();
  closing.push(close);
  const lasting: PostgresPool = {
    connect: () => pool.connect(),
    query: (config) => pool.query(config),
    end: async () => undefined,
  };
  const options = {
    pool: lasting,
    keepsFiles: false,
    now: () => new Date(0),
    warn: () => undefined,
  };
  return (migrations) => openPostgresStore({ ...options, migrations });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-"));
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = async (path: string) =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

test("words whose field was a weight, beside a word for their tenant, are found in their fields", async () => {
  const reopen = await pglite();
  const first = await reopen(MIGRATIONS);
  for (const id of ["m1", "m2", "m3"]) await commit(first, create({ id, text: `another ${id}` }));
  await first.close();
  const token = tenantToken(host.tenant);
  const before = (id: string, weights: string) =>
    `UPDATE memory_text SET words = '''garden'':${weights} ''${token}'':3C' WHERE id = '${id}'`;
  const statements = [before("m1", "2B"), before("m2", "1A,2B"), before("m3", "1A")];
  const store = await reopen([
    ...MIGRATIONS,
    { name: "as it was before", statements: [...statements, "@words-by-field"] },
  ]);
  await commit(store, create({ id: "m4", text: "a garden" }));
  const query = { filter: {}, look: NOW, limit: 9 };
  const found = async (term: string) =>
    ids((await store.search.memoryWords(host, { ...query, terms: [term] })).items);
  expect((await found("garden")).toSorted()).toEqual(["m1", "m2", "m3", "m4"]);
  expect((await found("garden")).at(-1)).toBe("m1");
  expect([await found("another"), await found(token)]).toEqual([[], []]);
  await store.close();
});

test("words that waited in a table of their own are found, and so is what comes after", async () => {
  const reopen = await sqlite();
  const first = await reopen(MIGRATIONS);
  for (const id of ["m1", "m2"]) await commit(first, create({ id, text: `a garden of ${id}` }));
  await first.close();
  const waiting = `INSERT INTO memory_waiting (tenant, item_seq, body, context)
    VALUES ('${tenantToken(host.tenant)}', 2, 'walnut', '')`;
  const before = ["DROP TABLE indexed_up_to", "@waiting-words", waiting];
  const store = await reopen([
    ...MIGRATIONS,
    { name: "as it was before", statements: [...before, "@words-from-rows"] },
  ]);
  await commit(store, create({ id: "m3", text: "a garden of m3" }));
  const query = { filter: {}, look: NOW, limit: 9 };
  const found = async (term: string) =>
    ids((await store.search.memoryWords(host, { ...query, terms: [term] })).items);
  expect([await found("walnut"), await found("garden")]).toEqual([["m2"], ["m3", "m1"]]);
  await store.close();
});

describe.each([
  ["sqlite", sqlite],
  ["pglite", pglite],
])("%s", (_name, databases) => {
  test("a new migration is applied once, and what was stored stays", async () => {
    const reopen = await databases();
    const first = await reopen(MIGRATIONS);
    await commit(first, create());
    await first.close();
    for (const _again of [1, 2]) {
      const store = await reopen([...MIGRATIONS, NEXT]);
      expect(await store.info()).toMatchObject({ schema: MIGRATIONS.length + 1 });
      expect(await listed(store, host)).toEqual(["m1"]);
      await store.close();
    }
  });

  test("a store that kept the present version twice has each version once", async () => {
    const reopen = await databases();
    const tidy = MIGRATIONS.find(({ name }) => name === "0011-past-versions");
    if (tidy === undefined) throw new Error("the migration has another name");
    const first = await reopen(MIGRATIONS);
    await commit(first, create(), create({ id: "m2", text: "another" }), revise({ version: 2 }));
    await first.close();
    const [keptTwice = ""] = COPY_VERSION.split(" WHERE");
    const statements = [keptTwice, ...tidy.statements];
    const store = await reopen([...MIGRATIONS, { name: "as it was before", statements }]);
    const numbers = async (id: string) =>
      (await store.memories.versions(host, id)).map(({ version }) => version);
    expect([await numbers("m1"), await numbers("m2")]).toEqual([[1, 2], [1]]);
    await commit(store, revise({ version: 3, text: "once more" }));
    expect(await numbers("m1")).toEqual([1, 2, 3]);
    await store.close();
  });

  test("one that fails in the middle leaves the store as it was, and the next try goes through", async () => {
    const reopen = await databases();
    const first = await reopen(MIGRATIONS);
    await commit(first, create());
    await first.close();
    await expect(reopen([...MIGRATIONS, CRASHING])).rejects.toMatchObject({ name: "MemoryError" });
    const unchanged = await reopen(MIGRATIONS);
    expect(await listed(unchanged, host)).toEqual(["m1"]);
    await unchanged.close();
    const migrated = await reopen([...MIGRATIONS, NEXT]);
    expect(await listed(migrated, host)).toEqual(["m1"]);
    await migrated.close();
  });

  test("a store that a newer program made is refused", async () => {
    const reopen = await databases();
    await (await reopen([...MIGRATIONS, NEXT])).close();
    await expect(reopen(MIGRATIONS)).rejects.toMatchObject(refusal("newer_store"));
    const newer = await reopen([...MIGRATIONS, NEXT]);
    expect(await newer.info()).toMatchObject({ schema: MIGRATIONS.length + 1 });
    await newer.close();
  });

  test("a store whose migrations bear other names is refused", async () => {
    const reopen = await databases();
    await (await reopen([...MIGRATIONS, NEXT])).close();
    const renamed = { ...NEXT, name: "9001-another" };
    await expect(reopen([...MIGRATIONS, renamed])).rejects.toMatchObject(refusal("newer_store"));
  });
});

describe("a SQLite file", () => {
  test("of a newer program is refused without a byte of it changed", async () => {
    const reopen = await sqlite();
    const newer = await reopen([...MIGRATIONS, NEXT]);
    await commit(newer, create());
    await newer.close();
    const path = join(folder, "memory.db");
    const before = await sha256(path);
    await expect(reopen(MIGRATIONS)).rejects.toMatchObject(refusal("newer_store"));
    expect(await sha256(path)).toBe(before);
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });

  test("is backed up before it is migrated, and the backup opens as it was", async () => {
    const reopen = await sqlite();
    const first = await reopen(MIGRATIONS);
    await commit(first, create());
    await first.close();
    await (await reopen([...MIGRATIONS, NEXT])).close();
    const path = join(folder, "memory.db.before-migration");
    const backup = await openSqliteStore({ ...SQLITE_OPTIONS, path, migrations: MIGRATIONS });
    expect(await listed(backup, host)).toEqual(["m1"]);
    await backup.close();
  });

  test("that is new, or up to date, or not changed by what is new, is not backed up", async () => {
    const reopen = await sqlite();
    await (await reopen(MIGRATIONS)).close();
    await (await reopen(MIGRATIONS)).close();
    const others = { name: "9001-of-the-other", statements: ["@words-by-field"] };
    const store = await reopen([...MIGRATIONS, others]);
    expect(await store.info()).toMatchObject({ schema: MIGRATIONS.length + 1 });
    await store.close();
    expect(existsSync(join(folder, "memory.db.before-migration"))).toBe(false);
  });

  test("keeps its backup when a migration fails", async () => {
    const reopen = await sqlite();
    const first = await reopen(MIGRATIONS);
    await commit(first, create());
    await first.close();
    await expect(reopen([...MIGRATIONS, CRASHING])).rejects.toThrow();
    const path = join(folder, "memory.db.before-migration");
    const backup = await openSqliteStore({ ...SQLITE_OPTIONS, path, migrations: MIGRATIONS });
    expect(await listed(backup, host)).toEqual(["m1"]);
    await backup.close();
  });
});
