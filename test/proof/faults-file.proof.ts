// What may become of the database file: damaged, cut short, moved away or replaced while it is open. Files that were
// never ours are in test/store/sqlite-file.test.ts.

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMemory, type MemoryEngine, MemoryError } from "../../src/index.ts";
import { inspectSqlite } from "../../src/store/backup/backup.ts";
import { count, isLong } from "./proof-run.ts";
import { writeNotes } from "./write-notes.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const TENANT = "acme";
const PAGE = 8_192;
const SEED = Number(process.env["MNEME_PROOF_SEED"] ?? 7);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function opened(path: string): Promise<MemoryEngine> {
  const memory = await createMemory({ path, folder: null, upkeep: false });
  onTestFinished(() => memory.close());
  return memory;
}

const note = (memory: MemoryEngine, text: string) =>
  memory.remember({ tenant: TENANT, kind: "log", text });

async function textsOf(memory: MemoryEngine): Promise<readonly string[]> {
  return (await memory.list({ tenant: TENANT, limit: 200 })).map(({ text }) => text).toReversed();
}

/** The same numbers for the same seed, between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("a damaged file", () => {
  let whole: Buffer;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "mneme-whole-"));
    const path = join(folder, "m.db");
    await writeNotes({ path, notes: 40 });
    whole = readFileSync(path);
    rmSync(folder, { recursive: true });
  });

  const DAMAGES = {
    "flipped bytes": (bytes: Buffer, random: () => number) => {
      for (let n = 0; n < 40; n++) {
        const at = Math.floor(random() * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      }
      return bytes;
    },
    "pages of zeros": (bytes: Buffer, random: () => number) => {
      for (let n = 0; n < 3; n++) {
        const page = Math.floor(random() * (bytes.length / PAGE));
        bytes.fill(0, page * PAGE, (page + 1) * PAGE);
      }
      return bytes;
    },
    "a missing end": (bytes: Buffer, random: () => number) =>
      bytes.subarray(0, Math.floor(random() * bytes.length)),
  };

  /** Everything that is asked of it gets an answer or an error of ours. */
  async function codesOf(path: string): Promise<readonly string[]> {
    const codes: string[] = [];
    const noted = (thrown: unknown) => {
      codes.push(thrown instanceof MemoryError ? thrown.code : `not ours: ${String(thrown)}`);
    };
    const memory = await createMemory({ path, folder: null, upkeep: false }).catch(noted);
    if (memory === undefined) return codes;
    await memory.list({ tenant: TENANT, limit: 200 }).catch(noted);
    await memory.search({ tenant: TENANT, query: "note 7" }).catch(noted);
    await note(memory, "Is it sound?").catch(noted);
    await memory.close().catch(noted);
    return codes;
  }

  test.each(Object.entries(DAMAGES))(
    "with %s answers or is refused by name",
    async (name, damage) => {
      const random = numbers(SEED);
      const seen = new Map<string, number>();
      for (let round = 0; round < (isLong() ? 150 : 12); round++) {
        const path = join(scratch(), "m.db");
        writeFileSync(path, damage(Buffer.from(whole), random));
        for (const code of await codesOf(path)) seen.set(code, (seen.get(code) ?? 0) + 1);
      }
      for (const code of seen.keys()) expect(["corrupt_store", "newer_store"]).toContain(code);
      expect(seen.get("corrupt_store")).toBeGreaterThan(0);
      count("faults", { [`refusals of files with ${name}`]: seen.get("corrupt_store") ?? 0 });
    },
  );

  test("with a page of zeros is found out by an inspection", async () => {
    let found = 0;
    const pages = Math.floor(whole.length / PAGE);
    for (let page = 1; page < pages; page += isLong() ? 1 : 12) {
      const path = join(scratch(), "m.db");
      const bytes = Buffer.from(whole);
      if (bytes.subarray(page * PAGE, (page + 1) * PAGE).every((byte) => byte === 0)) continue;
      bytes.fill(0, page * PAGE, (page + 1) * PAGE);
      writeFileSync(path, bytes);
      const faults = await inspectSqlite({ path }).then(
        (looked) => looked.faults,
        (thrown: MemoryError) => [thrown.code],
      );
      expect(faults).not.toEqual([]);
      found += 1;
    }
    expect(found).toBeGreaterThan(3);
  });
});

