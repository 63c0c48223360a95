// A LangGraph agent that remembers people across threads and asks before it acts. Run it with
// `npx tsx examples/langgraph-agent.ts [postgres://…]`; without an address it uses a SQLite file of its own.
// In your own program the imports are `from "mneme"` and `from "mneme/langgraph"`.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { createMemory } from "../src/index.ts";
import { MnemeCheckpointer, MnemeStore } from "../src/integrations/langgraph/index.ts";

const url = process.argv[2];
const folder = await mkdtemp(join(tmpdir(), "mneme-example-"));
const where = url === undefined ? { path: join(folder, "memory.db") } : { url };
const TENANT = `example-${Date.now()}`;

const State = Annotation.Root({
  said: Annotation<string>,
  known: Annotation<string[]>({ reducer: (_before, now) => now, default: () => [] }),
  reply: Annotation<string>,
});

/** A stand-in for a model, so that no key is needed: it books what it was told, where it knows it should go. */
async function openAgent() {
  const memory = await createMemory({ ...where, upkeep: false });
  const graph = new StateGraph(State)
    .addNode("recall", async ({ said }, config) => {
      const found = await config.store?.search(["people", "ana"], { query: said, limit: 3 });
      return { known: (found ?? []).map(({ value }) => String(value["text"])) };
    })
    .addNode("learn", async ({ said }, config) => {
      await config.store?.put(["people", "ana"], said.slice(0, 40), { text: said });
      return {};
    })
    .addNode("act", ({ said, known }) => {
      if (!said.startsWith("Book")) return { reply: "Noted." };
      const plan = `${said} Known: ${known.join(" ")}`;
      return { reply: interrupt(plan) === "yes" ? `Done. ${plan}` : "Left alone." };
    })
    .addEdge(START, "recall")
    .addEdge("recall", "act")
    .addEdge("act", "learn")
    .addEdge("learn", END)
    .compile({
      checkpointer: new MnemeCheckpointer(memory, { tenant: TENANT }),
      store: new MnemeStore(memory, { tenant: TENANT }),
    });
  return { memory, graph };
}

const thread = (id: string) => ({ configurable: { thread_id: id, user_id: "ana" } });

const first = await openAgent();
await first.graph.invoke({ said: "I always want a window seat." }, thread("monday"));
await first.graph.invoke({ said: "Book my flight to Lisbon." }, thread("tuesday"));
const waiting = await first.graph.getState(thread("tuesday"));
print(`it asks: ${String(waiting.tasks[0]?.interrupts[0]?.value)}`);
await first.memory.close();

// As after a restart: everything is opened anew, and the graph goes on where it stopped.
const second = await openAgent();
const { reply } = await second.graph.invoke(new Command({ resume: "yes" }), thread("tuesday"));
print(`it says: ${reply}`);
const { counts } = await second.memory.erase({ tenant: TENANT, subject: "ana" });
print(`erased: ${counts["documents"]} notes, ${counts["graph_checkpoints"]} checkpoints`);
await second.memory.close();
await rm(folder, { recursive: true });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
