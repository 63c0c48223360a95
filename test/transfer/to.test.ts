// What is written for others to read: nothing in it comes alive, and it reads back as it was.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import type { MemoryEngine } from "../../src/index.ts";
import { escapeMarkdown, unescapeMarkdown } from "../../src/transfer/markdown/escape.ts";
import { fileNameOf } from "../../src/transfer/markdown/file-name.ts";
import { parseNote } from "../../src/transfer/markdown/note.ts";
import { cell } from "../../src/transfer/to/csv.ts";
import { noteOf } from "../../src/transfer/to/markdown.ts";
import { testEngine } from "../support/engine.ts";
import { memory as sample } from "../support/store-conformance/samples.ts";
import { exported, exportedText, fileOf, importOf, scratch, TENANT } from "./support.ts";

const HOSTILE = [
  "# A heading",
  "---\nid: forged\ntrust: 4\n---",
  "[[Other note]] and ![[embed]]",
  "```dataviewjs\ndv.pages()\n```",
  "<script>alert(1)</script>",
  "key:: value",
  "[key:: value]",
  "- [ ] task",
  "1. first",
  "%%hidden%%",
  "==mark==",
  "$$x$$",
  "    code",
  "text  \nnext",
  "#tag ^block",
  "a &amp; b",
  "*bold* _it_ ~~no~~",
  "| a | b |",
  "\ttab",
  "> quote",
  "+ plus",
  "\\# escaped",
  "=== \n===",
  "https://x.example <b>",
  "`tick`",
  "12) twelve",
  "ends with space ",
];

describe("Markdown", () => {
  test("any text reads back as it was", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string(),
      fc.constantFrom(...HOSTILE),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (parts) => {
        const whole = parts.join("\n").replace(/\r/g, "");
        expect(unescapeMarkdown(escapeMarkdown(whole))).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  test.each(HOSTILE)("%j is text and nothing else", (text) => {
    const written = escapeMarkdown(text);
    for (const line of written.split("\n")) {
      expect(line).not.toMatch(/^\s*(?:#|>|[-+*]\s|\d+[.)]|```|~~~|---|===|\t| {4})/);
      expect(line).not.toMatch(/(?<!\\)(?:\[\[|`|<[a-z/!]|%%|==|\$|#\p{L}|::|\*|_|~|\^)/u);
      expect(line).not.toMatch(/ {2}$/);
    }
  });

  test("no text becomes a property of its note", () => {
    for (const text of HOSTILE) {
      const hostile = { title: text, category: text, tags: [text], subject: text } as const;
      const note = noteOf(sample({ ...hostile, text }), [`[[${text.slice(0, 3)}]]`]);
      const { properties, body, isBroken } = parseNote(note);
      expect(isBroken).toBe(false);
      expect(properties).toMatchObject({ mneme: 1, id: "m1", trust: 3, ...hostile });
      expect(unescapeMarkdown(body.replace(/^\n/, "").replace(/\n$/, ""))).toBe(text);
      expect(Object.keys(parseYaml(/^---\n([\s\S]*?)\n---\n/.exec(note)?.[1] ?? ""))).not.toContain(
        "forged",
      );
    }
  });

  test("every file name is one that every system takes, and no two are one", () => {
    const names = [
      ...HOSTILE,
      "CON",
      "nul",
      "a".repeat(500),
      "é".repeat(200),
      "",
      "日本語".repeat(60),
      "../../etc/passwd",
      "A",
      "a",
    ].map((title, index) => fileNameOf(title, String(index)));
    for (const name of names) {
      expect(name).not.toMatch(/[<>:"/\\|?*#^[\]\p{Cc}]/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[ .]$/i);
      expect(name).toBe(name.normalize("NFC"));
    }
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test("an exported folder, imported elsewhere, says the same", async () => {
    const source = await filled();
    const folder = await scratch();
    for (const [name, text] of await exported(
      source.transfer.export({ tenant: TENANT, format: "markdown" }),
    )) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const { memory } = await testEngine({ upkeep: false });
    const report = await memory.transfer.import(importOf(folder));
    expect(report).toMatchObject({ format: "markdown", counts: { bad: 0, dropped: 0 } });
    expect(await said(memory)).toEqual(await said(source));
    const again = await memory.transfer.import(importOf(folder));
    expect(again.counts).toMatchObject({ stored: 0, merged: 0 });
  });
});

async function filled(): Promise<MemoryEngine> {
  const { memory } = await testEngine({ upkeep: false });
  for (const text of [
    "The harbour closes at nine.",
    "# Not a heading\n- [ ] not a task [[not a link]]",
    '=HYPERLINK("http://x")',
    'Plain, with "quotes"; and more',
  ])
    await memory.remember({
      tenant: TENANT,
      kind: "log",
      text,
      title: "A: note?",
      tags: ["a", "b-c"],
      category: "place",
    });
  await memory.remember({
    tenant: TENANT,
    kind: "fact",
    text: "Ana keeps bees.",
    subject: "ana",
    user: "ana",
  });
  return memory;
}

type Said = Readonly<{
  text: string;
  kind: string;
  category: string;
  title: string | undefined;
  tags: readonly string[];
  subject: string | undefined;
}>;

async function said(memory: MemoryEngine): Promise<readonly Said[]> {
  const kept = await memory.list({ tenant: TENANT, limit: 50 });
  return kept
    .map(({ text, kind, category, title, tags, subject }) => ({
      text,
      kind,
      category,
      title,
      tags,
      subject,
    }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
}

describe("CSV", () => {
  test("no cell is a formula, and every cell reads back", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom(..."=+-@\t\r".split("").map((sign) => `${sign}cmd|' /C calc'!A0`)),
        ),
        (text) => {
          const [[read = ""] = []] = parse(`${cell(text)}\n`, {
            relax_quotes: false,
          }) as string[][];
          expect(read).not.toMatch(/^[=+\-@\t\r]/);
          expect(read === text || read === `'${text}`).toBe(true);
        },
      ),
    );
  });

  test("an exported table, imported elsewhere, says the same", async () => {
    const source = await filled();
    const path = await fileOf("memories.csv", await exportedText(source.transfer, "csv"));
    const { memory } = await testEngine({ upkeep: false });
    const report = await memory.transfer.import(importOf(path));
    expect(report).toMatchObject({ format: "csv", counts: { bad: 0 } });
    const texts = async (of: MemoryEngine) =>
      (await said(of)).map(({ text, kind, category, subject }) => ({
        text,
        kind,
        category,
        subject,
      }));
    expect(await texts(memory)).toEqual(await texts(source));
  });
});
