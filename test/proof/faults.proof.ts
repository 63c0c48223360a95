// What too much or too little of something does to us: few file handles, a full queue, a job that always fails.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { testEngine } from "../support/engine.ts";
import { count } from "./proof-run.ts";
import { writeNotes } from "./write-notes.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const TENANT = "acme";

test("with no file handle left the store is refused by name, and with some again every note is kept", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-fault-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const few = ["sh", "-c", 'ulimit -n 1024; exec "$0" "$@"'];
  const path = join(folder, "m.db");
  const said = await writeNotes({ path, notes: 5, way: "few-handles", under: few });
  expect(said[0]).toMatchObject({ event: "failed", code: "store_unavailable" });
  expect(said.filter(({ event }) => event === "kept")).toHaveLength(5);
});

test("more at once than the queue holds is refused, and none that was taken is lost", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const say = (n: number) =>
    memory.ingest({
      ...{ tenant: TENANT, channel: "yard", id: `m${n}`, author: { id: "ana" } },
      text: `My boat number ${n} is called Star${n}.`,
    });
  const answers = await Promise.all(Array.from({ length: 1_500 }, (_, n) => say(n)));
  const taken = answers.filter((answer) => answer.status !== "dropped").length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(1_500);
  await memory.drain();
  for (const [n, answer] of answers.entries())
    if (answer.status !== "dropped")
      expect(await memory.admin.message({ tenant: TENANT, id: `m${n}` })).toBeDefined();
  count("faults", { "messages taken of 1500": taken });
});

test("a job that always fails is laid aside after five tries without its words, and holds up no other", async () => {
  const sound = await builtinEmbedder();
  let isHealed = false;
  let tries = 0;
  const embed: typeof sound.embed = async (texts, kind, payer) => {
    const isPoison = texts.some((text) => text.includes("poison"));
    if (isPoison && kind === "document") tries += 1;
    if (isPoison && !isHealed) throw new Error("The model fell over.");
    return sound.embed(texts, kind, payer);
  };
  const embedder = { model: sound.model, inline: false, embed };
  const { memory, pass } = await testEngine({ upkeep: false, models: { embedder } });
  const note = (text: string) => memory.remember({ tenant: TENANT, kind: "log", text });
  await note("Apples are in the cellar.");
  await note("The poison is in the bathtub.");
  await note("Pears are in the attic.");
  for (let day = 0; day < 9; day++) {
    await memory.drain();
    pass(1);
  }
  expect(tries).toBe(5);
  const left = await memory.jobs.list({ tenant: TENANT });
  expect(left).toMatchObject([{ state: "dead", attempts: 5, lastError: expect.any(String) }]);
  expect(JSON.stringify(left)).not.toContain("bathtub");
  expect((await note("Plums are on the tree.")).stored).toHaveLength(1);
  isHealed = true;
  await memory.jobs.retry({ tenant: TENANT, id: left[0]?.id ?? "" });
  await memory.drain();
  expect(await memory.jobs.list({ tenant: TENANT })).toEqual([]);
  count("faults", { "tries of a job that always fails": 5 });
});
