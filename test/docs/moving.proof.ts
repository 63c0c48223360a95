// Every example of the guides for moving in runs as it stands there, and prints what stands below it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { supervisorAt } from "../transfer/old-supervisor.ts";
import { scratch } from "../transfer/support.ts";
import { type Block, blocksOf, runProgram, runScript, writeFiles } from "./pages.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/moving");

const pages = readdirSync(FOLDER).map((name) => ({
  name,
  blocks: blocksOf(readFileSync(join(FOLDER, name), "utf8")),
}));
const scripts = pages.flatMap(({ name, blocks }) =>
  blocks
    .filter(({ language }) => language === "sh")
    .map(({ text }) => ({ name, blocks, text: text.trim() })),
);

test.each(scripts)(
  "$name: $text",
  async ({ blocks, text }) => {
    const folder = await scratch();
    writeFiles(blocks, folder);
    const ran = await runScript(text, folder, await serverOf(blocks));
    expect(ran, `${ran.stdout}${ran.stderr}`).toMatchObject({ code: 0 });
    expect(ran.stdout).not.toMatch(/^\s+\d+ (?:bad|dropped|failed|odd)$/m);
  },
  120_000,
);

/** A block of SQL for a server is run on one, whose address the examples call `OLD_DATABASE`. */
async function serverOf(blocks: readonly Block[]): Promise<Record<string, string>> {
  const schema = blocks.find(({ name }) => name.endsWith(".sql"))?.text;
  return schema === undefined ? {} : { OLD_DATABASE: await supervisorAt({}, schema) };
}

const programs = pages.flatMap(({ name, blocks }) =>
  blocks.flatMap(({ language, text }, at) =>
    language === "ts" ? [{ name, code: text, printed: blocks[at + 1]?.text ?? "" }] : [],
  ),
);

test("every guide shows what the old calls are here", () => {
  expect(new Set(programs.map(({ name }) => name))).toEqual(new Set(pages.map(({ name }) => name)));
});

test.each(programs)("the calls of $name", async ({ code, printed }) => {
  const folder = await scratch();
  expect(await runProgram(code, folder)).toBe(printed);
});
