// Every program and command of the guides runs as it stands there, and prints what the page says it prints.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { supervisorAt } from "../transfer/old-supervisor.ts";
import { scratch } from "../transfer/support.ts";
import { blocksOf, runProgram, runScript, writeFiles } from "./pages.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const SINGLE = ["getting-started", "recipes", "http", "concepts", "troubleshooting", "faq"];
const GUIDES = readdirSync(join(DOCS, "guides")).map((name) => `guides/${name.replace(".md", "")}`);
const EMPTY_DATABASE = "SELECT 1";

const pages = [...SINGLE, ...GUIDES].map((name) => ({
  name,
  blocks: blocksOf(readFileSync(join(DOCS, `${name}.md`), "utf8")),
}));
const programs = pages.flatMap(({ name, blocks }) =>
  blocks.flatMap(({ language, text }, at) => {
    const next = blocks[at + 1];
    const printed = next?.language === "text" ? next.text : "";
    return language === "ts" ? [{ name, code: text, printed, blocks }] : [];
  }),
);
const scripts = pages.flatMap(({ name, blocks }) =>
  blocks
    .filter(({ language }) => language === "sh")
    .map(({ text }) => ({ name, text: text.trim(), blocks })),
);

/** A page about PostgreSQL gets one. */
async function databaseFor(name: string): Promise<Record<string, string>> {
  if (name !== "guides/postgresql") return {};
  return { DATABASE_URL: await supervisorAt({}, EMPTY_DATABASE) };
}

test.each(programs)("$name: the program", async ({ name, code, printed }) => {
  const folder = await scratch();
  expect(await runProgram(code, folder, await databaseFor(name))).toBe(printed);
});

test.each(scripts)(
  "$name: $text",
  async ({ name, text, blocks }) => {
    const folder = await scratch();
    writeFiles(
      blocks.filter((block) => !block.name.endsWith(".sql")),
      folder,
    );
    const ran = await runScript(text, folder, await databaseFor(name));
    expect(ran, `${ran.stdout}${ran.stderr}`).toMatchObject({ code: 0 });
  },
  120_000,
);
