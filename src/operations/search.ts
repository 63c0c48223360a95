// Takes a search in from outside.

import { z } from "zod";
import type { Config } from "../config.ts";
import { KINDS } from "../model/kinds.ts";
import type { SearchInput as Asked } from "../read/request.ts";
import { Body, Filter, Id, Looking, parseInput, present, Time } from "./inputs.ts";
import { viewerOf } from "./viewer-of.ts";

const MAX_QUERY = 4_000;

export const SearchInput = Looking.extend({
  query: Body.refine((text) => text.length <= MAX_QUERY, "is longer than 4000 characters"),
  limit: z.int().optional(),
  over: z.enum(["memories", "messages", "both"]).optional(),
  kinds: z.array(z.enum(KINDS)).optional(),
  filter: Filter.optional(),
  filters: Filter.optional().describe("The same as `filter`."),
  channel: Id.optional(),
  asOf: Time.optional(),
  validAt: Time.optional(),
  strict: z.boolean().optional(),
  threshold: z.number().optional(),
  explain: z.boolean().optional(),
});

export function searchInput(input: unknown, { config }: Readonly<{ config: Config }>): Asked {
  const { tenant, agent, user, filter, filters, ...rest } = parseInput(SearchInput, input);
  return present({
    ...rest,
    viewer: viewerOf({ tenant, agent, user }, config.allowlists),
    filter: present({ ...filter, ...filters }),
  });
}
