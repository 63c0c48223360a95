// The path of one question, start to finish. Read this file first.

import type { Memory } from "../model/memory.ts";
import { withoutPosition } from "../model/message.ts";
import { represent } from "./corroborate.ts";
import { withDensePlaces } from "./dense-places.ts";
import { type Gated, gate } from "./gate.ts";
import { gather, prepare } from "./gather.ts";
import type { FilterRule, Hit, SearchResult } from "./hit.ts";
import { parseQuestion } from "./question.ts";
import { relatedBullets } from "./related.ts";
import type { ReadDeps, SearchInput } from "./request.ts";
import { replacedBelow, type Told, withoutRepeats } from "./same-line.ts";
import { byScore, score } from "./score.ts";
import { recallSignal } from "./signal.ts";
import { type Answering, sourcesOf } from "./sources.ts";

export async function search(input: SearchInput, deps: ReadDeps): Promise<SearchResult> {
  const { policy } = deps;
  const asked = new Date(input.asOf ?? deps.now());
  const prepared = await prepare(input, parseQuestion(input.query, asked), deps);
  const pool = await gather(prepared, deps);
  const scored = score(pool, prepared, policy);
  const { lines, ranked, filtered } = choose(gate(scored, policy.gate), input, deps);
  const scores = new Map(scored.map((one) => [one.candidate.record.id, one.score]));
  const hits = await hitsOf(lines, { search: prepared, scores }, deps);
  deps.used(
    input.viewer.tenant,
    hits.flatMap(({ item, id, score: value, parts }) =>
      item === "memory" ? [{ id, scored: { score: value, parts } }] : [],
    ),
  );
  return {
    hits,
    ...recallSignal(lines, ranked, policy.signal),
    related: relatedBullets(hits, pool.edges, policy.relatedBullets),
    semantic: pool.semantic,
    ...(input.explain === true ? { filtered } : {}),
  };
}

export function clampLimit(limit: number | undefined, { policy }: ReadDeps): number {
  const { fallback, max } = policy.limits;
  const asked = limit === undefined || Number.isNaN(limit) ? fallback : Math.floor(limit);
  return Math.min(max, Math.max(1, asked));
}

type Chosen = Readonly<{
  lines: readonly Told[];
  /** The lines and, where they are few, what came next. */
  ranked: readonly Told[];
  filtered: Readonly<Record<FilterRule, number>>;
}>;

/** Gate, threshold, repeats, places, limit, in that order; each says how many it took out. */
function choose(scored: readonly Gated[], input: SearchInput, deps: ReadDeps): Chosen {
  const { policy } = deps;
  const limit = clampLimit(input.limit, deps);
  const asked = scored.filter(({ candidate }) => isAsked(candidate.item, input));
  const passing = asked.filter((line) => line.gate !== "none");
  const relevant = passing.length > 0 || input.strict === true ? passing : asked;
  const strong = relevant.filter((line) => line.score >= (input.threshold ?? 0));
  const single = represent(strong, policy.standsFor);
  const ordered = replacedBelow(single.kept.toSorted(byScore));
  const placed = withDensePlaces(ordered, { limit, denseOnly: policy.denseOnly });
  const enough = Math.max(limit, policy.signal.against);
  const told = withoutRepeats(placed, { sameWords: policy.sameWords, enough });
  const lines = told.slice(0, limit);
  const repeated = lines.reduce((count, { repeats }) => count + repeats.length, 0);
  return {
    lines,
    ranked: told,
    filtered: {
      gate: asked.length - relevant.length,
      threshold: relevant.length - strong.length,
      same_line: single.repeated + repeated,
      limit: ordered.length - repeated - lines.length,
    },
  };
}

function isAsked(item: "memory" | "message", { over = "both" }: SearchInput): boolean {
  return over === "both" || over === (item === "memory" ? "memories" : "messages");
}

async function hitsOf(
  lines: readonly Told[],
  answering: Answering,
  deps: ReadDeps,
): Promise<readonly Hit[]> {
  const found = await sourcesOf(lines, answering, deps);
  return lines.map((line) => hitOf(line, found.get(line.candidate.record.id) ?? []));
}

/** Every field is written out: to spread one object into the next took longer than the rest of it together. */
function hitOf(
  { score: value, parts, signal, gate: rule, candidate }: Told,
  sources: Hit["sources"],
): Hit {
  const { id, text } = candidate.record;
  if (candidate.item === "message") {
    const message = {
      ...withoutPosition(candidate.record),
      author: { ...candidate.record.author },
    };
    const [category, at, item, kind] = ["message", message.at, "message", "message"] as const;
    return {
      id,
      score: value,
      parts,
      signal,
      gate: rule,
      text,
      sources,
      category,
      at,
      item,
      kind,
      message,
    };
  }
  const memory = ownCopy(candidate.record);
  const { category, kind } = memory;
  const at = memory.validFrom ?? memory.createdAt;
  return {
    id,
    score: value,
    parts,
    signal,
    gate: rule,
    text,
    sources,
    category,
    at,
    item: "memory",
    kind,
    memory,
  };
}

/** The store holds what it read for the next question; what a caller does with a hit is the caller's own. */
function ownCopy(memory: Memory): Memory {
  return {
    ...memory,
    tags: [...memory.tags],
    participants: [...memory.participants],
    origins: [...memory.origins],
    evidence: memory.evidence.map((piece) => ({ ...piece })),
    derivedFrom: [...memory.derivedFrom],
    writer: { ...memory.writer },
  };
}
