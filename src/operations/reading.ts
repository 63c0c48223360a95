// Looking at memories: one, many, their history, and what there is.

import { z } from "zod";
import { MemoryError } from "../errors.ts";
import { withoutPosition } from "../model/message.ts";
import { present } from "../model/present.ts";
import { search } from "../read/recall.ts";
import { looking } from "./context.ts";
import { Id, ListInput, Looking, OneInput } from "./inputs.ts";
import { operation } from "./operation.ts";
import {
  DeltaOutput,
  EventsOutput,
  HistoryOutput,
  MemoryOutput,
  MessageAroundOutput,
  SearchOutput,
  StatsOutput,
} from "./outputs.ts";
import { refuseForgotten } from "./people-only.ts";
import { askedOf, SearchInput } from "./search.ts";

export const searchOperation = operation({
  name: "search",
  summary:
    "Find what is known about something, with the reasons and the way back to what was said.",
  access: "read",
  http: { method: "POST", path: "/v1/search" },
  modelCalls: 1,
  input: SearchInput,
  output: SearchOutput,
  run: (input, context) => search(askedOf(input, looking(input, context)), context.reading),
});

export const getOperation = operation({
  name: "get",
  summary: "One memory, or nothing when it is not there or not yours to see.",
  access: "read",
  http: { method: "GET", path: "/v1/memories/{id}" },
  input: OneInput,
  output: MemoryOutput,
  run: ({ id, ...given }, context) =>
    context.store.memories.get(looking(given, context), id, { now: nowOf(context) }),
});

export const listOperation = operation({
  name: "list",
  summary: "Memories, newest first, filtered inside the database.",
  access: "read",
  http: { method: "GET", path: "/v1/memories" },
  input: ListInput,
  output: z.array(MemoryOutput),
  run: async ({ filter, states, limit, after, asOf, validAt, ...given }, context) => {
    refuseForgotten(given, states);
    return context.store.memories.list(looking(given, context), {
      filter: present(filter),
      look: present({ now: nowOf(context), states, asOf, validAt }),
      page: present({ limit, after }),
    });
  },
});

export const historyOperation = operation({
  name: "history",
  summary: "Everything that happened to one memory, oldest first, with the text before and after.",
  access: "read",
  http: { method: "GET", path: "/v1/memories/{id}/history" },
  input: OneInput,
  output: HistoryOutput,
  run: ({ id, ...given }, context) => context.store.memories.history(looking(given, context), id),
});

export const deltaOperation = operation({
  name: "delta",
  summary: "What changed in a thread since a revision.",
  access: "read",
  http: { method: "GET", path: "/v1/delta" },
  input: Looking.extend({
    thread: Id,
    since: z.int().min(0).default(0),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: DeltaOutput,
  run: ({ thread, since, limit, ...given }, context) =>
    context.store.memories.delta(looking(given, context), { thread, since, limit }),
});

export const statsOperation = operation({
  name: "stats",
  summary: "Counts by kind, state, scope and category, and what the store is.",
  access: "read",
  http: { method: "GET", path: "/v1/stats" },
  input: Looking,
  output: StatsOutput,
  run: async (input, context) => ({
    store: await context.store.info(),
    memories: await context.store.memories.counts(looking(input, context)),
  }),
});

export const eventsOperation = operation({
  name: "events",
  summary:
    "The action log, newest first: what was extracted, stored and embedded, and what failed.",
  access: "read",
  http: { method: "GET", path: "/v1/events" },
  input: Looking.extend({
    limit: z.int().min(1).max(1000).default(100),
    op: Id.optional(),
    counts: z.boolean().default(true).describe("Whether to count them all, too."),
  }),
  output: EventsOutput,
  run: async ({ limit, op, counts, ...given }, context) => {
    const viewer = looking(given, context);
    return {
      events: await context.store.upkeep.activities(viewer, present({ limit, op })),
      counts: counts ? await context.store.upkeep.activityCounts(viewer) : [],
    };
  },
});

export const messageOperation = operation({
  name: "message",
  summary: "One message as it was kept, with what was said around it.",
  access: "read",
  http: { method: "GET", path: "/v1/messages/{id}" },
  input: OneInput.extend({ radius: z.int().min(0).max(50).default(3) }),
  output: MessageAroundOutput,
  run: async ({ id, radius, ...given }, context) => {
    const viewer = looking(given, context);
    const [message] = await context.store.messages.get(viewer, [id]);
    if (message === undefined)
      throw new MemoryError("not_found", `There is no message ${id} here.`);
    const { channel, position } = message;
    const around = await context.store.messages.around(viewer, { channel, position, radius });
    return { message: withoutPosition(message), around: around.map(withoutPosition) };
  },
});

function nowOf(context: Parameters<typeof looking>[1]): string {
  return context.writing.now().toISOString();
}
