// Chats that many programs write, and tables.

import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { recordsOf } from "./broken.ts";
import { memoriesIn, messagesIn } from "./picked.ts";
import { fileOf, importOf, jsonFile, scratch } from "./support.ts";

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

test("the tables of older bots: facts by subject, lore, profiles and notes", async () => {
  const path = join(await scratch(), "bot.db");
  const db = new DatabaseSync(path);
  db.exec(
    "CREATE TABLE memory_facts (guild_id TEXT, channel_id TEXT, subject TEXT, fact TEXT, fact_type TEXT, confidence REAL, is_active INTEGER, created_at TEXT)",
  );
  db.exec(
    "INSERT INTO memory_facts VALUES ('g', 'c', '900000000000000001', 'Ana keeps bees.', 'hobby', 0.8, 1, '2025-05-01 10:00:00'), ('g', NULL, '__lore__', 'The crew calls the boat Marigold.', 'lore', 0.7, 1, NULL), ('g', NULL, 'u', 'Old.', 'x', 1, 0, NULL)",
  );
  db.exec("CREATE TABLE facts (id INTEGER, user_id INTEGER, fact TEXT)");
  db.exec(
    "INSERT INTO facts VALUES (1, 900000000000000002, 'Bruno sails on Sundays.'), (2, 3, NULL)",
  );
  db.exec("CREATE TABLE user_profiles (user_id INTEGER PRIMARY KEY, bio TEXT, interests TEXT)");
  db.exec(
    `INSERT INTO user_profiles VALUES (7, '[{"text":"Works as a nurse.","note_id":1}]', 'broken')`,
  );
  db.exec(
    "CREATE TABLE interaction_notes (id INTEGER, guild_id TEXT, channel_id TEXT, note_type TEXT, participants TEXT, title TEXT, summary TEXT, note_date TEXT)",
  );
  db.exec(
    `INSERT INTO interaction_notes VALUES (1, 'g', 'c', 'conversation', '["7"]', 'Bees', 'They talked about bees.', '2025-02-23')`,
  );
  db.close();
  const records = await recordsOf(path);
  expect(memoriesIn(records)).toEqual([
    { text: "Bruno sails on Sundays.", subject: "900000000000000002" },
    {
      text: "Ana keeps bees.",
      subject: "900000000000000001",
      category: "hobby",
      confidence: 0.8,
      channel: "c",
      validFrom: "2025-05-01T10:00:00.000Z",
    },
    {
      text: "The crew calls the boat Marigold.",
      kind: "lore",
      subject: "__lore__",
      category: "lore",
      confidence: 0.7,
    },
    { text: "Works as a nurse.", subject: "7", category: "profile", section: "bio" },
    {
      text: "They talked about bees.",
      kind: "episode",
      category: "event",
      participants: ["7"],
      title: "Bees",
      channel: "c",
      validFrom: "2025-02-23T00:00:00.000Z",
    },
  ]);
  expect(records.filter(({ type }) => type === "bad")).toHaveLength(2);
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(path));
  expect(report).toMatchObject({ format: "facts", counts: { bad: 2, leftOut: 1 } });
  expect(report.counts.stored).toBe(5);
});
