// kill -9 while writing (R-DUR-1): whatever was acknowledged is there, whole, and the file is sound.

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { host, MODEL, TENANT } from "../support/store-conformance/samples.ts";
import { SQLITE_OPTIONS } from "./sqlite-stores.ts";
import { runWorker } from "./workers/run-worker.ts";

const ROUNDS = 40;
const PARALLEL = 2;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** What it acknowledged until it was killed, some milliseconds after its first word. */
async function killedAfter(child: ChildProcessWithoutNullStreams, ms: number): Promise<string[]> {
  let said = "";
  let complaint = "";
  child.stderr.on("data", (data: Buffer) => {
    complaint += data.toString();
  });
  child.stdout.on("data", (data: Buffer) => {
    if (said === "") setTimeout(() => child.kill("SIGKILL"), ms);
    said += data.toString();
  });
  const signal = await new Promise((resolve) =>
    child.on("close", (_code, killed) => resolve(killed)),
  );
  if (signal !== "SIGKILL") throw new Error(`The writer ended by itself: ${complaint}`);
  // The last line may have been cut in the middle of being written.
  return said.split("\n").slice(0, -1);
}

function soundness(path: string) {
  const db = new DatabaseSync(path);
  const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  db.exec("INSERT INTO memory_text (memory_text) VALUES ('integrity-check')");
  db.exec("INSERT INTO message_text (message_text) VALUES ('integrity-check')");
  const found = {
    integrity: one("PRAGMA integrity_check"),
    unindexed: one(
      `SELECT count(*) FROM memories WHERE seq <= (SELECT seq FROM indexed_up_to WHERE item = 'memory')
         AND seq NOT IN (SELECT rowid FROM memory_text)`,
    ),
    indexed: one(
      `SELECT (SELECT count(*) FROM memory_text) + (SELECT count(*) FROM memories
         WHERE seq > (SELECT seq FROM indexed_up_to WHERE item = 'memory'))`,
    ),
    memories: one("SELECT count(*) FROM memories"),
    messages: one("SELECT count(*) FROM messages"),
    spoken: one(
      `SELECT (SELECT count(*) FROM message_text) + (SELECT count(*) FROM messages
         WHERE seq > (SELECT seq FROM indexed_up_to WHERE item = 'message'))`,
    ),
    versions: one(
      "SELECT (SELECT count(*) FROM memory_versions) + (SELECT count(*) FROM memories)",
    ),
    history: one("SELECT count(*) FROM history"),
    lines: one("SELECT count(*) FROM history WHERE unwritten IS NOT NULL"),
    halves: one(
      `SELECT count(*) FROM memories m WHERE m.version <> 1 +
         (SELECT count(*) FROM memory_versions v WHERE v.id = m.id AND v.version < m.version)`,
    ),
  };
  db.close();
  return found;
}

async function lost(path: string, acknowledged: readonly string[]): Promise<string[]> {
  const store = await openSqliteStore({ ...SQLITE_OPTIONS, path });
  const missing: string[] = [];
  for (const line of acknowledged) {
    const [id = "", version = ""] = line.split(" ");
    const versions = await store.memories.versions(host, id);
    if (!versions.some((one) => one.version === Number(version))) missing.push(line);
    const vectors = await store.search.vectors(TENANT, { item: "memory", model: MODEL, ids: [id] });
    const isRevised = versions.length > 1;
    if (!isRevised && vectors.size !== 1) missing.push(`${line} vector`);
  }
  await store.close();
  return missing;
}

async function rounds(path: string, from: number): Promise<void> {
  for (let round = from; round < ROUNDS; round += PARALLEL) {
    const writer = runWorker("writer", [path, String(round)]);
    const acknowledged = await killedAfter(writer, 5 + ((round * 37) % 120));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await lost(path, acknowledged)).toEqual([]);
    const found = soundness(path);
    expect(found).toMatchObject({ integrity: "ok", unindexed: 0, halves: 0 });
    expect([found.indexed, found.spoken]).toEqual([found.memories, found.messages]);
    expect([found.versions, found.versions]).toEqual([found.history, found.lines]);
  }
}

test("in forty rounds of killing a writer no acknowledged write is lost and the file stays sound", async () => {
  const paths = Array.from({ length: PARALLEL }, (_, n) => join(folder, `memory${n}.db`));
  await Promise.all(paths.map((path, n) => rounds(path, n)));
}, 170_000);
