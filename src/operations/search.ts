// Takes a search in from outside.

import { z } from "zod";
import { KINDS } from "../model/kinds.ts";
import { present } from "../model/present.ts";
import type { Viewer } from "../model/viewer.ts";
import type { SearchInput as Asked } from "../read/request.ts";
import { Body, Filter, Id, Looking, Time } from "./inputs.ts";

const MAX_QUERY = 4_000;

export const SearchInput = Looking.extend({
  query: Body.refine((text) => text.length <= MAX_QUERY, "is longer than 4000 characters"),
  limit: z.int().optional().describe("Clamped to 1..24."),
  over: z.enum(["memories", "messages", "both"]).optional(),
  kinds: z.array(z.enum(KINDS)).optional(),
  filters: Filter.optional(),
  channel: Id.optional(),
  asOf: Time.optional(),
  validAt: Time.optional(),
  strict: z.boolean().optional(),
  wordsOnly: z.boolean().optional().describe("Looks by words alone, not by meaning."),
  threshold: z.number().optional(),
  explain: z.boolean().optional(),
});

export function askedOf(input: z.output<typeof SearchInput>, viewer: Viewer): Asked {
  const { tenant: _tenant, agent: _agent, user: _user, filters, ...rest } = input;
  return present({ ...rest, viewer, filter: present({ ...filters }) });
}
