// One question over memories in the snake_case shape of the seed, for agents that were written for it.

import { z } from "zod";
import { MetadataFilterShape } from "../../model/metadata.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { query } from "../../read/query.ts";
import { recordSearch } from "../count-uses.ts";
import { looking } from "../engine-context.ts";
import { Body, Id, Looking, Time } from "../inputs.ts";
import { operation } from "../operation.ts";
import { QueryOutput } from "../outputs.ts";

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
  metadata: MetadataFilterShape.optional(),
});

const QueryInput = Looking.extend({
  query: Body,
  categories: z.array(Id).max(200).optional(),
  filters: QueryFilters.optional(),
  top_k: z.int().min(1).max(24).optional(),
  threshold: z.number().optional(),
  return: z.enum(["bullets", "full"]).optional(),
  budget_tokens: z.int().min(1).optional(),
});
export interface QueryInput extends z.input<typeof QueryInput> {}

export const queryOperation = operation({
  name: "query",
  summary:
    "One question over memories for an agent, filtered inside the database, as bullets or whole.",
  access: "read",
  http: { method: "POST", path: "/v1/query" },
  modelCalls: 1,
  input: QueryInput,
  output: QueryOutput,
  run: async ({ tenant, agent, user, filters, top_k, budget_tokens, ...rest }, engine) => {
    const found = await query(
      omitUndefined({
        ...rest,
        viewer: looking({ tenant, agent, user }, engine),
        filters: filterOf(filters ?? {}),
        topK: top_k,
        budgetTokens: budget_tokens,
      }),
      engine.reading,
    );
    recordSearch({ tenant, user }, { node: "hotpath", best: found.items[0] }, engine);
    return found;
  },
});

function filterOf(filters: z.output<typeof QueryFilters>) {
  return omitUndefined({
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
    metadata: filters.metadata,
  });
}
