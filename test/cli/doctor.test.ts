// `mneme doctor`: each fault is found, is told with a command that mends it, and a healthy store has none.

import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../../src/surfaces/cli/doctor/checks.ts";
import { checkClock, checkDisk, checkNode } from "../../src/surfaces/cli/doctor/checks.ts";
import { type Prepared, prepare } from "./prepared.ts";
import { mneme, scratch } from "./program.ts";

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => prepared.remove());

async function examined(folder: string, more: readonly string[] = []) {
  const ran = await mneme(["doctor", "--json", ...more], { folder });
  const { checks } = JSON.parse(ran.stdout) as { checks: readonly Check[] };
  const of = (name: string) => checks.find((check) => check.name === name);
  return { code: ran.code, checks, of };
}

function spoiled(sql: string): string {
  const folder = prepared.copy();
  const db = new DatabaseSync(join(folder, "memory.db"));
  db.exec(sql);
  db.close();
  return folder;
}

test("a store that init just made is well in every point", async () => {
  const folder = scratch();
  await mneme(["init", "--yes", "--client", "none"], { folder });
  const { code, checks } = await examined(folder);
  expect(checks.filter(({ state }) => state === "failure")).toEqual([]);
  expect(code).toBe(0);
  const named = checks.map(({ name }) => name);
  const promised = [
    ...["Node", "SQLite", "access", "disk", "log", "integrity", "indexes", "embedder", "clock"],
    ...["keys", "port", "schema", "jobs", "settings"],
  ];
  expect(promised.filter((name) => !named.includes(name))).toEqual([]);
});

describe("a fault is told with its fix", () => {
  test("jobs that were given up", async () => {
    const { of, code } = await examined(prepared.copy());
    expect(of("jobs")).toMatchObject({ state: "warning", fix: expect.stringContaining("jobs") });
    expect(code).toBe(0);
  });

  test("a file that others can read, and --repair closes it", async () => {
    const folder = prepared.copy();
    const path = join(folder, "memory.db");
    chmodSync(path, 0o644);
    const { of, code } = await examined(folder);
    expect(of("access")).toMatchObject({ state: "failure", fix: expect.stringContaining("chmod") });
    expect(code).toBe(1);
    expect((await examined(folder, ["--repair"])).code).toBe(0);
    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  });

  test("an index that lost its words, and --repair makes it whole", async () => {
    const folder = spoiled("DELETE FROM memory_text");
    const { of, code } = await examined(folder);
    expect(of("indexes")).toMatchObject({ state: "failure" });
    expect(code).toBe(1);
    expect((await examined(folder, ["--repair"])).of("indexes")).toMatchObject({ state: "ok" });
  });

  test("a damaged file", async () => {
    const folder = prepared.copy();
    const path = join(folder, "memory.db");
    const bytes = readFileSync(path);
    bytes.fill(0xaa, 8_192 * 4, 8_192 * 30);
    writeFileSync(path, bytes);
    const { checks, code } = await examined(folder);
    const failed = checks.find(({ state }) => state === "failure");
    expect(failed?.fix).toContain("restore-backup");
    expect(code).toBe(1);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("a store of a newer program", async () => {
    const sql = "INSERT INTO migrations (number, name, applied_at) VALUES (999, '0999-later', 0)";
    const { of, code } = await examined(spoiled(sql));
    expect(of("store")).toMatchObject({
      state: "failure",
      detail: expect.stringContaining("newer"),
    });
    expect(code).toBe(1);
  });

  test("copies that erasing does not reach", async () => {
    const folder = prepared.copy();
    writeFileSync(join(folder, "memory.db.before-restore"), "x");
    const { of } = await examined(folder);
    expect(of("copies")).toMatchObject({ state: "warning", fix: expect.stringContaining("rm ") });
  });

  test("settings that cannot be read", async () => {
    const folder = prepared.copy();
    writeFileSync(join(folder, "mneme.yaml"), "capture: yes please");
    const { of, code } = await examined(folder);
    expect(of("settings")).toMatchObject({
      state: "failure",
      detail: expect.stringContaining("capture"),
    });
    expect(code).toBe(1);
  });

  test("no store at all", async () => {
    const { of, code } = await examined(scratch());
    expect(of("store")).toMatchObject({ state: "failure", fix: "mneme init" });
    expect(code).toBe(1);
  });

  test("a Node that is too old, a disk that is full, a clock that is behind", () => {
    expect(checkNode("20.18.9").state).toBe("failure");
    expect(checkNode("20.19.0").state).toBe("ok");
    expect(checkDisk("/tmp", Number.MAX_SAFE_INTEGER).state).toBe("warning");
    const now = new Date("2026-05-01T00:00:00Z");
    expect(checkClock(now, "2026-05-02T00:00:00.000Z").state).toBe("failure");
    expect(checkClock(now, "2026-04-30T00:00:00.000Z").state).toBe("ok");
  });
});
