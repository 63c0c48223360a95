// Every example of the page on imports and exports runs as it stands there.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FORMATS } from "../../src/model/transfer-format.ts";
import { blocksOf, runScript, writeFiles } from "../docs/pages.ts";
import { scratch } from "./support.ts";

const page = readFileSync(new URL("../../docs/import-export.md", import.meta.url), "utf8");
const blocks = blocksOf(page);
const scripts = blocks.filter(({ language }) => language === "sh").map(({ text }) => text.trim());

test("every format that can be imported is on the page", () => {
  expect(FORMATS.filter((format) => !page.includes(`\`${format}\``))).toEqual([]);
});

test.each(scripts)(
  "%s",
  async (script) => {
    const folder = await scratch();
    writeFiles(blocks, folder);
    const ran = await runScript(script, folder);
    expect(ran, `${ran.stdout}${ran.stderr}`).toMatchObject({ code: 0 });
    expect(ran.stdout).not.toMatch(/^\s+\d+ (?:bad|dropped|failed)$/m);
  },
  120_000,
);
