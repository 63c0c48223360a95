// What erasing leaves on purpose: a hash, a line for the vault, a version without its author; and nothing beside them.

import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import { at, commit, create, job, TENANT } from "../support/store-conformance/samples.ts";
import { erasePerson, PERSON } from "./erased-person.ts";
import { SQLITE_OPTIONS, sqliteInFile } from "./sqlite-stores.ts";

let opened: OpenedDatabase;
beforeEach(async () => {
  opened = await sqliteInFile();
});
afterEach(() => opened.close());

test("the hash of what was erased is made of the tenant and the id, so that any later program knows it", async () => {
  await erasePerson(opened);
  const hash = createHash("sha256")
    .update(JSON.stringify([TENANT, PERSON]))
    .digest("hex");
  expect(await opened.sql("SELECT item, item_hash FROM tombstones", [])).toEqual([
    { item: "subject", item_hash: hash },
  ]);
});

test("the vault's line of an erased memory names nobody and says what happened", async () => {
  await commit(opened.store, create());
  await opened.store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
  const [line] = (await opened.store.files.waiting(9)).map((one) => JSON.parse(one.line));
  expect(line.change).toEqual({ event: "DELETE", actor: "", cause: "erase", at: at(1) });
});

test("what was erased before it was written waits for no file any more", async () => {
  const { store, sql } = opened;
  await commit(store, create());
  await store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
  await store.files.written(await store.files.waiting(9));
  expect(await sql("SELECT seq FROM history WHERE unwritten IS NOT NULL", [])).toEqual([]);
  expect(await sql("SELECT seq FROM file_outbox", [])).toEqual([]);
});

test("a damaged job that names a memory keeps it from nothing", async () => {
  await commit(opened.store, create(), { type: "enqueue", job: job({ name: "link" }) });
  await opened.sql("UPDATE jobs SET payload = ?", ['{"ids":["m1"']);
  await opened.store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
  expect(await opened.sql("SELECT id FROM jobs", [])).toEqual([]);
});

test("a store that keeps no files is given no line for them", async () => {
  const store = await openSqliteStore({ ...SQLITE_OPTIONS, keepsFiles: false, path: ":memory:" });
  onTestFinished(() => store.close());
  await commit(store, create());
  await store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
  expect(await store.files.waiting(9)).toEqual([]);
});

type Put = Readonly<{ name: string; text: string; actor: string }>;

async function put({ name, text, actor }: Put): Promise<void> {
  const shelf = { tenant: TENANT, name: "langgraph", owner: "" } as const;
  const place = { folder: ["garden"], name };
  const change = { type: "put", at: place, id: `d-${name}`, text, vectors: [] } as const;
  await opened.store.frameworks.documents.commit(shelf, { actor, at: at(0), changes: [change] });
}

const versions = () =>
  opened.sql("SELECT name, actor, text FROM document_versions ORDER BY name, version", []);

test("a document that names the person goes with the versions from before it did", async () => {
  await put({ name: "beds", text: JSON.stringify({ bed: "roses" }), actor: "bob" });
  await put({ name: "beds", text: JSON.stringify({ bed: "roses", by: PERSON }), actor: "bob" });
  await put({ name: "paths", text: JSON.stringify({ path: "gravel" }), actor: "bob" });
  await erasePerson(opened);
  expect((await versions()).map((row) => row["name"])).toEqual(["paths"]);
});

test("a document of others that the person edited stays, without saying who did", async () => {
  await put({ name: "paths", text: "gravel", actor: "bob" });
  await put({ name: "paths", text: "sand", actor: PERSON });
  await erasePerson(opened);
  expect(await versions()).toEqual([
    { name: "paths", actor: "bob", text: "gravel" },
    { name: "paths", actor: "", text: "sand" },
  ]);
});
