// The whole memory at a glance, for the people who look after it: what was learned, how much there is, what waits.

import { z } from "zod";
import type { Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { STATES } from "../../model/state.ts";
import type { MemoryCount } from "../../ports/store.ts";
import {
  type EngineContext,
  looking,
  nowOf,
  refuseAgent,
  refuseForgotten,
} from "../engine-context.ts";
import { Id, ListFilter, Looking, OfTenant, Time } from "../inputs.ts";
import { operation } from "../operation.ts";
import { EventsOutput, StatsOutput } from "../outputs.ts";
import {
  FacetsOutput,
  type GraphNode,
  GraphOutput,
  OverviewOutput,
  UsageOutput,
} from "./outputs.ts";

const DAY_MS = 86_400_000;

const LEARNED = 20;

const Days = z.int().min(1).max(366).default(30);

const OverviewInput = Looking.extend({ days: Days });
export interface OverviewInput extends z.input<typeof OverviewInput> {}

export const overviewOperation = operation({
  name: "overview",
  summary:
    "What was learned in the last day, how much there is and how it grew, what waits, and what it cost today.",
  access: "read",
  http: { method: "GET", path: "/v1/overview" },
  input: OverviewInput,
  output: OverviewOutput,
  run: async ({ days, ...given }, context) => {
    refuseAgent(given);
    const { store, config } = context;
    const viewer = looking(given, context);
    const now = nowOf(context);
    const { pendingReviews, ...queue } = await store.overview.work(given.tenant, now);
    const [info, totals] = [await store.info(), await store.overview.totals(viewer)];
    return {
      learned: [
        ...(await store.memories.list(viewer, {
          filter: { createdAfter: daysAgo(1, context) },
          look: { now },
          page: { limit: LEARNED },
        })),
      ],
      counts: byKindAndState(await store.memories.counts(viewer)),
      perDay: [...(await store.overview.perDay(viewer, daysAgo(days, context)))],
      ...totals,
      queue,
      pendingReviews,
      tokens: { today: await spentToday(given.tenant, context), budget: config.models.dailyTokens },
      store: info,
    };
  },
});

function byKindAndState(counts: readonly MemoryCount[]) {
  const sums = new Map<string, Pick<MemoryCount, "kind" | "state" | "count">>();
  for (const { kind, state, count } of counts) {
    const key = JSON.stringify([kind, state]);
    sums.set(key, { kind, state, count: (sums.get(key)?.count ?? 0) + count });
  }
  return [...sums.values()];
}

async function spentToday(tenant: string, context: EngineContext): Promise<number> {
  const uses = await context.store.overview.usage(tenant, nowOf(context).slice(0, 10));
  return uses.reduce((sum, { input, output }) => sum + input + output, 0);
}

const FacetsInput = Looking.extend({
  filter: ListFilter.prefault({}),
  states: z.array(z.enum(STATES)).min(1).optional(),
});
export interface FacetsInput extends z.input<typeof FacetsInput> {}

export const facetsOperation = operation({
  name: "facets",
  summary: "How many memories there are by kind, state, category, person and tag, under a filter.",
  access: "read",
  http: { method: "GET", path: "/v1/facets" },
  input: FacetsInput,
  output: FacetsOutput,
  run: async ({ filter, states, ...given }, context) => {
    refuseForgotten(given, states);
    return context.store.overview.facets(looking(given, context), {
      filter: omitUndefined(filter),
      look: omitUndefined({ now: nowOf(context), states }),
    });
  },
});

const MAX_NODES = 500;

const GraphInput = Looking.extend({
  ids: z.array(Id).min(1).max(200).optional(),
  subject: Id.optional(),
  limit: z.int().min(1).max(MAX_NODES).default(200).describe("How many edges at most."),
  asOf: Time.optional(),
});
export interface GraphInput extends z.input<typeof GraphInput> {}

export const graphOperation = operation({
  name: "graph",
  summary: "How memories hang together: at some of them, of one person, or the strongest of all.",
  access: "read",
  http: { method: "GET", path: "/v1/graph" },
  input: GraphInput,
  output: GraphOutput,
  run: async ({ ids, subject, limit, asOf, ...given }, context) => {
    const { store } = context;
    const viewer = looking(given, context);
    const look = omitUndefined({ now: nowOf(context), asOf });
    const list = (filter: { ids?: readonly string[]; subject?: string }) =>
      store.memories.list(viewer, { filter, look, page: { limit: MAX_NODES } });
    const isNarrowed = ids !== undefined || subject !== undefined;
    const middle = isNarrowed ? await list(omitUndefined({ ids, subject })) : [];
    const of = isNarrowed ? middle.map(({ id }) => id) : undefined;
    const edges = await store.overview.edges(viewer, omitUndefined({ of, look, limit }));
    const known = new Set(middle.map(({ id }) => id));
    const further = new Set(edges.flatMap(({ from, to }) => [from, to]));
    const ends = await list({ ids: [...further].filter((id) => !known.has(id)) });
    const nodes = [...middle, ...ends].map(nodeOf);
    const shown = new Set(nodes.map(({ id }) => id));
    return { nodes, edges: edges.filter(({ from, to }) => shown.has(from) && shown.has(to)) };
  },
});

function nodeOf({ id, kind, text, subject }: Memory): GraphNode {
  return { id, kind, text, ...(subject === undefined ? {} : { subject }) };
}

const UsageInput = Looking.extend({ days: Days });
export interface UsageInput extends z.input<typeof UsageInput> {}

export const usageOperation = operation({
  name: "usage",
  summary: "Tokens that models took, by day and model, the newest day first.",
  access: "read",
  http: { method: "GET", path: "/v1/usage" },
  input: UsageInput,
  output: UsageOutput,
  run: ({ days, ...given }, context) => {
    refuseAgent(given);
    return context.store.overview.usage(given.tenant, daysAgo(days - 1, context).slice(0, 10));
  },
});

function daysAgo(days: number, { writing }: EngineContext): string {
  return new Date(writing.now().getTime() - days * DAY_MS).toISOString();
}

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

const ReportErrorInput = OfTenant.extend({
  op: z.enum(["bot_error", "voice_error"]).describe("Which part of the program failed."),
  code: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, "a short code without blanks, such as `send_failed`")
    .describe("What went wrong, as a code: no words of anybody."),
});
export interface ReportErrorInput extends z.input<typeof ReportErrorInput> {}

