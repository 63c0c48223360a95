// What goes into a prompt: the context of one style or another, and the one tool of agents.

import { z } from "zod";
import { present } from "../model/present.ts";
import { context as buildContext } from "../read/context.ts";
import { CONTEXT_STYLES } from "../read/context-request.ts";
import { query } from "../read/query.ts";
import { looking } from "./context.ts";
import { Body, Id, Looking, Time } from "./inputs.ts";
import { operation } from "./operation.ts";
import { ContextOutput, QueryOutput } from "./outputs.ts";

const MAX_PEOPLE = 100;

export const contextOperation = operation({
  name: "context",
  summary:
    "The lines that matter now, fenced as data, inside a token budget, after what changed lately.",
  access: "read",
  http: { method: "POST", path: "/v1/context" },
  modelCalls: 1,
  input: Looking.extend({
    style: z.enum(CONTEXT_STYLES).optional(),
    query: Body.optional(),
    budgetTokens: z.int().min(1).max(1_000_000).optional(),
    thread: Id.optional(),
    sinceRevision: z.int().min(0).optional(),
    channel: Id.optional(),
    participants: z.array(Id).max(MAX_PEOPLE).optional(),
    mentions: z.array(Id).max(MAX_PEOPLE).optional(),
    asOf: Time.optional(),
    validAt: Time.optional(),
    fence: z.boolean().optional(),
  }),
  output: ContextOutput,
  run: async ({ tenant, agent, user, ...rest }, engine) => {
    const viewer = looking({ tenant, agent, user }, engine);
    const built = await buildContext(present({ ...rest, viewer }), engine.reading);
    engine.handOut(
      tenant,
      built.items.map((item) => item.text),
    );
    return built;
  },
});

/** The shape of S6, in the words it has on the wire. */
const QueryFilters = z.strictObject({
  user_id: Id.optional(),
  agent_id: Id.optional(),
  run_id: Id.optional(),
  actor_id: Id.optional(),
  role: Id.optional(),
  category: Id.optional(),
  pinned: z.boolean().optional(),
  importance_min: z.number().optional(),
  importance_max: z.number().optional(),
  updated_after: Time.nullish(),
  updated_before: Time.nullish(),
});

export const queryOperation = operation({
  name: "query",
  summary:
    "One question over memories for an agent, filtered inside the database, as bullets or whole.",
  access: "read",
  http: { method: "POST", path: "/v1/query" },
  modelCalls: 1,
  input: Looking.extend({
    query: Body,
    categories: z.array(Id).max(200).optional(),
    filters: QueryFilters.optional(),
    top_k: z.int().min(1).max(24).optional(),
    threshold: z.number().optional(),
    return: z.enum(["bullets", "full"]).optional(),
    budget_tokens: z.int().min(1).optional(),
  }),
  output: QueryOutput,
  run: ({ tenant, agent, user, filters, top_k, budget_tokens, ...rest }, engine) =>
    query(
      present({
        ...rest,
        viewer: looking({ tenant, agent, user }, engine),
        filters: filterOf(filters ?? {}),
        topK: top_k,
        budgetTokens: budget_tokens,
      }),
      engine.reading,
    ),
});

function filterOf(filters: z.output<typeof QueryFilters>) {
  return present({
    user: filters.user_id,
    agent: filters.agent_id,
    run: filters.run_id,
    actor: filters.actor_id,
    role: filters.role,
    categories: filters.category === undefined ? undefined : [filters.category],
    pinned: filters.pinned,
    importanceMin: filters.importance_min,
    importanceMax: filters.importance_max,
    updatedAfter: filters.updated_after ?? undefined,
    updatedBefore: filters.updated_before ?? undefined,
  });
}
