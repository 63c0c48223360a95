// An encrypted store by the command line. `mneme rekey`: a plain store becomes an encrypted one, an encrypted one gets
// another key, and the key is never an argument. Backups of one are encrypted too.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemory, rekey } from "../../src/index.ts";
import { INSTALL_TIMEOUT_MS, installOptional } from "../support/optional-package.ts";
import { type Prepared, prepare } from "./prepared.ts";
import { mneme, plainEnv, programPath, scratch } from "./program.ts";

const KEY = "a key of enough letters";
const OTHER = "another key, just as long";
const CANARY = "zqxcanaryjv";

let prepared: Prepared;
beforeAll(async () => {
  await installOptional("better-sqlite3-multiple-ciphers", "encryption");
  prepared = await prepare();
}, INSTALL_TIMEOUT_MS);
afterAll(() => prepared.remove());

const holds = (folder: string, word: string) =>
  readFileSync(join(folder, "memory.db")).includes(word);

async function listed(folder: string, key: string): Promise<string> {
  const env = { MNEME_ENCRYPTION_KEY: key };
  return (await mneme(["list", "--json"], { folder, env })).stdout;
}

test("encrypts a plain store with the key on standard input, and says what is still plain", async () => {
  const folder = prepared.copy();
  expect(holds(folder, "Lisbon")).toBe(true);
  const ran = await mneme(["rekey", "--json"], { folder, input: `${KEY}\n` });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toMatchObject({ wasChanged: true, messages: 2 });
  expect(ran.stderr).toContain("plain text");
  expect(ran.stdout + ran.stderr).not.toContain(KEY);
  expect(holds(folder, "Lisbon")).toBe(false);
  expect(await listed(folder, KEY)).toContain("The office is closed on Fridays");
});

test("gives another key, and run again says that it has it", async () => {
  const folder = prepared.copy();
  await rekey({ path: join(folder, "memory.db"), from: undefined, to: KEY });
  const env = { MNEME_ENCRYPTION_KEY: KEY, MNEME_NEW_ENCRYPTION_KEY: OTHER };
  const first = await mneme(["rekey", "--json"], { folder, env });
  expect(JSON.parse(first.stdout)).toMatchObject({ wasChanged: true });
  const again = await mneme(["rekey", "--json"], { folder, env });
  expect(again).toMatchObject({ code: 0 });
  expect(JSON.parse(again.stdout)).toMatchObject({ wasChanged: false, messages: 2 });
  expect(await listed(folder, OTHER)).toContain("The office is closed on Fridays");
});

test("refuses a wrong old key, a short new one and a store in use, and changes nothing", async () => {
  const folder = prepared.copy();
  const path = join(folder, "memory.db");
  await rekey({ path, from: undefined, to: KEY });
  const before = readFileSync(path);
  const wrong = { MNEME_ENCRYPTION_KEY: "no key of this store" };
  expect(await mneme(["rekey"], { folder, env: wrong, input: OTHER })).toMatchObject({ code: 5 });
  const right = { MNEME_ENCRYPTION_KEY: KEY };
  expect(await mneme(["rekey"], { folder, env: right, input: "short" })).toMatchObject({ code: 2 });
  expect(await mneme(["rekey"], { folder, env: right })).toMatchObject({ code: 2 });
  expect(readFileSync(path).equals(before)).toBe(true);
  const memory = await createMemory({ path, encryptionKey: KEY, upkeep: false });
  await memory.remember({ tenant: "default", kind: "log", text: "Somebody uses it." });
  const busy = await mneme(["rekey"], { folder, env: right, input: OTHER });
  await memory.close();
  expect(busy).toMatchObject({ code: 6 });
  expect(await listed(folder, KEY)).toContain("Somebody uses it.");
});

test.each([0, 10, 40])(
  "killed %i ms after it began, it goes on when it is run again",
  async (wait) => {
    const folder = prepared.copy();
    const env = { ...plainEnv(folder), MNEME_NEW_ENCRYPTION_KEY: KEY };
    const child = spawn(process.execPath, [programPath(), "rekey"], { cwd: folder, env });
    await once(child.stderr, "data");
    setTimeout(() => child.kill("SIGKILL"), wait);
    await once(child, "exit");
    const again = await mneme(["rekey", "--json"], { folder, input: KEY });
    expect(again, again.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject({ messages: 2 });
    expect(await listed(folder, KEY)).toContain("The office is closed on Fridays");
  },
);

test("a dry run changes nothing and asks for no key", async () => {
  const folder = prepared.copy();
  const before = readFileSync(join(folder, "memory.db"));
  const ran = await mneme(["rekey", "--dry-run", "--json"], { folder });
  expect(JSON.parse(ran.stdout)).toMatchObject({ dryRun: true, isEncrypted: false });
  expect(readFileSync(join(folder, "memory.db")).equals(before)).toBe(true);
  expect(existsSync(join(folder, "memory.db-journal"))).toBe(false);
});

test("an encrypted store is backed up encrypted, and restored", async () => {
  const folder = scratch();
  const path = join(folder, "memory.db");
  const env = { MNEME_ENCRYPTION_KEY: "correct horse battery staple" };
  await mneme(["add", CANARY, "--path", path], { folder, env });
  const made = await mneme(["backup", "old.db", "--path", path], { folder, env });
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "old.db")).includes(CANARY)).toBe(false);
  await mneme(["add", "Something else entirely", "--path", path], { folder, env });
  const back = await mneme(["restore-backup", "old.db", "--path", path, "--yes"], { folder, env });
  expect(back, back.stderr).toMatchObject({ code: 0 });
  expect((await mneme(["list", "--path", path], { folder, env })).stdout).toContain(CANARY);
});
