// A supervisor with three agents, each with its own list of what it may read. Run it: `npx tsx examples/supervisor.ts`
// In your own program the import is `from "mneme"`.

import { createMemory } from "../src/index.ts";

const memory = await createMemory({
  path: ":memory:",
  categories: [
    { name: "travel", context: "all" },
    { name: "health", context: "all" },
    { name: "billing", context: "all" },
  ],
  allowlists: {
    planner: ["travel"],
    coach: ["health", "travel"],
    accountant: ["billing"],
  },
});

const NOTES = [
  ["travel", "Ana flies to Lisbon on 3 June and wants a window seat."],
  ["health", "Ana is allergic to peanuts and runs every second morning."],
  ["billing", "Ana's invoices go to the Porto office, due after thirty days."],
] as const;

for (const [category, text] of NOTES)
  await memory.remember({ tenant: "acme", kind: "log", stability: "stable", category, text });

type Task = Readonly<{ agent: string; question: string }>;

/** The supervisor decides who answers; each agent is given what it may read, and no more. */
const TASKS: readonly Task[] = [
  { agent: "planner", question: "When does Ana fly, and what does she want?" },
  { agent: "coach", question: "What should Ana avoid eating on her trip to Lisbon?" },
  { agent: "accountant", question: "Where do Ana's invoices go?" },
  { agent: "accountant", question: "Is Ana allergic to anything?" },
];

for (const { agent, question } of TASKS) {
  const { hits } = await memory.search({ tenant: "acme", agent, query: question, limit: 2 });
  print(`${agent}: ${question}`);
  for (const { text } of hits) print(`  - ${text}`);
  if (hits.length === 0) print("  - nothing that this agent may read");
}

const checkpoint = { tenant: "acme", user: "ana", thread: "trip" };
await memory.admin.checkpoints.save(checkpoint, { done: TASKS.length }, new Date().toISOString());
const resumed = await memory.admin.checkpoints.load(checkpoint);
print(`supervisor resumes at ${JSON.stringify(resumed?.data)}`);
await memory.close();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
