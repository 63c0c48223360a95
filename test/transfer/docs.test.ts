// Every example of the page on imports and exports runs as it stands there.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMATS } from "../../src/model/transfer-format.ts";
import { inShell } from "../cli/program.ts";
import { scratch } from "./support.ts";

const page = readFileSync(new URL("../../docs/import-export.md", import.meta.url), "utf8");

type Block = Readonly<{ language: string; name: string; text: string }>;

const blocks: readonly Block[] = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", name = "", text = ""]) => ({ language, name, text }),
);
const scripts = blocks.filter(({ language }) => language === "sh").map(({ text }) => text.trim());

test("every format that can be imported is on the page", () => {
  expect(FORMATS.filter((format) => !page.includes(`\`${format}\``))).toEqual([]);
});

test.each(scripts)(
  "%s",
  async (script) => {
    const folder = await scratch();
    for (const { name, text } of blocks) if (name !== "") writeFileSync(join(folder, name), text);
    const ran = await inShell(script.replaceAll("\n", " && ").replaceAll(/ # [^&]*/g, " "), {
      folder,
    });
    expect(ran, `${ran.stdout}${ran.stderr}`).toMatchObject({ code: 0 });
    expect(ran.stdout).not.toMatch(/^\s+\d+ (?:bad|dropped|failed)$/m);
  },
  120_000,
);
