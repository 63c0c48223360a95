// How the program behaves towards whoever calls it: exit codes, terminals, pipes, wrong names, nobody there to ask.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Prepared, prepare } from "./prepared.ts";
import { inShell, mneme, programPath, scratch } from "./program.ts";

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => prepared.remove());

const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("the exit code says what was wrong", () => {
  test("1: what was asked for is not there, and no store is made by looking for one", async () => {
    const folder = scratch();
    const ran = await mneme(["list"], { folder });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain("mneme init");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("2: the path is a folder", async () => {
    const folder = scratch();
    const ran = await mneme(["add", "x", "--path", "."], { folder });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("is a folder");
  });

  test("3: the file is damaged; it says what to do, and the file stays as it was", async () => {
    const folder = prepared.copy();
    const path = join(folder, "memory.db");
    const bytes = readFileSync(path);
    bytes.fill(0xaa, 100, 30_000);
    writeFileSync(path, bytes);
    const ran = await mneme(["list", "--json"], { folder });
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.stdout).error.code).toBe("corrupt_store");
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("4: a newer program made it; the file stays as it was", async () => {
    const folder = prepared.copy();
    const path = join(folder, "memory.db");
    const db = new DatabaseSync(path);
    db.exec("INSERT INTO migrations (number, name, applied_at) VALUES (999, '0999-later', 0)");
    db.exec("PRAGMA journal_mode = DELETE");
    db.close();
    const before = hashOf(path);
    for (const args of [["list"], ["add", "x"], ["migrate", "--dry-run"], ["backup", "b.db"]])
      expect(await mneme(args, { folder })).toMatchObject({ code: 4, stdout: "" });
    expect(hashOf(path)).toBe(before);
  });

  test("5: an agent may not decide a review", async () => {
    const args = ["call", "approve", '{"id":"r1","hash":"h"}', "--agent", "bot"];
    const ran = await mneme(args, { folder: prepared.copy() });
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain("forbidden");
  });

  test("6: the database cannot be reached", async () => {
    const args = ["list", "--url", "postgres://nobody@127.0.0.1:1/none", "--json"];
    const ran = await mneme(args, { folder: scratch() });
    expect(ran.code).toBe(6);
    expect(JSON.parse(ran.stdout).error.code).toBe("store_unavailable");
  });
});

describe("what cannot be undone is not done unasked", () => {
  test.each([
    ["forget", "last", "--purge"],
    ["erase", "--subject", "ana"],
    ["profile", "delete", "ana"],
    ["keys", "revoke", "last"],
    ["restore-backup", "monday.db"],
    ["init"],
  ])("mneme %s %s with nobody to ask and no --yes", async (...args) => {
    const folder = prepared.copy();
    const given = args.filter((arg) => arg !== undefined);
    const before = await mneme(["call", "stats"], { folder });
    const ran = await mneme([...given, "--json"], { folder });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error.message).toContain("--yes");
    expect((await mneme(["call", "stats"], { folder })).stdout).toBe(before.stdout);
  });
});

test("`import undo last` takes back what brought something, not the run after it that found all of it there", async () => {
  const folder = scratch();
  const talk = [{ role: "user", content: "I keep bees on the roof." }];
  writeFileSync(join(folder, "talk.json"), JSON.stringify(talk));
  const twice = ["import talk.json", "import talk.json"].map((line) => `mneme ${line} --quiet`);
  await inShell(twice.join(" && "), { folder });
  const undone = await mneme(["import", "undo", "last", "--yes", "--json"], { folder });
  expect(JSON.parse(undone.stdout)).toMatchObject({ messages: 1, records: 1 });
  const again = await mneme(["import", "undo", "last", "--yes", "--json"], { folder });
  expect(JSON.parse(again.stdout)).toMatchObject({ messages: 0, records: 0 });
});

test("`upkeep --dry-run` tells each thing that the run then does", async () => {
  const folder = scratch();
  const facts = ["Ana lives in Lisbon.", "Ben keeps two goats."];
  for (const text of facts)
    await mneme(["call", "remember", JSON.stringify({ tenant: "default", kind: "log", text })], {
      folder,
    });
  const { stdout } = await mneme(["list", "--json"], { folder });
  const ids = JSON.parse(stdout).map(({ id }: { id: string }) => id);
  const set = { expiresAt: "2020-01-01T00:00:00.000Z" };
  for (const id of ids)
    await mneme(["call", "edit", JSON.stringify({ tenant: "default", id, set })], { folder });
  const tried = await mneme(["upkeep", "prune", "--dry-run"], { folder });
  for (const id of ids) expect(tried.stdout).toContain(`would prune ${id} expired`);
  expect((await mneme(["upkeep", "prune"], { folder })).stdout).toBe("pruned: 2\n");
});

test("a reader that stops early ends it quietly", async () => {
  const folder = prepared.copy();
  const { code, stderr } = await inShell("set -o pipefail; mneme operations | head -1", { folder });
  expect([0, 141]).toContain(code);
  expect(stderr).toBe("");
});

test("what is written into a file has no colours, also on a build server", async () => {
  const env = { CI: "true", TERM: "xterm-256color" };
  const ran = await mneme(["operations"], { folder: scratch(), env });
  expect(ran.stdout).toContain("remember");
  expect(ran.stdout).not.toContain("\u001b[");
});

test("--quiet leaves standard error empty", async () => {
  const ran = await mneme(["keys", "create", "--name", "bot", "--quiet"], {
    folder: prepared.copy(),
  });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toMatch(/^mk_\w+_[\w-]+\n$/);
});

describe("a name that is nearly right is answered with the right one", () => {
  test.each([
    [["serch", "x"], "search"],
    [["list", "--limt", "1"], "--limit"],
    [["upkeep", "nigthly"], "nightly"],
    [["call", "serch"], "search"],
    [["config", "explain", "capture.enable"], "capture.enabled"],
  ])("mneme %j", async (args, meant) => {
    const ran = await mneme(args, { folder: prepared.copy() });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`Did you mean ${meant}?`);
  });
});

