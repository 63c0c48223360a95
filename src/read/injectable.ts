// What may go into a prompt that nobody asked for it in: trusted lines, and no one voice above all others.

import type { Memory } from "../model/memory.ts";
import { ownScope, type Viewer, viewerUser } from "../model/viewer.ts";
import type { RecallPolicy } from "./policy.ts";

export type LeftOut = Readonly<{
  id: string;
  why: "budget" | "trust" | "sensitive" | "source_share";
}>;
export type Chosen = Readonly<{ kept: readonly Memory[]; leftOut: readonly LeftOut[] }>;

type Rules = Readonly<{
  policy: RecallPolicy["inject"];
  viewer: Viewer;
  /** How many lines there is room for. */
  places: number;
  keepsSensitive: boolean;
}>;

/** The first lines that may go in, best first as they come. */
export function injectable(memories: readonly Memory[], rules: Rules): Chosen {
  const kept: Memory[] = [];
  const leftOut: LeftOut[] = [];
  const hasRoom = sourceShares(memories, rules);
  for (const memory of memories) {
    if (kept.length >= rules.places) break;
    const why = refusal(memory, rules) ?? (hasRoom(memory) ? undefined : "source_share");
    if (why === undefined) kept.push(memory);
    else leftOut.push({ id: memory.id, why });
  }
  return { kept, leftOut };
}

export function refusal(
  memory: Memory,
  { policy, viewer, keepsSensitive }: Omit<Rules, "places">,
): "trust" | "sensitive" | undefined {
  const isOwn = isJobNote(memory) || isByViewer(memory, viewer);
  const least = (isOwn ? policy.minTrustOfOwn[memory.kind] : undefined) ?? policy.minTrust;
  if (memory.trust < least) return "trust";
  return memory.sensitivity === "sensitive" && !keepsSensitive ? "sensitive" : undefined;
}

/** Counts of what upkeep did, in our own words (N13). An agent that calls itself a job is still an agent. */
function isJobNote({ origins, writer }: Memory): boolean {
  const isOfJob = origins.length > 0 && origins.every((origin) => origin === "job");
  return isOfJob && writer.job !== undefined && writer.agent === undefined;
}

function isByViewer({ writer }: Memory, viewer: Viewer): boolean {
  return writer.agent !== undefined && writer.agent === ownScope(viewer);
}

/**
 * One writer may fill only a share of the places while there are others to crowd out. What somebody said is never
 * held back from themselves. The answer counts each line it lets in.
 */
function sourceShares(
  memories: readonly Memory[],
  { policy, viewer, places }: Rules,
): (memory: Memory) => boolean {
  const writers = new Set(memories.flatMap(({ writer }) => writer.actor ?? []));
  const own = viewerUser(viewer);
  const most = Math.ceil(places * policy.sourceShare);
  const used = new Map<string, number>();
  return ({ writer: { actor } }) => {
    if (actor === undefined || actor === own || writers.size < 2) return true;
    const count = (used.get(actor) ?? 0) + 1;
    used.set(actor, count);
    return count <= most;
  };
}
