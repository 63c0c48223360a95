// Backups: whole under load, and never a way back for what was erased or for whom was shut out.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { backUpSqlite } from "../../src/engine/backup.ts";
import { createMemory } from "../../src/index.ts";
import { mneme, plainEnv, programPath, scratch } from "./program.ts";

const TENANT = "acme";
const CANARY = "zqxcanaryjv";

type Memory = Awaited<ReturnType<typeof createMemory>>;

async function open(path: string): Promise<Memory> {
  const memory = await createMemory({ path, upkeep: false });
  onTestFinished(() => memory.close());
  return memory;
}

function say(
  memory: Memory,
  [id, author, text]: readonly [id: string, author: string, text: string],
) {
  const message = { tenant: TENANT, channel: "general", id, text };
  return memory.ingest({ ...message, author: { id: author, name: author } });
}

const PAGE = 200;

/** Every text, page by page: a writer left alone makes more than one page of them. */
async function textsIn(memory: Memory): Promise<string[]> {
  const texts: string[] = [];
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? {} : { after };
    const page = await memory.list({ tenant: TENANT, limit: PAGE, ...from });
    texts.push(...page.map(({ text }) => text));
    after = page.at(-1)?.id;
    if (page.length < PAGE) return texts.sort();
  }
}

test("a backup made while others write is whole, and is a moment that really was", async () => {
  const folder = scratch();
  const path = join(folder, "memory.db");
  const memory = await open(path);
  await memory.remember({ tenant: TENANT, kind: "log", text: "note number 0 before" });
  // A process of its own that writes pairs in one change set, as fast as it can.
  const writer = spawn(process.execPath, [
    "--import",
    "tsx",
    join(import.meta.dirname, "workers/pair-writer.ts"),
    path,
  ]);
  onTestFinished(() => void writer.kill("SIGKILL"));
  await once(writer.stdout, "data");
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await backUpSqlite({ path }, join(folder, `b${n}.db`)));
  writer.kill("SIGKILL");
  for (const { path: backup, faults } of made) {
    expect(faults).toEqual([]);
    const copy = await open(backup);
    const pairs = (await textsIn(copy)).filter((text) => text.startsWith("pair "));
    const numbers = pairs.map((text) => Number(/^pair (\d+)/.exec(text)?.[1]));
    const left = numbers.filter((n) => pairs.includes(`pair ${n} left half of it`));
    const right = numbers.filter((n) => pairs.includes(`pair ${n} right half of it`));
    expect(left).toEqual(right);
  }
  expect(made.map(({ memories }) => memories)).toEqual(
    made.map(({ memories }) => memories).toSorted((a, b) => a - b),
  );
});

