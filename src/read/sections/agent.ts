// Agent context (N11): who the agent is, the rules it learnt, what happened lately; in this order.

import type { Kind } from "../../model/kinds.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { injectable } from "../injectable.ts";
import { lookOf } from "../look.ts";
import { kindLine } from "./lines.ts";

type Part = Readonly<{
  kind: Kind;
  heading: string;
  places: "souls" | "rules" | "summaries";
  keepsSensitive: boolean;
}>;

const PARTS: readonly Part[] = [
  { kind: "soul", heading: "## Soul", places: "souls", keepsSensitive: true },
  { kind: "rule", heading: "## Rules", places: "rules", keepsSensitive: false },
  { kind: "summary", heading: "## Recent", places: "summaries", keepsSensitive: false },
];
/** Read beyond the places, for lines that are left out. */
const LOOKED_AT = 5;

export async function agentContext(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const parts = await Promise.all(PARTS.map((part) => partOf(part, input, deps)));
  return {
    group: {
      type: "group",
      open: [],
      children: parts.map(({ group }) => group),
      close: [],
      separator: "\n\n",
    },
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}

async function partOf(
  { kind, heading, keepsSensitive, ...part }: Part,
  input: ContextInput,
  deps: ContextDeps,
): Promise<Section> {
  const places = deps.policy.places[part.places];
  if (places === 0)
    return { group: { type: "group", open: [], children: [], close: [] }, leftOut: [] };
  const newest = await deps.store.memories.list(input.viewer, {
    filter: { kinds: [kind] },
    look: lookOf(input, deps),
    page: { limit: places * LOOKED_AT },
  });
  const rules = { policy: { ...deps.policy.inject, sourceShare: 1 }, viewer: input.viewer };
  const { kept, leftOut } = injectable(newest, { ...rules, places, keepsSensitive });
  return {
    group: {
      type: "group",
      open: [heading],
      children: kept.map((memory) => kindLine(memory, kind)),
      close: [],
    },
    leftOut,
  };
}
