// What may go into a prompt that nobody asked for it in: trusted lines, and no one voice above all others.

import { isUpkeepNote, type Memory } from "../model/memory.ts";
import { ownScope, type Viewer, viewerUser } from "../model/viewer.ts";
import type { Hit } from "./hit.ts";
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
  /** Of how many places one writer has only a share; all of them where it is not said. */
  shared?: number;
  keepsSensitive: boolean;
}>;

/** The first lines that may go in, best first as they come. */
export function injectable(memories: readonly Memory[], rules: Rules): Chosen {
  const writers = memories.map(({ writer }) => writer.actor);
  return firstThatMay(memories, rules, {
    why: (memory) => refusal(memory, rules),
    hasRoom: sourceShares(writers, rules),
    writer: ({ writer }) => writer.actor,
  });
}

/** What an outside text or an assistant said does not come back unasked. */
const SPOKEN: ReadonlySet<string> = new Set(["user", "operator"]);

/** The same of what a question found, messages as well. */
export function injectableHits(
  hits: readonly Hit[],
  rules: Rules,
): Readonly<{ kept: readonly Hit[]; leftOut: readonly LeftOut[] }> {
  return firstThatMay(hits, rules, {
    why: (hit) => hitRefusal(hit, rules),
    hasRoom: sourceShares(hits.map(crowdingWriter), rules),
    writer: crowdingWriter,
  });
}

function hitRefusal(hit: Hit, rules: Rules): LeftOut["why"] | undefined {
  if (hit.item === "memory") return refusal(hit.memory, rules);
  return SPOKEN.has(hit.message.origin) ? undefined : "trust";
}

/** Who may crowd others out with this line. Not the one whom the question is about: theirs is the word asked for. */
export function crowdingWriter(hit: Hit): string | undefined {
  if (hit.parts.speaker > 0) return undefined;
  return hit.item === "memory" ? hit.memory.writer.actor : hit.message.author.id;
}

type Asking<T> = Readonly<{
  why: (line: T) => LeftOut["why"] | undefined;
  hasRoom: (writer: string | undefined) => boolean;
  writer: (line: T) => string | undefined;
}>;

function firstThatMay<T extends { id: string }>(
  lines: readonly T[],
  { places }: Pick<Rules, "places">,
  { why, hasRoom, writer }: Asking<T>,
) {
  const kept: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const line of lines) {
    if (kept.length >= places) break;
    const refused = why(line) ?? (hasRoom(writer(line)) ? undefined : "source_share");
    if (refused === undefined) kept.push(line);
    else leftOut.push({ id: line.id, why: refused });
  }
  return { kept, leftOut };
}

export function refusal(
  memory: Memory,
  { policy, viewer, keepsSensitive }: Omit<Rules, "places">,
): "trust" | "sensitive" | undefined {
  if (isUpkeepNote(memory)) return "trust";
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
  of: readonly (string | undefined)[],
  { policy, viewer, places, shared = places }: Rules,
): (writer: string | undefined) => boolean {
  const writers = new Set(of.flatMap((writer) => writer ?? []));
  const own = viewerUser(viewer);
  const most = Math.ceil(shared * policy.sourceShare);
  const used = new Map<string, number>();
  return (writer) => {
    if (writer === undefined || writer === own || writers.size < 2) return true;
    const count = (used.get(writer) ?? 0) + 1;
    used.set(writer, count);
    return count <= most;
  };
}
