// Standing instructions of the person who is served: how they want to be answered holds whatever they ask. A part of its own,
// within bounds of its own, and only in their own words.

import { estimateTokenCount } from "tokenx";
import { INSTRUCTION_TAG, type Memory } from "../../model/memory.ts";
import { viewerUser } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput } from "../context-request.ts";
import { injectable } from "../injectable.ts";
import { lookOf } from "../look.ts";

const PLACES = 8;
const TOKENS = 160;
const LOOKED_AT = 40;

/** Newest first. */
export async function standingInstructions(
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const user = viewerUser(input.viewer);
  if (user === undefined) return [];
  const told = await deps.store.memories.list(input.viewer, {
    filter: { kinds: ["fact"], subject: user, tags: [INSTRUCTION_TAG] },
    look: lookOf(input, deps),
    page: { limit: LOOKED_AT },
  });
  const { kept } = injectable(
    told.filter(({ writer }) => writer.actor === user),
    {
      policy: { ...deps.policy.inject, sourceShare: 1 },
      viewer: input.viewer,
      places: PLACES,
      keepsSensitive: false,
    },
  );
  let used = 0;
  return kept.filter(({ text }) => {
    used += estimateTokenCount(text);
    return used <= TOKENS;
  });
}
