// kill -9 in the middle of an import: the next run goes on, and the end is the same as if nothing had happened.

import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { killedWhile } from "./killed-while.ts";
import { chatGptConversation, importOf, jsonFile, scratch, TENANT } from "./support.ts";

/** So many that what is left when it is killed takes far longer than the moment until then, on a fast machine too. */
const talks = Array.from({ length: 150 }, (_, n) =>
  chatGptConversation(`c${n}`, [
    { role: "user", text: `My boat number ${n} is called Marigold ${n}.` },
    { role: "assistant", text: `A fine name for boat ${n}.` },
    { role: "user", text: `I keep boat ${n} at pier ${n}.` },
    { role: "assistant", text: "I see." },
  ]),
);
const facts = Array.from({ length: 800 }, (_, n) => ({
  id: `f${n}`,
  memory: `Locker ${n} belongs to team ${n}.`,
  user_id: `p${n % 9}`,
}));

test.each([
  ["messages", talks, 15],
  ["memories", facts, 40],
])(
  "%s: killed twice, gone on with, nothing is lost, doubled or unowned",
  async (_what, value, ms) => {
    const file = await jsonFile("x.json", value);
    const folder = await scratch();
    const path = join(folder, "memory.db");
    expect(await killedWhile(path, file, { batches: 1, ms })).toBe("SIGKILL");
    expect(await killedWhile(path, file, { batches: 2, ms })).toBe("SIGKILL");
    const memory = await createMemory({ path, upkeep: false });
    const plain = await createMemory({ path: join(folder, "plain.db"), upkeep: false });
    try {
      const last = await memory.transfer.import(importOf(file));
      const whole = await plain.transfer.import(importOf(file));
      expect(last.counts.known).toBeGreaterThan(0);
      expect(last.counts.read).toBe(whole.counts.read);
      expect(await counts(memory)).toEqual(await counts(plain));
      expect(await texts(memory)).toEqual(await texts(plain));
      const [run, ...others] = await memory.transfer.list({ tenant: TENANT });
      expect(others).toEqual([]);
      const undo = {
        tenant: TENANT,
        id: run?.id ?? "",
        actor: "op",
        dryRun: false,
        confirm: true,
      };
      await memory.transfer.undo(undo);
      expect(await counts(memory)).toEqual({ messages: 0, memories: 0 });
    } finally {
      await memory.close();
      await plain.close();
    }
  },
  180_000,
);

/** As a process leaves it that is killed when it has heard all messages, and has not noted that they are there. */
function forgetHearing(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("UPDATE import_records SET outcome = 'intended'");
  db.exec("UPDATE imports SET state = 'running', ended_at = NULL");
  db.close();
}

test("messages that a run had heard when it died are its own, and go when it is undone", async () => {
  const file = await jsonFile("x.json", talks.slice(0, 3));
  const path = join(await scratch(), "memory.db");
  const first = await createMemory({ path, upkeep: false });
  await first.transfer.import(importOf(file));
  await first.close();
  forgetHearing(path);
  const memory = await createMemory({ path, upkeep: false });
  try {
    const { importId = "", counts: again } = await memory.transfer.import(importOf(file));
    expect(again).toMatchObject({ read: 12, known: 12 });
    const act = { tenant: TENANT, id: importId, actor: "op", dryRun: false, confirm: true };
    expect(await memory.transfer.undo(act)).toMatchObject({ messages: 12 });
    expect(await counts(memory)).toEqual({ messages: 0, memories: 0 });
  } finally {
    await memory.close();
  }
});

type Engine = Awaited<ReturnType<typeof createMemory>>;

async function counts(memory: Engine): Promise<{ messages: number; memories: number }> {
  const lines = await exportLines(memory);
  const of = (type: string) => lines.filter((line) => line.startsWith(`{"type":"${type}"`)).length;
  return { messages: of("message"), memories: of("version") };
}

async function texts(memory: Engine): Promise<readonly string[]> {
  const lines = await exportLines(memory);
  return lines
    .filter((line) => /^\{"type":"(?:message|version)"/.test(line))
    .map((line) => {
      const record = JSON.parse(line);
      return String(record.message?.text ?? `${record.memory.version} ${record.memory.text}`);
    })
    .sort();
}

async function exportLines(memory: Engine): Promise<readonly string[]> {
  let text = "";
  for await (const { chunks } of memory.transfer.export({ tenant: TENANT, format: "jsonl" }))
    for await (const chunk of chunks) text += chunk;
  return text.trim().split("\n");
}
