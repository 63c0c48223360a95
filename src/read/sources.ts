// The way back from a line to what was said. A memory made from memories is followed to theirs; one that rests on
// many messages names those that answer the question best, and what was said twice names both times.

import type { Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import type { Candidate } from "./candidate.ts";
import type { Source } from "./hit.ts";
import type { ReadDeps, Search } from "./request.ts";
import type { Told } from "./same-line.ts";

const MAX_STEPS = 3;
const MAX_PARENTS = 200;

export type Answering = Readonly<{
  search: Search;
  /** How well each message answers, by its id. */
  scores: ReadonlyMap<string, number>;
}>;

/** Sources of each line, by its id, the best first. */
export async function sourcesOf(
  lines: readonly Told[],
  answering: Answering,
  deps: ReadDeps,
): Promise<ReadonlyMap<string, readonly Source[]>> {
  const known = await withParents(lines, answering, deps);
  return new Map(
    lines.map((line) => [line.candidate.record.id, named(line, { known, answering, deps })]),
  );
}

type Known = ReadonlyMap<string, Memory>;

/** The memories of the lines and of their repeats, and what those without a source of their own were made from. */
async function withParents(
  lines: readonly Told[],
  { search }: Answering,
  deps: ReadDeps,
): Promise<Known> {
  const memories = lines
    .flatMap(({ candidate, repeats }) => [candidate, ...repeats])
    .flatMap(({ item, record }) => (item === "memory" ? [record] : []));
  const known = new Map(memories.map((memory) => [memory.id, memory]));
  let waiting = parentsOf(memories.filter((memory) => spans(memory).length === 0));
  for (let step = 0; step < MAX_STEPS && waiting.length > 0; step++) {
    const parents = await deps.store.memories.list(search.input.viewer, {
      filter: { ids: waiting.filter((id) => !known.has(id)).slice(0, MAX_PARENTS) },
      look: { now: search.look.now, states: STATES },
      page: { limit: MAX_PARENTS },
    });
    for (const parent of parents) known.set(parent.id, parent);
    waiting = parentsOf(parents.filter((parent) => spans(parent).length === 0));
  }
  return known;
}

type Naming = Readonly<{ known: Known; answering: Answering; deps: ReadDeps }>;

/** Of what was said more than once, where it was said; of what rests on many messages, those that answer best. */
function named(line: Told, { known, answering, deps }: Naming): readonly Source[] {
  const { sourcesNamed } = deps.policy;
  const said = line.repeats.length === 0 ? [] : places(line, known);
  if (said.length > 0) return said.slice(0, sourcesNamed);
  const { scores } = answering;
  return trailOf(line.candidate, known)
    .toSorted((a, b) => (scores.get(b.messageId) ?? 0) - (scores.get(a.messageId) ?? 0))
    .slice(0, sourcesNamed);
}

/** The messages that the line and its repeats rest on, leaving out what sums up several. */
function places({ candidate, repeats }: Told, known: Known): readonly Source[] {
  const trails = [candidate, ...repeats].map((one) => eachOnce(trailOf(one, known)));
  return eachOnce(trails.filter((sources) => sources.length === 1).flat());
}

function trailOf({ item, record }: Candidate, known: Known): readonly Source[] {
  return item === "message" ? [{ messageId: record.id }] : trail(record, known, MAX_STEPS);
}

function parentsOf(memories: readonly Memory[]): readonly string[] {
  return [...new Set(memories.flatMap((memory) => memory.derivedFrom))];
}

function spans(memory: Memory): readonly Source[] {
  return memory.evidence.flatMap((piece) =>
    piece.type === "span" ? [{ messageId: piece.messageId, quote: piece.quote }] : [],
  );
}

function trail(memory: Memory, known: Known, steps: number): readonly Source[] {
  const own = spans(memory);
  if (own.length > 0 || steps === 0) return own;
  const inherited = memory.derivedFrom.flatMap((id) => {
    const parent = known.get(id);
    return parent === undefined ? [] : trail(parent, known, steps - 1);
  });
  return eachOnce(inherited);
}

/** The first that names a message stays: it may hold a quote of it. */
function eachOnce(sources: readonly Source[]): readonly Source[] {
  const byMessage = new Map<string, Source>();
  for (const source of sources)
    if (!byMessage.has(source.messageId)) byMessage.set(source.messageId, source);
  return [...byMessage.values()];
}
