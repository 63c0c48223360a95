// One pipeline for every importer: idempotent, the same dry as real, undoable, gone on with after it was cut short.

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import {
  chatGptConversation,
  exportedText,
  importOf,
  jsonFile,
  scratch,
  TENANT,
  told,
} from "./support.ts";

const TALK = [
  chatGptConversation("c1", [
    { role: "system", text: "You are a helpful assistant." },
    { role: "user", text: "I moved to Lisbon last week and I work as a nurse." },
    { role: "assistant", text: "Congratulations on the move to Lisbon!" },
    { role: "user", text: "My sister Marta lives in Porto." },
  ]),
  chatGptConversation("c2", [
    { role: "user", text: "Remember that the boiler code is kept in the blue folder." },
    { role: "assistant", text: "Noted." },
  ]),
];

const MEMORIES = [
  { id: "a1", memory: "Ana plays the cello on Sundays.", user_id: "u1", categories: ["hobby"] },
  {
    id: "a2",
    memory: "Ana is allergic to walnuts.",
    user_id: "u1",
    created_at: "2025-03-01T10:00:00Z",
  },
  { id: "a3", memory: "Bruno repairs bicycles in Braga.", user_id: "u2" },
  { id: "a4", user_id: "u2" },
];

test("an import stores messages and memories as imported, with the least trust", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(await jsonFile("x.json", TALK)));
  expect(report).toMatchObject({ format: "chatgpt", state: "done" });
  expect(report.counts).toMatchObject({ messages: 5, bad: 0 });
  expect(report.counts.stored).toBeGreaterThan(0);
  const kept = await memory.list({ tenant: TENANT, limit: 50 });
  expect(kept.length).toBeGreaterThan(0);
  for (const { origins, trust } of kept)
    expect({ origins, trust }).toEqual({ origins: ["import"], trust: 1 });
});

test("an assistant's imported words are kept, found, and never read for facts", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const talk = chatGptConversation("c1", [
    { role: "user", text: "Hello there." },
    { role: "assistant", text: "I live in Reykjavik and my dog is called Bjarki." },
  ]);
  await memory.transfer.import(importOf(await jsonFile("x.json", [talk])));
  const { hits } = await memory.search({
    tenant: TENANT,
    query: "Bjarki Reykjavik",
    over: "messages",
  });
  expect(hits.some(({ text }) => text.includes("Bjarki"))).toBe(true);
  const kept = await memory.list({ tenant: TENANT, limit: 50 });
  expect(kept.filter(({ text }) => text.includes("Bjarki"))).toEqual([]);
});

test.each([
  ["a chat", TALK],
  ["memories", MEMORIES],
])("%s imported twice adds and changes nothing the second time", async (_what, value) => {
  const { memory } = await testEngine({ upkeep: false });
  const path = await jsonFile("x.json", value);
  const first = await memory.transfer.import(importOf(path));
  const before = await memory.transfer.hash({ tenant: TENANT });
  const second = await memory.transfer.import(importOf(path));
  expect(await memory.transfer.hash({ tenant: TENANT })).toBe(before);
  expect(second.counts).toMatchObject({ messages: 0, stored: 0, merged: 0, held: 0, dropped: 0 });
  expect(second.counts.known + second.counts.bad + second.counts.erased).toBe(first.counts.read);
});

test.each([
  ["a chat", TALK],
  ["memories", MEMORIES],
])("a dry run of %s reports what the run then does, and changes nothing", async (_what, value) => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.remember({
    tenant: TENANT,
    kind: "fact",
    text: "Ana is allergic to walnuts.",
    subject: "u1",
    user: "u1",
  });
  const path = await jsonFile("x.json", value);
  const before = await memory.transfer.hash({ tenant: TENANT });
  const dry = await memory.transfer.import(importOf(path, { dryRun: true }));
  expect(await memory.transfer.hash({ tenant: TENANT })).toBe(before);
  expect(await memory.transfer.list({ tenant: TENANT })).toEqual([]);
  const real = await memory.transfer.import(importOf(path));
  expect(dry).toEqual(told(real));
});

test("a record that cannot be read is named, and the rest goes in", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(await jsonFile("m.json", MEMORIES)));
  expect(report.counts).toMatchObject({ read: 4, stored: 3, bad: 1 });
  expect(report.problems).toEqual([{ where: "m.json #4", reason: "has no `memory`" }]);
});

test("an import is stopped between batches and the next run goes on under the same name", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const many = Array.from({ length: 260 }, (_, n) => ({
    id: `k${n}`,
    memory: `Locker ${n} belongs to team ${n}.`,
    user_id: `p${n}`,
  }));
  const path = await jsonFile("m.json", many);
  const stop = new AbortController();
  const stopped = await memory.transfer.import(
    importOf(path, { signal: stop.signal, onProgress: () => stop.abort() }),
  );
  expect(stopped).toMatchObject({ state: "stopped", counts: { stored: 100 } });
  const rest = await memory.transfer.import(importOf(path));
  expect(rest).toMatchObject({
    importId: stopped.importId,
    state: "done",
    counts: { stored: 160, known: 100 },
  });
});

