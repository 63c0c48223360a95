// Takes a search in from outside.

import { z } from "zod";
import { KINDS } from "../../model/kinds.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Viewer } from "../../model/viewer.ts";
import { search } from "../../read/recall.ts";
import type { SearchInput as Asked } from "../../read/request.ts";
import { recordSearch } from "../count-uses.ts";
import { looking } from "../engine-context.ts";
import { Body, Filter, Id, Looking, Time } from "../inputs.ts";
import { operation } from "../operation.ts";
import { SearchOutput } from "../outputs.ts";

const MAX_QUERY = 4_000;

const SearchInput = Looking.extend({
  query: Body.refine((text) => text.length <= MAX_QUERY, "is longer than 4000 characters"),
  limit: z.int().optional().describe("Clamped to 1..24."),
  over: z.enum(["memories", "messages", "both"]).optional(),
  kinds: z.array(z.enum(KINDS)).optional(),
  filters: Filter.optional(),
  channel: Id.optional(),
  asOf: Time.optional(),
  validAt: Time.optional(),
  strict: z.boolean().optional().describe("False: something weak rather than nothing."),
  wordsOnly: z.boolean().optional().describe("Looks by words alone, not by meaning."),
  threshold: z.number().optional(),
  explain: z.boolean().optional(),
});
export interface SearchInput extends z.input<typeof SearchInput> {}

function askedOf(input: z.output<typeof SearchInput>, viewer: Viewer): Asked {
  const { tenant: _tenant, agent: _agent, user: _user, filters, ...rest } = input;
  return omitUndefined({ ...rest, viewer, filter: omitUndefined({ ...filters }) });
}

export const searchOperation = operation({
  name: "search",
  summary:
    "Find what is known about something, with the reasons and the way back to what was said.",
  access: "read",
  http: { method: "POST", path: "/v1/search" },
  modelCalls: 1,
  input: SearchInput,
  output: SearchOutput,
  run: async (input, context) => {
    const found = await search(askedOf(input, looking(input, context)), context.reading);
    recordSearch(input, { node: "hotpath", best: found.hits[0] }, context);
    return found;
  },
});
