// Whatever is done to a file, reading it comes to an end, and throws nothing. What each piece takes is measured in
// long-pieces.proof.ts.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Format } from "../../src/model/transfer-format.ts";
import { BROKEN, FACT, recordsOf } from "./broken.ts";
import { scratch } from "./support.ts";

describe("whatever is done to a file, it is read to an end", () => {
  const samples: readonly (readonly [Format, string])[] = [
    ["chatgpt", JSON.stringify(BROKEN)],
    [
      "claude",
      JSON.stringify([
        {
          uuid: "c",
          chat_messages: [
            {
              uuid: "m",
              sender: "human",
              text: "I keep bees.",
              content: [{ type: "text", text: "I keep bees." }],
            },
          ],
        },
      ]),
    ],
    ["mem0", JSON.stringify({ results: FACT })],
    [
      "letta",
      JSON.stringify({
        agents: [
          { id: "x", messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] },
        ],
        blocks: [{ label: "human", value: "Ana keeps bees." }],
      }),
    ],
    [
      "server-memory",
      '{"type":"entity","name":"Ana","entityType":"person","observations":["keeps bees"]}{"type":"relation","from":"Ana","to":"Bo","relationType":"knows"}',
    ],
    [
      "discord",
      JSON.stringify({
        guild: { id: "1" },
        channel: { id: "2" },
        messages: [
          { id: "3", type: "Default", content: "I keep bees.", author: { id: "4", name: "Ana" } },
        ],
      }),
    ],
    ["chat", JSON.stringify([{ conversations: [{ from: "human", value: "I keep bees." }] }])],
    ["csv", 'id,text,author\n1,"I keep ""bees""",ana\n'],
    ["markdown", "---\ntitle: Ana\n---\n- [fact] keeps bees #hobby\n- knows [[Bo]]\n"],
    [
      "mneme",
      '{"mneme":"export","version":1,"tenant":"acme","createdAt":"2026-01-01T00:00:00.000Z"}\n{"type":"thread","thread":"t","revision":1}\n{"type":"end","records":1}\n',
    ],
    [
      "vault",
      '{"id":"m","tenant":"acme","purged":true,"change":{"event":"DELETE","actor":"","cause":"erase","at":"2026-01-01T00:00:00.000Z"}}\n',
    ],
  ];
  const pieces = fc.constantFrom(
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "\r",
    "\u0000",
    "\uFEFF",
    "\u2028",
    "null",
    "1e999",
    "---",
    "&a [*a]",
    "'",
    "\t",
    "é",
    "\ud83d",
  );
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(40),
    put: fc.array(pieces, { maxLength: 6 }),
  });

  test.each(samples)("%s", async (format, sample) => {
    const folder = await scratch();
    const path = join(folder, format === "markdown" ? "x.md" : "x");
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        let text = sample;
        for (const { at, cut, put } of changes) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + put.join("") + text.slice(from + cut);
        }
        await writeFile(path, text);
        const records = await recordsOf(path, format);
        for (const record of records) expect(typeof record.type).toBe("string");
      }),
      { numRuns: 60 },
    );
  });
});
