// A small team's memory, filled the way a real one is: by listening, remembering, and a few nights of upkeep. Nothing
// here is written past the engine.

import type { MemoryEngine } from "../../src/index.ts";

export const TENANT = "harbour";
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type Clock = { now: Date };
type Line = readonly [who: string, text: string];
type Talk = Readonly<{ daysAgo: number; channel: string; lines: readonly Line[] }>;

export const PEOPLE: Readonly<Record<string, string>> = {
  ana: "Ana Ferreira",
  ben: "Ben Okafor",
  clara: "Clara Lindqvist",
  dev: "Dev Raman",
  mei: "Mei Tanaka",
};

export const TALKS: readonly Talk[] = [
  {
    daysAgo: 20,
    channel: "general",
    lines: [
      ["ana", "Hi everyone! I moved to Lisbon last week."],
      ["ben", "Congrats! I'm allergic to peanuts."],
      ["ana", "My sister Clara is a nurse."],
      ["mei", "I play the cello on Thursdays."],
    ],
  },
  {
    daysAgo: 14,
    channel: "product",
    lines: [
      ["dev", "We decided to ship the first version by the end of September."],
      ["clara", "I prefer written proposals over long meetings."],
      ["dev", "I live in Bangalore."],
      ["ben", "I am learning Portuguese."],
    ],
  },
  {
    daysAgo: 9,
    channel: "design",
    lines: [
      ["mei", "I prefer dark themes when I review designs at night."],
      ["clara", "I hate stock photos."],
      ["mei", "My favourite tool for sketches is plain paper."],
    ],
  },
  {
    daysAgo: 3,
    channel: "general",
    lines: [
      ["ben", "I live in Porto now."],
      ["clara", "I ride my bike to work every day, even in winter."],
      ["dev", "My daughter Anika is two years old."],
    ],
  },
  {
    daysAgo: 0,
    channel: "product",
    lines: [
      ["ana", "I live in Porto now."],
      ["ana", "I hate mornings."],
      ["mei", "I want to run the half marathon in Porto next spring."],
    ],
  },
];

const VAULT = [
  ["deploys", "Deploys happen on Tuesdays and Thursdays, never on a Friday.", "project"],
  ["billing", "Invoices go out on the first working day of the month.", "project"],
  ["support", "Customers in Portugal are answered within four working hours.", "project"],
  ["onboarding", "New colleagues get a week with the support team first.", "project"],
] as const;

const RULES = [
  "The harbour office is closed on public holidays of Lisbon.",
  "Customer data stays in the European region.",
] as const;

export async function seed(memory: MemoryEngine, clock: Clock): Promise<void> {
  const today = clock.now.getTime();
  for (const [index, talk] of TALKS.entries()) {
    await listen(memory, clock, { ...talk, startMs: today - talk.daysAgo * DAY_MS, index });
    await memory.flush({ tenant: TENANT });
    await memory.drain();
  }
  clock.now = new Date(today);
  await fillVault(memory);
  await fillReview(memory);
  await curate(memory);
}

type Started = Talk & Readonly<{ startMs: number; index: number }>;

async function listen(memory: MemoryEngine, clock: Clock, talk: Started): Promise<void> {
  for (const [place, [who, text]] of talk.lines.entries()) {
    clock.now = new Date(talk.startMs - (talk.lines.length - place) * 3 * MINUTE_MS);
    await memory.ingest({
      tenant: TENANT,
      channel: talk.channel,
      id: `m-${talk.index}-${place}`,
      at: clock.now.toISOString(),
      author: { id: who, name: PEOPLE[who] ?? who },
      text,
    });
  }
  clock.now = new Date(talk.startMs);
}

async function fillVault(memory: MemoryEngine): Promise<void> {
  for (const [topicId, text, category] of VAULT)
    await memory.vault.updateByTopic({ tenant: TENANT, topicId, text, category, actor: "dev" });
  await memory.vault.updateByTopic({
    tenant: TENANT,
    topicId: "deploys",
    text: "Deploys happen on Tuesdays and Thursdays before noon, never on a Friday.",
    actor: "clara",
  });
  for (const text of RULES)
    await memory.remember({
      tenant: TENANT,
      kind: "canon",
      text,
      category: "project",
      tags: ["office", "policy"],
      actor: "clara",
      pinned: true,
    });
  await memory.admin.rememberLine({
    tenant: TENANT,
    line: "Friday cake is the tradition of the group.",
  });
}

/** Consent, and text from outside: both wait for a person. */
async function fillReview(memory: MemoryEngine): Promise<void> {
  const waiting = [
    { user: "mei", field: "city", text: "Mei lives in Lisbon, near the river.", section: "bio" },
    { user: "ana", field: "preferred_name", text: "Prefers to be called Aninha.", section: "bio" },
    { user: "dev", field: "pronouns", text: "Uses the pronouns he/him.", section: "bio" },
  ] as const;
  for (const { user, field, text, section } of waiting)
    await memory.remember({
      ...{ tenant: TENANT, kind: "trait", text, field, section, confidence: 0.9 },
      ...{ user, subject: user, scope: "shared", evidence: [text] },
    });
  for (const text of [
    "Acme Freight is the cheapest carrier for the Lisbon route.",
    "The tide tables say that the north quay floods in March.",
  ])
    await memory.remember({
      ...{ tenant: TENANT, kind: "fact", text, origin: "document", confidence: 0.8 },
      ...{ category: "project", evidence: [text] },
    });
}

async function curate(memory: MemoryEngine): Promise<void> {
  const facts = await memory.list({ tenant: TENANT, filter: { kinds: ["fact"] }, limit: 50 });
  const ofMei = (words: string) =>
    facts.find(({ subject, text }) => subject === "mei" && text.includes(words));
  const [run, paper] = [ofMei("half marathon"), ofMei("plain paper")];
  if (run !== undefined) await memory.admin.pin({ tenant: TENANT, id: run.id, actor: "clara" });
  if (paper !== undefined)
    await memory.edit({
      tenant: TENANT,
      id: paper.id,
      set: { text: "Mei Tanaka likes to sketch on plain paper.", tags: ["hobby"] },
      actor: "mei",
    });
}
