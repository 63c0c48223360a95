// What is true of the file itself: who may read it, what stays in it after erasing, what is not taken for a store.

import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import {
  at,
  commit,
  create,
  embed,
  host,
  keep,
  listed,
  refusal,
  revise,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { SQLITE_OPTIONS } from "./sqlite-stores.ts";

const CANARY = "zqxcanaryjv";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-"));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (path: string) => openSqliteStore({ ...SQLITE_OPTIONS, path });

/** The files of the folder whose bytes hold a text. */
async function filesWith(text: string): Promise<string[]> {
  const names = await readdir(folder);
  const held = await Promise.all(
    names.map(async (name) => (await readFile(join(folder, name))).includes(text)),
  );
  return names.filter((_, n) => held[n]);
}

/** How often this process has the log open. */
async function opensOfLog(path: string): Promise<number> {
  const open = await readdir("/proc/self/fd");
  const targets = await Promise.all(
    open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return targets.filter((target) => target === `${path}-wal`).length;
}

test.runIf(process.platform === "linux")(
  "a log that grows is handed to the disk by a file of our own, which is closed with the store",
  async () => {
    const path = join(folder, "memory.db");
    const store = await open(path);
    await commit(store, create());
    expect(await opensOfLog(path)).toBe(1);
    for (let n = 0; n < 100; n++) await commit(store, create({ id: `m-${n}`, text: `note ${n}` }));
    await vi.waitFor(async () => expect(await opensOfLog(path)).toBe(2));
    await store.close();
    // SQLite's own stays until its statements are collected.
    expect(await opensOfLog(path)).toBeLessThan(2);
  },
);

describe("after scrubbing", () => {
  test("no byte of what was erased is in the file, its log or its index", async () => {
    const store = await open(join(folder, "memory.db"));
    for (let n = 0; n < 40; n++)
      await commit(store, create({ id: `other${n}`, text: `filler ${n} ${"tea ".repeat(50)}` }));
    await commit(store, create({ text: `one ${CANARY}`, tags: [CANARY] }), embed("m1", [1, 0]));
    await commit(store, revise({ version: 2, text: `two ${CANARY}` }));
    await commit(store, keep({ text: CANARY }, CANARY));
    expect(await filesWith(CANARY)).not.toEqual([]);
    await store.upkeep.erase(TENANT, { memories: ["m1"], messages: ["g1"], user: "u1" }, at(1));
    expect(await store.upkeep.scrub()).toBe(true);
    expect(await filesWith(CANARY)).toEqual([]);
    expect(await listed(store, host)).toHaveLength(40);
    await store.close();
  });

  test("no byte of what was purged is either", async () => {
    const store = await open(join(folder, "memory.db"));
    await commit(store, create({ text: CANARY }));
    await commit(store, { type: "purge", id: "m1", expect: 1, reason: CANARY });
    await store.upkeep.scrub();
    expect(await filesWith(CANARY)).toEqual([]);
    await store.close();
  });
});

describe("a new file", () => {
  test("is readable by its owner alone, with its log and its folder", async () => {
    const path = join(folder, "deep", "er", "memory.db");
    const store = await open(path);
    await commit(store, create());
    const mode = async (name: string) => ((await stat(name)).mode & 0o777).toString(8);
    expect([await mode(path), await mode(`${path}-wal`)]).toEqual(["600", "600"]);
    expect(await mode(join(folder, "deep", "er"))).toBe("700");
    await store.close();
  });
});

describe("what is not a store is refused and left as it was", () => {
  test("another program's database", async () => {
    const path = join(folder, "other.db");
    const other = new DatabaseSync(path);
    other.exec("CREATE TABLE books (title text)");
    other.close();
    const before = await readFile(path);
    await expect(open(path)).rejects.toMatchObject(refusal("corrupt_store"));
    expect(await readFile(path)).toEqual(before);
  });

  test("a file of another kind", async () => {
    const path = join(folder, "notes.txt");
    await writeFile(path, "these are my notes\n".repeat(1000));
    await expect(open(path)).rejects.toMatchObject(refusal("corrupt_store"));
    expect(await readFile(path, "utf8")).toBe("these are my notes\n".repeat(1000));
  });

  test("a damaged store", async () => {
    const path = join(folder, "memory.db");
    const store = await open(path);
    await commit(store, create());
    await store.close();
    const bytes = await readFile(path);
    bytes.fill(0xaa, 100, 8_000);
    await writeFile(path, bytes);
    await expect(open(path)).rejects.toMatchObject(refusal("corrupt_store"));
    expect(await readFile(path)).toEqual(bytes);
  });

  test("a folder", async () => {
    const path = join(folder, "memory.db");
    await mkdir(path);
    await expect(open(path)).rejects.toMatchObject(refusal("store_unavailable"));
  });

  test("a path below a file", async () => {
    const path = join(folder, "file");
    await writeFile(path, "x");
    await expect(open(join(path, "memory.db"))).rejects.toMatchObject(refusal("store_unavailable"));
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be written", async () => {
    await chmod(folder, 0o500);
    await expect(open(join(folder, "memory.db"))).rejects.toMatchObject(
      refusal("store_unavailable"),
    );
    await chmod(folder, 0o700);
  });
});

test("vectors stored by one connection are found by another that searched before", async () => {
  const path = join(folder, "memory.db");
  const [one, two] = [await open(path), await open(path)];
  const near = async () => {
    const query = { model: "test-embedder", filter: {}, look: { now: at(0) }, limit: 9 };
    const hits = await two.search.memoryVectors(host, { ...query, vector: Float32Array.of(1, 0) });
    return hits.map((hit) => hit.item.id);
  };
  await commit(one, create(), create({ id: "m2" }), embed("m1", [1, 0]));
  expect(await near()).toEqual(["m1"]);
  await commit(one, embed("m2", [1, 0.1]));
  expect(await near()).toEqual(["m1", "m2"]);
  await commit(one, { type: "purge", id: "m1", expect: 1, reason: "" });
  expect(await near()).toEqual(["m2"]);
  await one.upkeep.erase(TENANT, { memories: ["m2"], messages: [] }, at(1));
  await commit(one, create({ id: "m3" }), embed("m3", [0, 1]));
  expect(await near()).toEqual(["m3"]);
  await one.close();
  await two.close();
});

test("who compares many lines in a row meets each as it is now, and none that was ended or ran out", async () => {
  const path = join(folder, "memory.db");
  const [one, two] = [await open(path), await open(path)];
  const near = async (minute: number) => {
    const query = { model: "test-embedder", filter: {}, look: { now: at(minute) }, limit: 9 };
    const look = () => two.search.memoryVectors(host, { ...query, vector: Float32Array.of(1, 0) });
    // From the second look on what was read is held.
    for (let again = 0; again < 3; again += 1) await look();
    return (await look()).map((hit) => `${hit.item.id}: ${hit.item.text}`);
  };
  const short = { id: "m2", text: "short", expiresAt: at(5) } as const;
  await commit(
    one,
    create({ text: "old" }),
    create(short),
    embed("m1", [1, 0]),
    embed("m2", [1, 0.1]),
  );
  expect(await near(1)).toEqual(["m1: old", "m2: short"]);
  await commit(one, revise({ text: "new", version: 2 }), embed("m1", [1, 0]));
  expect(await near(2)).toEqual(["m1: new", "m2: short"]);
  expect(await near(6)).toEqual(["m1: new"]);
  await commit(two, { type: "purge", id: "m1", expect: 2, reason: "" });
  expect(await near(7)).toEqual([]);
  await one.close();
  await two.close();
});
