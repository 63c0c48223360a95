// Real graphs on our checkpointer and store: interrupted in one process and resumed in another, branched, erased.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MemoryEngine } from "../../../src/index.ts";
import { MnemeCheckpointer } from "../../../src/integrations/langgraph/index.ts";
import { freshSchema, serverUrl } from "../../support/postgres.ts";
import { databases } from "../engines.ts";

const WORKER = fileURLToPath(new URL("./workers/approval-graph.ts", import.meta.url));

/** What the process wrote and how it ended. */
function runWorker(...given: string[]): Promise<{ output: string; signal: string | null }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      "node",
      ["--import", "tsx", WORKER, ...given],
      (error, stdout, stderr) => {
        if (error !== null && error.signal === undefined)
          reject(new Error(stderr, { cause: error }));
        else if (error !== null && error.signal !== "SIGKILL") reject(new Error(stderr));
        else resolve({ output: stdout, signal: child.signalCode });
      },
    );
  });
}

async function sqliteFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mneme-graph-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "memory.db");
}

async function serverSchema(server: string): Promise<string> {
  const schema = await freshSchema(server);
  onTestFinished(() => schema.close());
  return schema.url;
}

const url = serverUrl();
const places: readonly (readonly [string, () => Promise<string>])[] = [
  ["sqlite", sqliteFile],
  ...(url === undefined ? [] : [["postgres server", () => serverSchema(url)] as const]),
];

test.each(places)(
  "on %s a graph killed at its question is resumed by another process",
  async (_, open) => {
    const where = await open();
    const begun = await runWorker("begin", where);
    expect(begun.signal).toBe("SIGKILL");
    expect(JSON.parse(begun.output)).toMatchObject({ next: ["ask"] });
    const resumed = await runWorker("resume", where, "yes");
    expect(resumed.signal).toBeNull();
    expect(JSON.parse(resumed.output)).toEqual({
      result: { steps: ["asked", "drafted", "sent: dear all"], approved: true },
      next: [],
    });
  },
);

const Counting = Annotation.Root({
  sum: Annotation<number>({ reducer: (sum, more) => sum + more, default: () => 0 }),
  label: Annotation<string>,
});

function countingGraph(memory: MemoryEngine, tenant = "acme") {
  return new StateGraph(Counting)
    .addNode("one", () => ({ sum: 1 }))
    .addNode("two", () => ({ sum: 10 }))
    .addEdge(START, "one")
    .addEdge("one", "two")
    .addEdge("two", END)
    .compile({ checkpointer: new MnemeCheckpointer(memory, { tenant }) });
}

async function opened(open: () => Promise<MemoryEngine>): Promise<MemoryEngine> {
  const memory = await open();
  onTestFinished(() => memory.close());
  return memory;
}

describe.each(databases())("on %s", (_name, open) => {
  const thread = (id: string, more = {}) => ({ configurable: { thread_id: id, ...more } });

  test("two branches of one thread keep their own values of a channel that has one version in both", async () => {
    const graph = countingGraph(await opened(open));
    await graph.invoke({ sum: 0, label: "main" }, thread("t1"));
    const past = [];
    for await (const state of graph.getStateHistory(thread("t1"))) past.push(state);
    const middle = past.find(({ next }) => next[0] === "two");
    expect(middle?.values).toEqual({ sum: 1, label: "main" });
    const from = middle?.config ?? {};
    const first = await graph.updateState(from, { sum: 100, label: "first" }, "one");
    const second = await graph.updateState(from, { sum: 200, label: "second" }, "one");
    await graph.invoke(null, first);
    expect((await graph.getState(thread("t1"))).values).toEqual({ sum: 111, label: "first" });
    await graph.invoke(null, second);
    expect((await graph.getState(thread("t1"))).values).toEqual({ sum: 211, label: "second" });
    const finished = past.find(({ next }) => next.length === 0);
    const main = await graph.getState(finished?.config ?? {});
    expect(main.values).toEqual({ sum: 11, label: "main" });
  });

  test("the same thread id in two tenants is two threads", async () => {
    const memory = await opened(open);
    const acme = countingGraph(memory, "acme");
    const corp = countingGraph(memory, "acme-corp");
    await acme.invoke({ sum: 0, label: "acme" }, thread("t1"));
    expect((await corp.getState(thread("t1"))).values).toEqual({});
    await corp.invoke({ sum: 5, label: "corp" }, thread("t1"));
    expect((await acme.getState(thread("t1"))).values).toEqual({ sum: 11, label: "acme" });
    await new MnemeCheckpointer(memory, { tenant: "acme-corp" }).deleteThread("t1");
    expect((await acme.getState(thread("t1"))).values).toEqual({ sum: 11, label: "acme" });
  });

  test("erasing a person ends their threads, in every table, and nobody else's", async () => {
    const memory = await opened(open);
    const graph = countingGraph(memory);
    await graph.invoke({ sum: 0, label: "hers" }, thread("t1", { user_id: "ann" }));
    await graph.invoke({ sum: 0, label: "his" }, thread("t2", { user_id: "bob" }));
    await graph.invoke({ sum: 0, label: "by thread" }, thread("ann"));
    const { counts } = await memory.erase({ tenant: "acme", subject: "ann" });
    expect(counts["graph_checkpoints"]).toBeGreaterThan(0);
    expect(counts["graph_values"]).toBeGreaterThan(0);
    expect(counts["graph_writes"]).toBeGreaterThan(0);
    expect((await graph.getState(thread("t1"))).values).toEqual({});
    expect((await graph.getState(thread("ann"))).values).toEqual({});
    expect((await graph.getState(thread("t2"))).values).toEqual({ sum: 11, label: "his" });
  });
});
