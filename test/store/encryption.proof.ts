// A store encrypted at rest: nothing readable on the disk, no opening without the key, and a change of key that a kill
// cannot break (R-PRIV-6).

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMemory, rekey } from "../../src/index.ts";
import { INSTALL_TIMEOUT_MS, installOptional } from "../support/optional-package.ts";

const tenant = "acme";
const KEY = "a key of enough letters";
const OTHER = "another key, just as long";
const SECRET_WORD = "zebrafinches";

let folder: string;
let path: string;

beforeAll(
  () => installOptional("better-sqlite3-multiple-ciphers", "encryption"),
  INSTALL_TIMEOUT_MS,
);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-encrypted-"));
  path = join(folder, "memory.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(encryptionKey?: string) {
  const key = encryptionKey === undefined ? { folder: null } : { encryptionKey };
  return createMemory({ path, upkeep: false, ...key });
}

async function fill(encryptionKey?: string, more = 0): Promise<void> {
  const memory = await open(encryptionKey);
  const said = Array.from(
    { length: more },
    (_unused, index) => `Note ${index}: I like tea number ${index}.`,
  );
  await memory.ingestMany(
    [`I keep ${SECRET_WORD} on the roof.`, ...said].map((text, index) => ({
      tenant,
      channel: "general",
      id: `m${index}`,
      author: { id: "ana", name: "Ana" },
      text,
    })),
  );
  await memory.drain();
  await memory.close();
}

async function found(encryptionKey?: string): Promise<string> {
  const memory = await open(encryptionKey);
  try {
    const { hits } = await memory.search({ tenant, query: `${SECRET_WORD} roof`, over: "both" });
    return hits.map(({ text }) => text).join("\n");
  } finally {
    await memory.close();
  }
}

function onDisk(): Buffer {
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

const hash = () => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("an encrypted store", () => {
  test("is searched as ever, and shows no word of it on the disk, log included", async () => {
    const memory = await open(KEY);
    await memory.ingest({
      tenant,
      channel: "general",
      author: { id: "ana", name: "Ana" },
      text: `I keep ${SECRET_WORD} on the roof.`,
    });
    await memory.drain();
    const { hits } = await memory.search({ tenant, query: `${SECRET_WORD} roof`, over: "both" });
    expect(hits.map(({ text }) => text).join()).toContain(SECRET_WORD);
    expect(readdirSync(folder)).toContain("memory.db-wal");
    expect(onDisk().includes(SECRET_WORD)).toBe(false);
    expect(onDisk().includes("SQLite format 3")).toBe(false);
    await memory.close();
    expect(onDisk().includes(SECRET_WORD)).toBe(false);
  });

  test("the same store without a key shows the word, so the scan can find it", async () => {
    await fill();
    expect(onDisk().includes(SECRET_WORD)).toBe(true);
  });

  test("opens again with its key", async () => {
    await fill(KEY);
    expect(await found(KEY)).toContain(SECRET_WORD);
  });

  test.each([
    ["another key", OTHER, "unauthorized"],
    ["no key", undefined, "corrupt_store"],
  ])("refuses %s and is left as it was", async (_what, key, code) => {
    await fill(KEY);
    const before = hash();
    await expect(open(key)).rejects.toMatchObject({ code });
    expect(hash()).toBe(before);
    expect(await found(KEY)).toContain(SECRET_WORD);
  });

  test("a key for a store that is not encrypted is refused, and the store is left as it was", async () => {
    await fill();
    const before = hash();
    await expect(open(KEY)).rejects.toMatchObject({ code: "unauthorized" });
    expect(hash()).toBe(before);
  });

  test("keeps no plain files beside it, and refuses to be told to", async () => {
    await fill(KEY);
    expect(readdirSync(folder)).toEqual(["memory.db", "memory.db-reserve"]);
    await expect(
      createMemory({ path, encryptionKey: KEY, folder: join(folder, "files") }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("a change of key", () => {
  test("encrypts a plain store, and changes the key of an encrypted one", async () => {
    await fill();
    await rekey({ path, from: undefined, to: KEY });
    expect(onDisk().includes(SECRET_WORD)).toBe(false);
    expect(await found(KEY)).toContain(SECRET_WORD);
    await rekey({ path, from: KEY, to: OTHER });
    await expect(open(KEY)).rejects.toMatchObject({ code: "unauthorized" });
    expect(await found(OTHER)).toContain(SECRET_WORD);
  });

  test("killed at any moment, leaves a store that one of the two keys opens, whole", async () => {
    await fill(KEY, 400);
    for (const wait of [0, 1, 2, 4, 8, 16, 32, 64]) {
      const from = await keyOfStore();
      await rekeyKilledAfter(wait, { path, from, to: otherThan(from) });
      expect(await found(await keyOfStore())).toContain(SECRET_WORD);
    }
    const last = await keyOfStore();
    await rekey({ path, from: last, to: otherThan(last) });
    expect(readdirSync(folder)).toEqual(["memory.db", "memory.db-reserve"]);
  });
});

/** Which of the two keys opens the store: `found` fails where neither does. */
const keyOfStore = async () => ((await opens(KEY)) ? KEY : OTHER);
const otherThan = (key: string) => (key === KEY ? OTHER : KEY);

async function opens(key: string): Promise<boolean> {
  try {
    await (await open(key)).close();
    return true;
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: "unauthorized" });
    return false;
  }
}

/** Kills the process so many milliseconds after it says that it begins. */
async function rekeyKilledAfter(
  wait: number,
  rekeying: Readonly<{ path: string; from: string; to: string }>,
): Promise<void> {
  const worker = fileURLToPath(new URL("workers/rekey.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", worker, JSON.stringify(rekeying)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  setTimeout(() => child.kill("SIGKILL"), wait);
  await once(child, "exit");
}
