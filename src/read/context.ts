// Assembles what goes into a prompt: what changed since the caller looked last, then the lines that matter now,
// fenced as data and inside the budget.

import type { HandedOut } from "../model/memory.ts";
import type { ContextDeps, ContextInput, ContextStyle, Section } from "./context-request.ts";
import type { Fence } from "./fence.ts";
import type { LeftOut } from "./injectable.ts";
import { fitBudget, type Group } from "./layout.ts";
import { agentContext } from "./sections/agent.ts";
import { background } from "./sections/background.ts";
import { deltaHeader } from "./sections/delta.ts";
import { memoryBlock } from "./sections/memory-block.ts";
import { contextPack } from "./sections/pack.ts";
import { promptSlice } from "./sections/slice.ts";
import { snapshotBlock } from "./sections/snapshot.ts";

export type ContextItem = Readonly<{
  id: string;
  item: "memory" | "message";
  section: string;
  text: string;
  /** What the line costs in the block. */
  tokens: number;
}>;

export type ContextResult = Readonly<{
  text: string;
  items: readonly ContextItem[];
  /** The thread's revision now, to be passed as `sinceRevision` next time; 0 without a thread. */
  revision: number;
  tokens: number;
  leftOut: readonly LeftOut[];
}>;

/** For a question, where the caller sets no budget. */
const ANSWER_TOKENS = 800;

const STYLES: Readonly<
  Record<ContextStyle, (input: ContextInput, deps: ContextDeps) => Promise<Section>>
> = {
  pack: contextPack,
  agent: agentContext,
  slice: promptSlice,
  background,
  snapshot: snapshotBlock,
  memory: memoryBlock,
};

export async function context(input: ContextInput, deps: ContextDeps): Promise<ContextResult> {
  const delta = await deltaHeader(input, deps);
  // What ends up in the context is what was used, not everything that was looked at on the way.
  const scores = new Map<string, HandedOut>();
  const used: ContextDeps["used"] = (_tenant, looked) => {
    for (const one of looked) scores.set(one.id, one);
  };
  const section = await STYLES[input.style ?? "pack"](input, { ...deps, used });
  const fence: Fence =
    input.fence === false ? { type: "escaped" } : { type: "nonce", nonce: deps.nonce() };
  const whole: Group = {
    type: "group",
    open: [],
    children: [delta.section.group, section.group],
    close: [],
    separator: "\n\n",
  };
  const { text, tokens, lines, leftOut } = fitBudget(whole, fence, budgetOf(input));
  const overBudget = leftOut.map(({ id }) => ({ id, why: "budget" as const }));
  deps.used(
    input.viewer.tenant,
    lines.flatMap(({ line: { item, id } }) =>
      item === "memory" ? [scores.get(id) ?? { id }] : [],
    ),
  );
  return {
    text,
    items: lines.map(({ line, tokens: cost }) => ({
      id: line.id,
      item: line.item,
      section: line.section,
      text: line.text,
      tokens: cost,
    })),
    revision: delta.revision,
    tokens,
    leftOut: [...delta.section.leftOut, ...section.leftOut, ...overBudget],
  };
}

/** A question is answered in a bounded block; what is shown without one has bounds of its own. */
function budgetOf({ budgetTokens, style = "pack", query }: ContextInput): number | undefined {
  return budgetTokens ?? (style === "pack" && query !== undefined ? ANSWER_TOKENS : undefined);
}
