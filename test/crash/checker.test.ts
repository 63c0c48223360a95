// The checker of the crash matrix finds what it is there to find: each fault is made by hand in a sound store.

import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { complaints } from "./aftermath.ts";
import { faultsOf } from "./faults.ts";
import { type Meaning, meaningOf } from "./meaning.ts";
import { optionsOf, type Place } from "./place.ts";
import { STORIES } from "./story.ts";

let folder: string;
let place: Place;
let wanted: Meaning;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-checker-"));
  place = { database: "sqlite", at: join(folder, "memory.db"), folder: join(folder, "memory") };
  const memory = await createMemory(optionsOf(place, { number: 0, story: "listening" }));
  for (const step of STORIES.listening) await step.run(memory);
  await memory.close();
  wanted = await meaningOf(place);
});
afterEach(() => rm(folder, { recursive: true }));

function doctor(...statements: readonly string[]): void {
  const db = new DatabaseSync(place.at);
  for (const sql of statements) db.exec(sql);
  db.close();
}

const EPISODE_OF_M1 = `(SELECT s.memory_id FROM memory_sources s JOIN memories e ON e.id = s.memory_id
  WHERE s.source_id = 'm1' AND e.kind = 'episode' AND e.state = 'active')`;

test("a sound store has no fault", async () => {
  expect(await faultsOf(place)).toEqual([]);
});

test.each([
  ["message never read: m1", "UPDATE messages SET mined = 'pending' WHERE id = 'm1'"],
  [
    "job left over: flush running",
    `INSERT INTO jobs (tenant, id, name, job_key, payload, state, attempts, fence, run_at, created_at)
     VALUES ('guild', 'j1', 'flush', 'k', '{}', 'running', 1, 1, 0, 0)`,
  ],
  [
    "line not in its file: m1",
    "INSERT INTO file_outbox (tenant, file, item_id, line) VALUES ('guild', '2026-05-01', 'm1', '- x')",
  ],
  [
    "message in a buffer that nobody will flush: m1",
    "UPDATE messages SET buffer = 'b' WHERE id = 'm1'",
  ],
  ["message in a buffer and in an episode: m1", "UPDATE messages SET buffer = 'b' WHERE id = 'm1'"],
  [
    "message in two episodes: m1",
    `INSERT INTO memory_sources (tenant, source, source_id, memory_id)
       SELECT tenant, 'message', 'm1', id FROM memories
       WHERE kind = 'episode' AND state = 'active' AND id NOT IN ${EPISODE_OF_M1} LIMIT 1`,
  ],
  [/^past version that is not past/, "UPDATE memories SET version = 1"],
  [/^gap in the versions/, "DELETE FROM memory_versions WHERE version = 1"],
  [/^line not in its file/, "UPDATE history SET unwritten = 1"],
  [/^version without its history/, "DELETE FROM history"],
  [/^memory that rests on a message that is not there/, "DELETE FROM messages WHERE id = 'm1'"],
  ["vector of nothing: m1", "DELETE FROM messages WHERE id = 'm1'"],
  [
    "journaled 0 times: mx",
    `INSERT INTO messages (tenant, id, channel, at, author_id, author_name, is_bot, text, context, role, origin,
       scope, searchable, mined) SELECT tenant, 'mx', channel, at, author_id, author_name, is_bot,
       'never written down', context, role, origin, scope, searchable, mined FROM messages WHERE id = 'm1'`,
  ],
])("the checker says %s", async (fault, sql) => {
  doctor(sql);
  expect(await faultsOf(place)).toContainEqual(
    typeof fault === "string" ? fault : expect.stringMatching(fault),
  );
});

test("the checker sees a line that stands in the journal twice", async () => {
  const path = join(place.folder, "guild", "2026-05-01.md");
  const [line = ""] = (await readFile(path, "utf8"))
    .split("\n")
    .filter((one) => one.includes("Nokia"));
  await appendFile(path, `${line}\n`);
  expect(await faultsOf(place)).toContain("journaled 2 times: m1");
});

test("the checker sees a vault line that is doubled or torn", async () => {
  const path = join(place.folder, "vault.jsonl");
  const [first = ""] = (await readFile(path, "utf8")).split("\n");
  await appendFile(path, `${first}\n{"half\n`);
  const found = await faultsOf(place);
  expect(found).toContainEqual(expect.stringMatching(/^vault line twice/));
  expect(found).toContainEqual(expect.stringMatching(/^vault line broken/));
});

const ROWING = 'Ana: "I love rowing on the lake"';
const ALL = STORIES.listening.map((_, index) => index);

test("a story told to its end leaves nothing to complain of", async () => {
  expect(await complaints(place, { story: "listening", number: 2, done: ALL }, wanted)).toEqual([]);
});

test.each([
  [
    "lost from memories",
    `UPDATE memories SET state = 'soft_deleted' WHERE text = '${ROWING}' AND kind = 'fact'`,
  ],
  [
    "new in memories",
    `UPDATE memories SET text = 'Ana rows.' WHERE text = '${ROWING}' AND kind = 'trait'`,
  ],
  ["index differs from store", "DELETE FROM vectors WHERE item = 'message'"],
])("what differs from an uncut life is said: %s", async (start, sql) => {
  doctor(sql);
  const found = await complaints(place, { story: "listening", number: 2, done: ALL }, wanted);
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${start}`)));
});

test("an acknowledged message that is gone is said", async () => {
  doctor("DELETE FROM messages WHERE id = 'm2'");
  const done = [0, 1, 2];
  const found = await complaints(place, { story: "listening", number: 2, done }, wanted);
  expect(found).toContain("acknowledged and lost: m2");
});

test("a journal that was written over is seen; a snapshot that was is made anew", async () => {
  await writeFile(join(place.folder, "guild", "MEMORY.md"), "# Memory\n");
  const life = { story: "listening", number: 2, done: ALL } as const;
  expect(await complaints(place, life, wanted)).toEqual([]);
  await writeFile(join(place.folder, "guild", "2026-05-01.md"), "# Journal\n");
  const found = await complaints(place, { ...life, number: 5 }, wanted);
  expect(found).toContainEqual(expect.stringMatching(/^lost from files/));
});