test("a store's words cannot drive the terminal they are shown on", async () => {
  const folder = prepared.copy();
  await mneme(["add", "red \u001b[31malert\u0007 and \u202Eturned"], { folder });
  const { stdout } = await mneme(["list", "--limit", "1"], { folder });
  expect(stdout).toContain("alert");
  for (const control of ["\u001b", "\u0007", "\u202E"]) expect(stdout).not.toContain(control);
});

test.each([["--version"], ["--help"], ["search", "--help"]])(
  "mneme %s %s loads neither the engine nor anything that is slow to load",
  async (...args) => {
    const folder = scratch();
    const into = join(folder, "loaded");
    const hooks = join(import.meta.dirname, "loaded-modules.mjs");
    const given = args.filter((arg) => arg !== undefined);
    const child = spawn(process.execPath, ["--import", hooks, programPath(), ...given], {
      env: { ...process.env, LOADED_INTO: into },
    });
    await new Promise((resolve) => child.once("exit", resolve));
    const loaded = readFileSync(into, "utf8").split("\n").flatMap(partsOf);
    expect(loaded.length).toBeGreaterThan(20);
    const slow =
      /\/(?:zod|fastify|yaml|pg|@clack|@modelcontextprotocol|@photostructure)\/|src\/(?:engine|operations\/operations|config)\.ts/;
    expect(loaded.filter((part) => slow.test(part))).toEqual([]);
  },
);

/** A loaded file, and the sources that were packed into it: each stands below its name. */
function partsOf(url: string): readonly string[] {
  if (!url.startsWith("file:")) return [url];
  const packed = readFileSync(new URL(url), "utf8").matchAll(
    /^\/\/ ((?:src|node_modules)\/\S+)$/gm,
  );
  return [url, ...[...packed].map(([, source = ""]) => source)];
}

test("a second server on the same port says so and leaves the first alone", async () => {
  const folder = prepared.copy();
  mkdirSync(join(folder, "two"));
  const first = spawn(process.execPath, [programPath(), "serve", "--port", "0", "--json"], {
    cwd: folder,
  });
  const where = await new Promise<string>((resolve) =>
    first.stdout.once("data", (chunk: Buffer) => resolve(JSON.parse(chunk.toString()).url)),
  );
  const port = new URL(where).port;
  const second = await mneme(["serve", "--port", port, "--json"], { folder: join(folder, "two") });
  expect(second.code).toBe(2);
  expect(JSON.parse(second.stdout).error.message).toContain(port);
  expect((await fetch(`${where}/health/live`)).status).toBe(200);
  first.kill("SIGTERM");
  await new Promise((resolve) => first.once("exit", resolve));
});
