// `mneme import` of documents, as a user types it.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inShell, mneme, plainEnv, programPath, scratch } from "./program.ts";

const GUIDE = `# Aurora

Aurora is the name of our billing service.

## Plans

| Plan | Price |
| --- | --- |
| Starter | 9 euros |
| Business | 49 euros |
`;

function documents(): string {
  const folder = scratch();
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/guide.md"), GUIDE);
  return folder;
}

test("the commands on the page import a folder and find what stands in it", async () => {
  const folder = documents();
  const page = readFileSync(join(import.meta.dirname, "../../docs/documents.md"), "utf8");
  const script = page.match(/```sh cli\n([\s\S]*?)```/)?.[1] ?? "";
  const lines = script
    .split("\n")
    .map((line) => line.replace(/ +#.*$/, ""))
    .filter((line) => line !== "" && !line.includes("--watch"));
  const ran = await inShell(lines.join(" && "), { folder });
  expect([ran.code, ran.stderr]).toEqual([0, expect.anything()]);
  expect(ran.stdout).toContain("1 document");
  expect(ran.stdout).toContain("Plan: Business; Price: 49 euros");
  const tried = await mneme(["import", "docs", "--format", "documents", "--dry-run", "--json"], {
    folder,
  });
  expect(JSON.parse(tried.stdout)).toMatchObject({ added: 0, kept: 2, withdrawn: 0 });
});

test("a folder of Markdown alone is still read as notes, and one with a page as documents", async () => {
  const folder = documents();
  const notes = await mneme(["import", "docs", "--dry-run", "--json"], { folder });
  expect(JSON.parse(notes.stdout)).toMatchObject({ format: "markdown" });
  writeFileSync(join(folder, "docs/page.html"), "<h1>Gate</h1><p>The gate is green.</p>");
  const both = await mneme(["import", "docs", "--json"], { folder });
  expect(JSON.parse(both.stdout)).toMatchObject({ documents: 2, added: 3 });
});

test("watching reads what is written meanwhile, and ends well when it is stopped", async () => {
  const folder = documents();
  const child: ChildProcess = spawn(
    process.execPath,
    [programPath(), "import", "docs", "--watch", "--json"],
    { cwd: folder, env: plainEnv(folder) },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  await expect.poll(() => stdout, { timeout: 20_000 }).toContain('"added": 2');
  stdout = "";
  writeFileSync(join(folder, "docs/roof.md"), "# Roof\n\nThe roof of hall two leaks.\n");
  await expect.poll(() => stdout, { timeout: 20_000 }).toContain('"added": 1');
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  const found = await mneme(["search", "which roof leaks?"], { folder });
  expect(found.stdout).toContain("The roof of hall two leaks.");
});
