// Vectors are read from the file many at a time, as one value. What is wrong with one of them must not shift the others.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createMemory } from "../../src/index.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-vectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "memory.db");
}

const LINES = ["Ana keeps two cats.", "The office is in Lisbon.", "Ben plays the cello."];

async function stored(path: string): Promise<void> {
  const memory = await createMemory({ path, folder: null, upkeep: false });
  for (const text of LINES) await memory.remember({ tenant: "t", kind: "log", text });
  await memory.close();
}

async function found(path: string): Promise<readonly string[]> {
  const memory = await createMemory({ path, folder: null, upkeep: false });
  onTestFinished(() => memory.close());
  const { hits } = await memory.search({ tenant: "t", query: "Who has pets?" });
  return hits.map(({ text }) => text);
}

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test("what was stored before is found by meaning in a process that has just opened it", async () => {
  const path = scratch();
  await stored(path);
  expect((await found(path))[0]).toBe(LINES[0]);
});

test.each([
  [
    "one vector has what another lacks",
    `UPDATE vectors SET vector = CAST(iif(seq = 1, vector || x'00000000', substr(vector, 1, 508)) AS blob) WHERE seq < 3`,
  ],
  ["one vector is cut", "UPDATE vectors SET vector = substr(vector, 1, 12) WHERE seq = 2"],
  ["one vector is text", "UPDATE vectors SET vector = 'no vector' WHERE seq = 2"],
  ["one vector is text as long as a vector", `UPDATE vectors SET vector = '${"é".repeat(512)}'`],
])("it is damage, and named so, when %s", async (_case, sql) => {
  const path = scratch();
  await stored(path);
  change(path, sql);
  await expect(found(path)).rejects.toMatchObject({ code: "corrupt_store" });
});