/** Every record of an export that is somebody's: not the counters, and not the marks of what was once there. */
async function kept(memory: MemoryEngine): Promise<readonly string[]> {
  const passing =
    /^\{"(?:mneme|type":"(?:end|thread|delta|buffer|tombstone|job|access|import|imported)")/;
  const lines = (await exportedText(memory.transfer, "jsonl")).trim().split("\n");
  return lines.filter((line) => !passing.test(line));
}

test("undoing an import takes exactly what it added", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.ingest({
    tenant: TENANT,
    channel: "c",
    id: "own",
    author: { id: "u9", name: "Rui" },
    text: "My boat is called Marigold.",
  });
  await memory.remember({ tenant: TENANT, kind: "log", text: "The harbour closes at nine." });
  const before = await kept(memory);
  const chat = await memory.transfer.import(importOf(await jsonFile("c.json", TALK)));
  const facts = await memory.transfer.import(importOf(await jsonFile("m.json", MEMORIES)));
  expect(await kept(memory)).not.toEqual(before);
  for (const { importId = "" } of [facts, chat])
    await memory.transfer.undo({
      tenant: TENANT,
      id: importId,
      actor: "op",
      dryRun: false,
      confirm: true,
    });
  expect(await kept(memory)).toEqual(before);
  const again = await memory.transfer.import(importOf(await jsonFile("m.json", MEMORIES)));
  expect(told(again)).toEqual(told(facts));
});

test("a memory the import only added to is as it was after undoing", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const line = {
    tenant: TENANT,
    kind: "fact",
    text: "Ana is allergic to walnuts.",
    subject: "u1",
    user: "u1",
  } as const;
  await memory.remember(line);
  const report = await memory.transfer.import(importOf(await jsonFile("m.json", MEMORIES)));
  expect(report.counts.merged).toBe(1);
  const { importId = "" } = report;
  const undone = await memory.transfer.undo({
    tenant: TENANT,
    id: importId,
    actor: "op",
    dryRun: false,
    confirm: true,
  });
  expect(undone).toMatchObject({ memories: 2, reverted: 1 });
  const [left, ...others] = await memory.list({ tenant: TENANT, limit: 50 });
  expect(others).toEqual([]);
  expect(left).toMatchObject({ text: line.text, origins: ["user"], trust: 3 });
});

test("undoing much at once needs a confirmation, and its preview changes nothing", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const { importId = "" } = await memory.transfer.import(
    importOf(await jsonFile("m.json", MEMORIES)),
  );
  const undo = { tenant: TENANT, id: importId, actor: "op", dryRun: false, confirm: false };
  const before = await memory.transfer.hash({ tenant: TENANT });
  await expect(memory.transfer.undo(undo)).rejects.toMatchObject({ code: "invalid_input" });
  const preview = await memory.transfer.undo({ ...undo, dryRun: true });
  expect(preview).toMatchObject({ memories: 3, share: 1, needsConfirmation: true });
  expect(await memory.transfer.hash({ tenant: TENANT })).toBe(before);
  await expect(memory.transfer.undo({ ...undo, id: "none" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("nothing that was imported is never done: what was found and what was looked for is told", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const path = await jsonFile("m.json", [{ id: "a4", user_id: "u2" }]);
  for (const dryRun of [true, false])
    await expect(
      memory.transfer.import(importOf(path, { format: "mem0", dryRun })),
    ).rejects.toMatchObject({
      code: "invalid_input",
      message:
        "Nothing was imported. Read as `mem0`, found: 1 read, 1 bad; m.json #1 has no `memory`. Expected: objects with a `memory`.",
    });
  expect(await memory.transfer.list({ tenant: TENANT })).toEqual([]);
});

test("a folder that is suddenly empty takes nothing away", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const folder = await scratch();
  await writeFile(join(folder, "a.md"), "The harbour closes at nine.");
  await memory.transfer.import(importOf(folder));
  const before = await memory.transfer.hash({ tenant: TENANT });
  await rm(join(folder, "a.md"));
  for (const format of [undefined, "markdown"] as const) {
    const again = memory.transfer.import(importOf(folder, format === undefined ? {} : { format }));
    await expect(again).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await memory.transfer.hash({ tenant: TENANT })).toBe(before);
});

test("what was erased does not come back by importing it again", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const chat = await jsonFile("c.json", TALK);
  const facts = await jsonFile("m.json", MEMORIES);
  await memory.transfer.import(importOf(chat));
  await memory.transfer.import(importOf(facts));
  await memory.erase({ tenant: TENANT, subject: "u1" });
  const again = [
    await memory.transfer.import(importOf(chat)),
    await memory.transfer.import(importOf(facts)),
  ];
  expect(again.map(({ counts }) => counts.messages + counts.stored + counts.merged)).toEqual([
    0, 0,
  ]);
  const kept = await memory.list({ tenant: TENANT, limit: 50 });
  expect(kept.map(({ subject }) => subject)).toEqual(["u2"]);
  const fresh = await memory.transfer.import(
    importOf(await jsonFile("n.json", [{ id: "b1", memory: "Ana keeps bees.", user_id: "u1" }])),
  );
  expect(fresh.counts).toMatchObject({ erased: 1, stored: 0 });
});
