// What each importer makes of a file as its program writes it.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { recordsOf } from "./broken.ts";
import { memoriesIn, messagesIn } from "./picked.ts";
import { chatGptConversation, fileOf, importOf, jsonFile, scratch, zipped } from "./support.ts";

describe("ChatGPT", () => {
  const node = ([id, parent]: readonly [string, string | null], text: string, more = {}) => ({
    [id]: {
      id,
      parent,
      message: {
        author: { role: "user" },
        create_time: null,
        content: { content_type: "text", parts: [text, { asset: 1 }] },
        ...more,
      },
    },
  });

  test("the branch in use is read, hidden nodes and tools are not, and times are carried on", async () => {
    const talk = {
      conversation_id: "c",
      create_time: 1_700_000_000.5,
      current_node: "d",
      mapping: {
        ...node(["a", null], "I live in Faro."),
        ...node(["b", "a"], "left branch"),
        ...node(["c", "a"], "secret prompt", {
          metadata: { is_visually_hidden_from_conversation: true },
        }),
        ...node(["t", "c"], "{}", { author: { role: "tool" } }),
        ...node(["d", "t"], "I have a cat.", { create_time: 1_700_000_100 }),
      },
    };
    const path = await jsonFile("conversations.json", [talk]);
    const messages = messagesIn(await recordsOf(path));
    expect(messages.map(({ id, text, at }) => [id, text, at])).toEqual([
      ["chatgpt:c:a", "I live in Faro.", "2023-11-14T22:13:20.500Z"],
      ["chatgpt:c:d", "I have a cat.", "2023-11-14T22:15:00.000Z"],
    ]);
  });

  test("an archive is read without unpacking it, split files and all", async () => {
    const talk = (id: string) =>
      JSON.stringify([chatGptConversation(id, [{ role: "user", text: `I am ${id}.` }])]);
    const bytes = await zipped({
      "conversations-000.json": talk("one"),
      "conversations-001.json": talk("two"),
      "chat.html": "<html>",
      "user.json": "{}",
    });
    const messages = messagesIn(await recordsOf(await fileOf("export.zip", bytes)));
    expect(messages.map(({ text }) => text)).toEqual(["I am one.", "I am two."]);
  });
});

test("Claude: one text for each message, tools and attachments left out, names of both", async () => {
  const path = await jsonFile("conversations.json", [
    {
      uuid: "c1",
      name: "",
      created_at: "2025-05-01T10:00:00.000000Z",
      chat_messages: [
        {
          uuid: "m1",
          sender: "human",
          text: "I keep bees.",
          content: [{ type: "text", text: "I keep bees." }],
          created_at: "2025-05-01T10:00:01Z",
          attachments: [{ extracted_content: "a secret file" }],
        },
        {
          uuid: "m2",
          sender: "assistant",
          text: "",
          content: [
            { type: "tool_use", input: {} },
            { type: "text", text: "How many?" },
          ],
        },
        { uuid: "m3", sender: "human", text: "", content: [] },
      ],
    },
  ]);
  const records = await recordsOf(path);
  expect(messagesIn(records).map(({ author, text, role }) => [author.name, text, role])).toEqual([
    ["Ana", "I keep bees.", "user"],
    ["Claude", "How many?", "assistant"],
  ]);
  expect(JSON.stringify(records)).not.toContain("secret file");
});

test("mem0: user, categories, times and expiry, from a list or from results", async () => {
  const kept = {
    id: "x",
    memory: "Ana keeps bees.",
    user_id: "ana",
    categories: ["hobby", "garden"],
    created_at: "2025-05-01T10:00:00-07:00",
    expiration_date: "2031-01-01",
    hash: "h",
  };
  for (const value of [[kept], { results: [kept] }])
    expect(memoriesIn(await recordsOf(await jsonFile("m.json", value)))).toEqual([
      {
        text: "Ana keeps bees.",
        subject: "ana",
        category: "hobby",
        tags: ["garden"],
        validFrom: "2025-05-01T17:00:00.000Z",
        expiresAt: "2031-01-01T00:00:00.000Z",
      },
    ]);
});

test("Letta: both forms of an agent file, and no tool is ever looked at", async () => {
  const tools = [{ name: "run", source_code: "process.exit(1)" }];
  const said = [
    { role: "system", content: "prompt" },
    {
      role: "user",
      id: "m1",
      content: [{ type: "text", text: "Hello." }],
      created_at: "2025-05-01T10:00:00Z",
    },
  ];
  const first = {
    agent_type: "memgpt",
    name: "sam",
    core_memory: [{ label: "human", value: "Ana keeps bees." }],
    messages: said,
    tools,
  };
  const second = {
    agents: [{ id: "agent-0", name: "sam", messages: said, block_ids: ["b"] }],
    blocks: [{ id: "b", label: "human", value: "Ana keeps bees." }],
    files: [],
    tools,
  };
  for (const value of [first, second]) {
    const records = await recordsOf(await jsonFile("sam.af", value));
    expect(messagesIn(records).map(({ text }) => text)).toEqual(["Hello."]);
    expect(memoriesIn(records)).toEqual([
      { text: "Ana keeps bees.", title: "human", tags: ["human"], subject: "u1" },
    ]);
    expect(JSON.stringify(records)).not.toContain("process.exit");
  }
});

test("server-memory: objects without a line break, a broken line, and relations that find their ends", async () => {
  const lines = [
    '{"type":"entity","name":"Ana","entityType":"person","observations":["keeps bees","Ana is a nurse"]}{"type":"entity","name":"Acme","entityType":"company","observations":["makes anvils"]}',
    '{"type":"entity","name":',
    '{"type":"relation","from":"Ana","to":"Acme","relationType":"works_at"}',
  ];
  const path = await fileOf("memory.jsonl", lines.join("\n"));
  const records = await recordsOf(path);
  expect(memoriesIn(records).map(({ text }) => text)).toEqual([
    "Ana: keeps bees",
    "Ana is a nurse",
    "Acme: makes anvils",
    "Ana works at Acme.",
  ]);
  expect(records.filter(({ type }) => type === "bad")).toEqual([
    { type: "bad", where: "memory.jsonl:2", reason: "the JSON is cut off or broken here" },
  ]);
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(path));
  expect(report.counts).toMatchObject({ stored: 6, bad: 1, dropped: 0 });
  const old = await jsonFile("memory.json", {
    entities: [{ name: "Bo", entityType: "person", observations: ["sails"] }],
    relations: [],
  });
  expect(memoriesIn(await recordsOf(old)).map(({ text }) => text)).toEqual(["Bo: sails"]);
});

test("Markdown: observations, relations, tags and paragraphs; boxes and headings are neither", async () => {
  const folder = await scratch();
  await mkdir(join(folder, "people"));
  await writeFile(
    join(folder, "people", "ana.md"),
    [
      "---",
      "title: Ana",
      "tags: [person]",
      "---",
      "# Ana",
      "",
      "- [hobby] Keeps bees #garden (since 2020)",
      "- works_at [[Acme|the firm]]",
      "- [ ] buy jars",
      "",
      "She lives near the river.",
    ].join("\r\n"),
  );
  await writeFile(join(folder, "draft.md.tmp"), "half");
  const memories = memoriesIn(await recordsOf(folder));
  expect(memories.map(({ text, category, tags }) => [text, category, tags])).toEqual([
    ["Keeps bees (since 2020)", "hobby", ["person", "garden"]],
    ["Ana works at Acme.", undefined, ["person", "relation"]],
    ["[ ] buy jars", undefined, ["person"]],
    ["She lives near the river.", undefined, ["person"]],
  ]);
});