export const reportErrorOperation = operation({
  name: "reportError",
  summary: "Put a failure of the program around the engine among the events.",
  access: "write",
  http: { method: "POST", path: "/v1/events" },
  input: ReportErrorInput,
  output: z.object({ at: z.string() }),
  run: async ({ tenant, op, code }, { store, writing }) => {
    const at = writing.now().toISOString();
    const activity = { tenant, at, node: "hotpath", op, status: "error", detail: code } as const;
    await store.upkeep.record([activity]);
    return { at };
  },
});

const EventsInput = Looking.extend({
  limit: z.int().min(1).max(1000).default(100),
  op: Id.optional(),
  counts: z.boolean().default(true).describe("Whether to count them all, too."),
});
export interface EventsInput extends z.input<typeof EventsInput> {}

export const eventsOperation = operation({
  name: "events",
  summary:
    "The action log, newest first: what was extracted, stored and embedded, and what failed.",
  access: "read",
  http: { method: "GET", path: "/v1/events" },
  input: EventsInput,
  output: EventsOutput,
  run: async ({ limit, op, counts, ...given }, context) => {
    const viewer = looking(given, context);
    return {
      events: [...(await context.store.upkeep.activities(viewer, omitUndefined({ limit, op })))],
      counts: counts ? [...(await context.store.upkeep.activityCounts(viewer))] : [],
    };
  },
});