describe("a power cut", () => {
  const NOTES = 12;

  /** A store in the middle of its work: most of it is in the log, and nothing is closed. */
  async function interrupted(): Promise<Readonly<{ db: Buffer; log: Buffer; texts: string[] }>> {
    const path = join(scratch(), "m.db");
    const memory = await opened(path);
    const texts: string[] = [];
    for (let n = 0; n < NOTES; n++) {
      texts.push(`Note ${n} before the cut.`);
      await note(memory, texts.at(-1) ?? "");
    }
    return { db: readFileSync(path), log: readFileSync(`${path}-wal`), texts };
  }

  test("that cuts the log short anywhere in its last frames leaves the notes up to some point, and a sound file", async () => {
    const { db, log, texts } = await interrupted();
    const lengths = new Set<number>();
    const step = isLong() ? 512 : 4_096;
    for (let cut = 0; cut < Math.min(log.length, 40 * PAGE); cut += step) {
      const path = join(scratch(), "m.db");
      writeFileSync(path, db);
      writeFileSync(`${path}-wal`, log.subarray(0, log.length - cut));
      const memory = await createMemory({ path, folder: null, upkeep: false });
      const left = await textsOf(memory);
      expect(left).toEqual(texts.slice(0, left.length));
      lengths.add(left.length);
      await memory.close();
      expect((await inspectSqlite({ path })).faults).toEqual([]);
    }
    expect(lengths.size).toBeGreaterThan(1);
    count("faults", { "states after a log cut short": lengths.size });
  });

  test("that leaves rubbish in the log loses only what came after it", async () => {
    const { db, log, texts } = await interrupted();
    const random = numbers(SEED);
    for (let round = 0; round < (isLong() ? 100 : 10); round++) {
      const path = join(scratch(), "m.db");
      const torn = Buffer.from(log);
      const at = Math.floor(log.length / 2 + random() * (log.length / 2 - 512));
      for (let n = 0; n < 512; n++) torn[at + n] = Math.floor(random() * 256);
      writeFileSync(path, db);
      writeFileSync(`${path}-wal`, torn);
      const memory = await createMemory({ path, folder: null, upkeep: false });
      const left = await textsOf(memory);
      expect(left).toEqual(texts.slice(0, left.length));
      expect(left.length).toBeLessThan(NOTES);
      await memory.close();
    }
  });
});

/** What was in its place a millisecond ago is not looked at again. */
const A_MOMENT_MS = 2;

describe("a file that is no longer in its place", () => {
  test.each([
    ["moved away", (path: string) => renameSync(path, `${path}.elsewhere`)],
    ["deleted", (path: string) => rmSync(path)],
    [
      "replaced by an older copy",
      (path: string) => {
        renameSync(path, `${path}.elsewhere`);
        copyFileSync(`${path}.older`, path);
      },
    ],
  ])("because it was %s takes no more notes, and is read as before", async (_what, act) => {
    const path = join(scratch(), "m.db");
    const memory = await opened(path);
    await note(memory, "While it was in its place.");
    copyFileSync(path, `${path}.older`);
    act(path);
    await setTimeout(A_MOMENT_MS);
    const before = existsSync(path) ? readFileSync(path) : undefined;
    await expect(note(memory, "When it was not.")).rejects.toMatchObject({
      code: "store_unavailable",
    });
    expect(await textsOf(memory)).toEqual(["While it was in its place."]);
    expect(existsSync(path) ? readFileSync(path) : undefined).toEqual(before);
  });

  test("takes notes again when it is put back", async () => {
    const path = join(scratch(), "m.db");
    const memory = await opened(path);
    renameSync(path, `${path}.elsewhere`);
    await setTimeout(A_MOMENT_MS);
    await expect(note(memory, "Into the void.")).rejects.toMatchObject({
      code: "store_unavailable",
    });
    renameSync(`${path}.elsewhere`, path);
    await note(memory, "Back again.");
    expect(await textsOf(memory)).toEqual(["Back again."]);
  });
});

test("a file that a newer version changed while this one had it open loses nothing, and is not opened again", async () => {
  const path = join(scratch(), "m.db");
  const memory = await opened(path);
  await note(memory, "Before the newer version.");
  const newer = new DatabaseSync(path);
  newer.exec(`PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE;
    ALTER TABLE memories ADD COLUMN later TEXT; ALTER TABLE messages ADD COLUMN later TEXT;
    CREATE TABLE later_things (tenant TEXT, id TEXT);
    INSERT INTO migrations (number, name, applied_at) SELECT max(number) + 1, '9999-later', 0 FROM migrations;
    COMMIT;`);
  newer.exec("UPDATE memories SET later = 'kept'");
  await Promise.all([1, 2, 3].map((n) => note(memory, `Beside the newer version, ${n}.`)));
  expect(await textsOf(memory)).toHaveLength(4);
  const { hits } = await memory.search({ tenant: TENANT, query: "newer version" });
  expect(hits.length).toBeGreaterThan(0);
  await memory.close();
  await expect(createMemory({ path, folder: null })).rejects.toMatchObject({ code: "newer_store" });
  const rows = newer.prepare("SELECT later FROM memories ORDER BY created_at, id").all();
  expect(rows.map((row) => row["later"])).toEqual(["kept", null, null, null]);
  expect(newer.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  newer.close();
});
