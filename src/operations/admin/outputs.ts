// What the operations of an overview give back, as schemas.

import { z } from "zod";
import { KINDS } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import { MemoryOutput, MessageOutput, StatsOutput } from "../outputs.ts";

const Text = z.string();

const Time = z.string().describe("ISO 8601 in UTC.");

const Day = z.string().describe("A day in UTC, as `2026-05-01`.");

const Count = z.int().min(0);

export interface Overview extends Omit<z.output<typeof OverviewOutput>, "learned"> {
  learned: readonly Memory[];
}
export const OverviewOutput = z.object({
  learned: z.array(MemoryOutput).describe("The newest of the last day."),
  counts: z.array(z.object({ kind: Text, state: z.enum(STATES), count: Count })),
  perDay: z.array(z.object({ day: Day, added: Count, ended: Count })),
  people: Count,
  messages: Count,
  queue: z.object({ queued: Count, running: Count, dead: Count }),
  pendingReviews: Count,
  tokens: z.object({ today: Count, budget: Count }),
  store: StatsOutput.shape.store,
});

const Facet = z.array(z.object({ value: Text, count: Count }));

export const FacetsOutput = z.object({
  kinds: Facet,
  states: Facet.describe("Of every state, whatever states were asked for."),
  categories: Facet,
  subjects: Facet.describe("The twenty with most memories."),
  tags: Facet.describe("The twenty with most memories."),
});

export const ConversationsOutput = z.array(
  z.object({
    channel: Text,
    messages: Count,
    first: Time,
    last: Time,
    people: z.array(Text).describe("Names of those who spoke, the most talkative first."),
    open: z.boolean().describe("Whether it still gathers messages for an episode."),
  }),
);

export const TaughtMessagesOutput = z.array(
  MessageOutput.extend({
    taught: z.array(Text).describe("Ids of the memories that rest on it."),
  }).meta({ id: "MessageWithMemories" }),
);

export const PeopleOutput = z.array(
  z.object({
    user: Text,
    name: Text,
    memories: Count,
    messages: Count,
    lastSeen: Time.exactOptional(),
    hasProfile: z.boolean(),
  }),
);

const Node = z.object({
  id: Text,
  kind: z.enum(KINDS),
  text: Text,
  subject: Text.exactOptional(),
});

export type GraphNode = z.infer<typeof Node>;

export interface Graph extends z.output<typeof GraphOutput> {}
export const GraphOutput = z.object({
  nodes: z.array(Node),
  edges: z.array(
    z.object({
      from: Text,
      to: Text,
      strength: z.number(),
      type: z.enum(["related_to", "derived_from"]),
    }),
  ),
});

export const UsageOutput = z.array(
  z.object({ day: Day, model: Text, input: Count, output: Count, calls: Count }),
);

const Agent = z.object({
  agent: Text,
  allowed: z.union([z.literal("all"), z.array(Text)]),
  mode: z
    .enum(["open", "listed", "closed"])
    .describe("`open`: there are no allowlists; `closed`: there are, and it is on none."),
});

export type AgentRights = z.infer<typeof Agent>;

export interface Agents extends z.output<typeof AgentsOutput> {}
export const AgentsOutput = z.object({
  categories: z.array(
    z.object({ name: Text, context: z.enum(["all", "rag"]), ragLength: z.int() }),
  ),
  agents: z.array(Agent),
});

const Setting = z.object({
  name: Text.describe("As `conversation.quietMinutes`."),
  value: z.unknown(),
  about: Text.exactOptional(),
});

export interface Setting extends z.infer<typeof Setting> {}

export const SettingsOutput = z.array(Setting);

const ScheduledJob = z.object({
  job: Text,
  when: z.enum(["daily", "weekly", "quarter-hourly", "on demand"]),
  lastRun: Time.exactOptional(),
  lastOutcome: z.enum(["ok", "failed"]).exactOptional(),
  nextRun: Time.describe("Absent where nothing runs by itself.").exactOptional(),
});

export interface ScheduledJob extends z.infer<typeof ScheduledJob> {}

export const ScheduleOutput = z.array(ScheduledJob);
