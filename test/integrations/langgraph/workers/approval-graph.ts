// A graph that stops to ask a person, run by a process of its own: `begin` runs it up to the question, `resume`
// answers it in another process that knows nothing but the database.

import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { createMemory } from "../../../../src/index.ts";
import { MnemeCheckpointer, MnemeStore } from "../../../../src/integrations/langgraph/index.ts";

const State = Annotation.Root({
  steps: Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
  approved: Annotation<boolean>,
});

const [act = "", where = "", answer = ""] = process.argv.slice(2);
const memory = await createMemory({
  ...(where.startsWith("postgres") ? { url: where } : { path: where }),
  upkeep: false,
});
const graph = new StateGraph(State)
  .addNode("draft", async (_state, config) => {
    await config.store?.put(["drafts"], "letter", { text: "dear all" });
    return { steps: ["drafted"] };
  })
  .addNode("ask", () => ({ approved: interrupt({ question: "send it?" }) === "yes" }))
  .addNode("send", async ({ approved }, config) => {
    const draft = await config.store?.get(["drafts"], "letter");
    return { steps: [approved ? `sent: ${draft?.value["text"]}` : "kept back"] };
  })
  .addEdge(START, "draft")
  .addEdge("draft", "ask")
  .addEdge("ask", "send")
  .addEdge("send", END)
  .compile({
    checkpointer: new MnemeCheckpointer(memory, { tenant: "acme" }),
    store: new MnemeStore(memory, { tenant: "acme" }),
  });
const config = { configurable: { thread_id: "letter-1", user_id: "ann" } };
const result = await graph.invoke(
  act === "begin" ? { steps: ["asked"] } : new Command({ resume: answer }),
  config,
);
const { next } = await graph.getState(config);
process.stdout.write(JSON.stringify({ result, next }));
if (act === "begin") process.kill(process.pid, "SIGKILL");
await memory.close();
