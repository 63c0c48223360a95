// What the readme says is what happens.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

function run(file: string, args: readonly string[], cwd: string): string {
  const tsx = join(root, "node_modules/tsx/dist/esm/index.mjs");
  return execFileSync(process.execPath, ["--import", tsx, file, ...args], {
    cwd,
    encoding: "utf8",
  });
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("its ten lines run and print the fact", () => {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const folder = scratch();
  const file = join(folder, "example.mts");
  writeFileSync(file, code.replace('"mneme"', JSON.stringify(join(root, "src/index.ts"))));
  expect(run(file, [], folder)).toContain(
    'Ana: "I moved to Lisbon last week" [week of 20 April 2026]',
  );
});

test("its test command is the one that CI runs", () => {
  expect(readme).toContain("npm ci && npm test");
  expect(readFileSync(join(root, ".ci/run"), "utf8")).toContain("npm ci && npm test");
});

test("every page it points at is there", () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
});

test("the demo shows recall, a changed fact, what is refused, and an erased person", () => {
  const shown = run(join(root, "src/surfaces/cli/main.ts"), ["demo"], scratch());
  expect(shown).toContain('+ Ben: "I\'m allergic to peanuts"');
  expect(shown).toContain("not kept, question: When is the housewarming");
  expect(shown).toMatch(/what can Ben not eat\?”\n.+ fact +Ben: "I'm allergic to peanuts"/);
  expect(shown).toContain('+ Ana: "I live in Porto now" (replaces what was known)');
  expect(shown).toContain('“where does Ana live?” Ana: "I live in Porto now"');
  expect(shown).toMatch(/“where did Ana live yesterday\?” Ana: "I moved to Lisbon last week"/);
  expect(shown).toContain('“when is the standup?” Ana: "The standup is now at 10:15"');
  expect(shown).toContain("[redacted card]");
  expect(shown).not.toContain("4111 1111 1111 1111”");
  expect(shown).toContain("held for review");
  expect(shown).toMatch(/where does Ana live\?” nothing found/);
});
