// Context pack (N10): the notes that fit the question best, or the newest when nothing is asked. Never a sensitive one.

import { KINDS, POLICIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { injectable } from "../injectable.ts";
import { lookOf } from "../look.ts";
import { wholeCategories, withinLengths } from "./by-category.ts";
import { kindLine } from "./lines.ts";
import { relevantMemories } from "./relevant.ts";

const PLACES = 20;
const LOOKED_AT = 100;
const HEADING = ["## Memory Context", ""];

export async function contextPack(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const whole = await wholeCategories(input, deps);
  const first = new Set(whole.map((memory) => memory.id));
  const found =
    input.query === undefined
      ? await newest(input, deps)
      : await relevantMemories({ query: input.query }, input, deps);
  const others = withinLengths(
    found.filter((memory) => !first.has(memory.id)),
    deps,
  );
  const rules = { policy: deps.policy.inject, viewer: input.viewer, keepsSensitive: false };
  const always = injectable(whole, { ...rules, places: whole.length });
  const chosen = injectable(others, { ...rules, places: PLACES });
  return {
    group: {
      type: "group",
      open: HEADING,
      children: [...always.kept, ...chosen.kept].map((memory) => kindLine(memory, "pack")),
      close: [],
      separator: "\n\n",
    },
    leftOut: [...always.leftOut, ...chosen.leftOut],
  };
}

/** Guesses and procedures are told only to somebody who asks for something they fit. */
async function newest(input: ContextInput, deps: ContextDeps): Promise<readonly Memory[]> {
  const kinds = KINDS.filter((kind) => POLICIES[kind].searchable && kind !== "insight");
  return deps.store.memories.list(input.viewer, {
    filter: { kinds },
    look: lookOf(input, deps),
    page: { limit: LOOKED_AT },
  });
}
