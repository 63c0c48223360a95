// A channel as DiscordChatExporter writes it.

import { expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { recordsOf } from "./broken.ts";
import { messagesIn } from "./picked.ts";
import { importOf, jsonFile, TENANT } from "./support.ts";

test("Discord: snowflakes whole, bots apart, notices left out, threads under their channel", async () => {
  const author = (id: string, isBot = false) => ({
    id,
    name: "ana",
    nickname: "Ana",
    isBot,
    roles: [],
  });
  const messages = [
    {
      id: "1100000000000000001",
      type: "Default",
      timestamp: "2025-05-01T12:00:00+02:00",
      timestampEdited: "2025-05-01T12:05:00+02:00",
      content: "I keep bees now.",
      author: author("900000000000000001"),
    },
    {
      id: "1100000000000000002",
      type: "Reply",
      timestamp: "2025-05-01T12:01:00+02:00",
      content: "beep",
      author: author("900000000000000002", true),
      reference: { messageId: "1" },
    },
    {
      id: "1100000000000000003",
      type: "GuildMemberJoin",
      content: "joined",
      author: author("900000000000000001"),
    },
    {
      id: Number("1100000000000000004"),
      type: "Default",
      content: "lost digits",
      author: author("900000000000000001"),
    },
    {
      id: "1100000000000000005",
      type: "Default",
      content: "",
      attachments: [{}],
      author: author("900000000000000001"),
    },
  ];
  const path = await jsonFile("x.json", {
    guild: { id: "1" },
    channel: { id: "77", type: "GuildPublicThread", categoryId: "66", category: "general" },
    messages,
    messageCount: 5,
  });
  const records = await recordsOf(path);
  expect(messagesIn(records)).toEqual([
    {
      id: "1100000000000000001",
      channel: "66",
      thread: "77",
      at: "2025-05-01T10:00:00.000Z",
      author: { id: "900000000000000001", name: "Ana", isBot: false },
      text: "I keep bees now.",
      role: "user",
    },
    expect.objectContaining({ id: "1100000000000000002", role: "assistant" }),
  ]);
  expect(records.filter(({ type }) => type === "bad")).toHaveLength(1);
  expect(records.filter(({ type }) => type === "left_out")).toHaveLength(2);
});

test("a Discord message that was heard live is not heard again by importing it", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.ingest({
    tenant: TENANT,
    channel: "66",
    id: "11",
    author: { id: "9", name: "Ana" },
    text: "I keep bees now.",
  });
  const message = {
    id: "11",
    type: "Default",
    content: "I keep bees now.",
    author: { id: "9", name: "Ana" },
  };
  const path = await jsonFile("x.json", {
    guild: { id: "1" },
    channel: { id: "66" },
    messages: [message],
  });
  const report = await memory.transfer.import(importOf(path));
  expect(report.counts).toMatchObject({ messages: 0, known: 1 });
  const { importId = "" } = report;
  await memory.transfer.undo({
    tenant: TENANT,
    id: importId,
    actor: "op",
    dryRun: false,
    confirm: true,
  });
  expect((await memory.admin.message({ tenant: TENANT, id: "11" }))?.message.text).toBe(
    "I keep bees now.",
  );
});
