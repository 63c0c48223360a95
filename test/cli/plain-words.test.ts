// What the command line says when something is not as the caller thought.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mneme, scratch } from "./program.ts";

const LONG = 60_000;

describe("help", () => {
  test("shows ten commands first, and all of them when asked", { timeout: LONG }, async () => {
    const folder = scratch();
    const [first, all] = [
      await mneme(["--help"], { folder }),
      await mneme(["help", "--all"], { folder }),
    ];
    expect(first.stdout).toContain("search <query>");
    expect(first.stdout).not.toContain("restore-backup");
    expect(first.stdout).toContain("mneme help --all");
    expect(first.stdout.match(/^ {2}[a-z|-]+ /gm)?.length).toBeLessThanOrEqual(12);
    expect(all.stdout).toContain("restore-backup");
    expect(all.code).toBe(0);
  });
});

test("an export does not replace a file unless it is told to", { timeout: LONG }, async () => {
  const folder = scratch();
  await mneme(["add", "The office is closed on Fridays"], { folder });
  const out = join(folder, "out.jsonl");
  writeFileSync(out, "mine");
  const refused = await mneme(["export", "--out", "out.jsonl"], { folder });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--force");
  expect(readFileSync(out, "utf8")).toBe("mine");
  const forced = await mneme(["export", "--out", "out.jsonl", "--force"], { folder });
  expect(forced.stdout).toContain("1 file, jsonl");
  expect(readFileSync(out, "utf8")).toContain("Fridays");
  expect(existsSync(`${out}.part`)).toBe(false);
});

test("a cut-off file, an unknown tenant and a wrong field are named", {
  timeout: LONG,
}, async () => {
  const folder = scratch();
  await mneme(["add", "The office is closed on Fridays"], { folder });
  const said = { channel: "c", author: { id: "u1" }, text: "hello there" };
  const cut = await mneme(["ingest"], { folder, input: JSON.stringify(said).slice(0, -4) });
  expect(cut.stderr).toContain("cut off");
  const wrong = await mneme(["ingest"], {
    folder,
    input: JSON.stringify({ ...said, at: "yesterday" }),
  });
  expect(wrong.stderr).toContain("`at` must be an ISO date such as `2026-05-01`");
  const nobody = await mneme(["search", "office", "--tenant", "acmee"], { folder });
  expect(nobody.stderr).toContain('Nothing is stored for the tenant "acmee"');
  const known = await mneme(["search", "zebra"], { folder });
  expect(known.stderr).not.toContain("Nothing is stored");
});
