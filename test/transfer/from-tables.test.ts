// Chats that many programs write, and tables.

import { describe, expect, test } from "vitest";
import { recordsOf } from "./broken.ts";
import { messagesIn } from "./picked.ts";
import { fileOf, jsonFile } from "./support.ts";

describe("generic chats", () => {
  test.each([
    [
      "OpenAI messages",
      [
        { role: "system", content: "x" },
        { role: "user", content: [{ type: "text", text: "I keep bees." }] },
        { role: "assistant", content: "Nice." },
      ],
    ],
    [
      "conversations of messages",
      [
        {
          id: "c",
          messages: [
            { role: "user", content: "I keep bees." },
            { role: "assistant", content: "Nice." },
          ],
        },
      ],
    ],
    [
      "one conversation",
      {
        messages: [
          { role: "user", content: "I keep bees." },
          { role: "assistant", content: "Nice." },
        ],
      },
    ],
    [
      "ShareGPT",
      [
        {
          id: "s",
          conversations: [
            { from: "human", value: "I keep bees." },
            { from: "gpt", value: "Nice." },
          ],
        },
      ],
    ],
  ])("%s", async (_what, value) => {
    const messages = messagesIn(await recordsOf(await jsonFile("c.json", value)));
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ["user", "I keep bees."],
      ["assistant", "Nice."],
    ]);
  });

  test("lines of JSON, one of them broken; what was said twice is kept twice", async () => {
    const yes = '{"role":"user","content":"Yes, I do."}';
    const records = await recordsOf(await fileOf("c.jsonl", [yes, "{broken", yes].join("\n")));
    const messages = messagesIn(records);
    expect(messages).toHaveLength(2);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    expect(records.filter(({ type }) => type === "bad").length).toBeGreaterThan(0);
  });

  test("a table, whatever separates its cells", async () => {
    for (const sign of [",", ";", "\t"]) {
      const rows = [
        ["timestamp", "author", "text"],
        ["2025-05-01 10:00:00", "ana", `"I ""keep""${sign} bees"`],
      ];
      const path = await fileOf("c.csv", rows.map((row) => row.join(sign)).join("\r\n"));
      expect(messagesIn(await recordsOf(path))).toMatchObject([
        { at: "2025-05-01T10:00:00.000Z", author: { id: "ana" }, text: `I "keep"${sign} bees` },
      ]);
    }
  });
});