describe("restoring an older backup", () => {
  test("does not bring back a person, a message or a memory that was erased since", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    const backup = join(folder, "old.backup");
    const memory = await createMemory({ path, upkeep: false });
    await say(memory, ["m1", "ana", `I live in ${CANARY} now.`]);
    await say(memory, ["m2", "ben", `My sister is called ${CANARY}.`]);
    await say(memory, ["m3", "cleo", "I play the cello."]);
    const { stored } = await memory.remember({ tenant: TENANT, kind: "log", text: CANARY });
    await memory.drain();
    await memory.close();
    await backUpSqlite({ path }, backup);

    const later = await createMemory({ path, upkeep: false });
    await later.erase({ tenant: TENANT, subject: "ana" });
    await later.erase({ tenant: TENANT, messageId: "m2" });
    await later.forget({ tenant: TENANT, id: stored[0]?.id ?? "", purge: true });
    await later.drain();
    await later.close();
    expect(readFileSync(backup).includes(CANARY)).toBe(true);

    const { result, path: at } = await restoredIn(folder);
    expect(result).toMatchObject({ ledger: "applied", messages: 1 });
    expect(result.erasedAgain.subject).toBe(1);
    for (const file of [at, `${at}-wal`])
      if (existsSync(file)) expect(readFileSync(file).includes(CANARY)).toBe(false);
    const after = await open(at);
    const { hits } = await after.search({ tenant: TENANT, query: "cello", over: "both" });
    expect(hits.length).toBeGreaterThan(0);
  });

  test("leaves alone what someone said who came back after being erased", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    const memory = await createMemory({ path, upkeep: false });
    await say(memory, ["m1", "ana", "I live in Porto now."]);
    await memory.erase({ tenant: TENANT, subject: "ana" });
    await say(memory, ["m9", "ana", "I live in Lisbon now."]);
    await memory.drain();
    await memory.close();
    const backup = join(folder, "old.backup");
    await backUpSqlite({ path }, backup);
    const { result } = await restoredIn(folder);
    expect(result).toMatchObject({ messages: 1, erasedAgain: { subject: 0 } });
  });

  test("does not let in a key that was revoked since, and keeps one that was made since", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    const memory = await createMemory({ path, upkeep: false });
    const old = await memory.keys.create({ tenant: TENANT, role: "write", name: "old" });
    await memory.close();
    const backup = join(folder, "old.backup");
    await backUpSqlite({ path }, backup);
    const later = await createMemory({ path, upkeep: false });
    await later.keys.revoke({ tenant: TENANT, id: old.record.id });
    const young = await later.keys.create({ tenant: TENANT, role: "write", name: "young" });
    await later.close();
    const { path: at } = await restoredIn(folder);
    const after = await open(at);
    expect(await after.keys.authenticate({ key: old.key })).toBeUndefined();
    expect(await after.keys.authenticate({ key: young.key })).toMatchObject({ tenant: TENANT });
  });

  test("makes the vault file say what the store says", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    const memory = await createMemory({ path, upkeep: false });
    await memory.remember({ tenant: TENANT, kind: "log", text: "The first of two lines" });
    await memory.drain();
    await memory.close();
    const backup = join(folder, "old.backup");
    await backUpSqlite({ path }, backup);
    const later = await createMemory({ path, upkeep: false });
    await later.remember({ tenant: TENANT, kind: "log", text: "A second one, made too late" });
    await later.drain();
    await later.close();
    expect(readFileSync(join(folder, "memory/vault.jsonl"), "utf8")).toContain("too late");
    const { result, path: at } = await restoredIn(folder);
    expect(result).toMatchObject({ vaultLinesDropped: 1, memories: 1 });
    const vault = join(dirname(at), "memory/vault.jsonl");
    expect(readFileSync(vault, "utf8")).not.toContain("too late");
    expect(readFileSync(vault, "utf8")).toContain("first of two");
    expect(existsSync(`${at}.before-restore`)).toBe(true);
  });

  test("is refused while another process has the store open, and changes nothing", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    await mneme(["add", "The office is closed", "--path", path], { folder });
    await mneme(["backup", "old.db", "--path", path], { folder });
    const server = spawn(
      process.execPath,
      [programPath(), "serve", "--port", "0", "--json", "--path", path],
      {
        cwd: folder,
        env: plainEnv(folder),
      },
    );
    await once(server.stdout, "data");
    const ran = await mneme(["restore-backup", "old.db", "--path", path, "--yes", "--json"], {
      folder,
    });
    server.kill("SIGTERM");
    await once(server, "exit");
    expect(ran.code, ran.stdout).toBe(6);
    expect(JSON.parse(ran.stdout).error.message).toContain("in use");
    expect(existsSync(`${path}.before-restore`)).toBe(false);
    expect((await mneme(["list", "--path", path], { folder })).stdout).toContain("office");
  });

  test("is refused when the backup is damaged", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    await mneme(["add", "The office is closed", "--path", path], { folder });
    await mneme(["backup", "old.db", "--path", path], { folder });
    const bytes = readFileSync(join(folder, "old.db"));
    bytes.fill(0xaa, 8_192 * 3, 8_192 * 40);
    writeFileSync(join(folder, "old.db"), bytes);
    const ran = await mneme(["restore-backup", "old.db", "--path", path, "--yes"], { folder });
    expect(ran.code).toBe(3);
    expect((await mneme(["list", "--path", path], { folder })).stdout).toContain("office");
  });

  test("of a damaged store needs to be told that erasures are lost", async () => {
    const folder = scratch();
    const path = join(folder, "memory.db");
    await mneme(["add", "The office is closed", "--path", path], { folder });
    await mneme(["backup", "old.db", "--path", path], { folder });
    const bytes = readFileSync(path);
    bytes.fill(0xaa, 100, 30_000);
    writeFileSync(path, bytes);
    const args = ["restore-backup", "old.db", "--path", path, "--yes"];
    const refused = await mneme(args, { folder });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("--without-ledger");
    expect((await mneme([...args, "--without-ledger"], { folder })).code).toBe(0);
    expect((await mneme(["list", "--path", path], { folder })).stdout).toContain("office");
  });
});

test("a backup is never written over another file, and PostgreSQL is told its own way", async () => {
  const folder = scratch();
  await mneme(["add", "x y z", "--path", "memory.db"], { folder });
  writeFileSync(join(folder, "mine.txt"), "mine");
  const over = await mneme(["backup", "mine.txt"], { folder });
  expect(over.code).toBe(2);
  expect(readFileSync(join(folder, "mine.txt"), "utf8")).toBe("mine");
  const server = await mneme(["backup", "--url", "postgres://a@b/c"], { folder });
  expect(server.code).toBe(1);
  expect(server.stderr).toContain("pg_dump");
});

/**
 * As it is really run, by a process of its own; on a copy, since what this process closed it may still hold until
 * its garbage is collected.
 */
async function restoredIn(folder: string) {
  const own = scratch();
  cpSync(folder, own, { recursive: true });
  const path = join(own, "memory.db");
  const args = ["restore-backup", join(own, "old.backup"), "--path", path, "--yes", "--json"];
  const ran = await mneme(args, { folder: own });
  expect(ran.code, ran.stdout).toBe(0);
  return { path, own, result: JSON.parse(ran.stdout) };
}
