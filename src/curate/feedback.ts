// What people and agents say of a memory that was handed out: that it helped, or that it is wrong. It moves the memory's
// place among hits and nothing else, stands in its history, and can be taken back.

import { MemoryError } from "../errors.ts";
import type { Memory, Verdict } from "../model/memory.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  find,
  retryOnConflict,
  revise,
} from "./actor-context.ts";

type FeedbackInput = ActorContext &
  Readonly<{
    id: string;
    /** `none` takes back what was said. */
    verdict: Verdict | "none";
    reason?: string;
  }>;

export async function giveFeedback(input: FeedbackInput, deps: CurateDeps): Promise<Memory> {
  const { verdict, reason } = input;
  return retryOnConflict(async () => {
    const { verdict: before, ...memory } = await find(input.viewer, input.id, deps);
    const said = verdict === "none" ? undefined : verdict;
    if (before === said) return { ...memory, ...(before && { verdict: before }) };
    const how = said === undefined ? `no longer marked ${before}` : `marked ${said}`;
    const change = revise(memory, said === undefined ? {} : { verdict: said }, {
      at: deps.now().toISOString(),
      event: "UPDATE",
      reason: reason === undefined ? how : `${how}: ${screenedReason(reason, deps)}`,
    });
    await commit({ ...input, cause: "feedback", changes: [change] }, deps);
    return change.memory;
  });
}

function screenedReason(reason: string, { screen }: Pick<CurateDeps, "screen">): string {
  const { outcome, text } = screen(reason);
  if (outcome === "pass") return text;
  throw new MemoryError("invalid_input", "`reason` is a text that the guard does not let in.");
}
