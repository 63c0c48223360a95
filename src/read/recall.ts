// The path of one question, start to finish. Read this file first.

import { represent } from "./corroborate.ts";
import { withDensePlaces } from "./dense-places.ts";
import { type Gated, gate } from "./gate.ts";
import { gather, prepare } from "./gather.ts";
import type { FilterRule, Hit, SearchResult } from "./hit.ts";
import { parseQuestion } from "./question.ts";
import { relatedBullets } from "./related.ts";
import type { ReadDeps, SearchInput } from "./request.ts";
import { replacedBelow, withoutRepeats } from "./same-line.ts";
import { byScore, score } from "./score.ts";
import { recallSignal } from "./signal.ts";
import { type Answering, sourcesOf } from "./sources.ts";

export async function search(input: SearchInput, deps: ReadDeps): Promise<SearchResult> {
  const { policy } = deps;
  const asked = new Date(input.asOf ?? deps.now());
  const prepared = await prepare(input, parseQuestion(input.query, asked), deps);
  const pool = await gather(prepared, deps);
  const scored = score(pool, prepared, policy);
  const { lines, filtered } = choose(gate(scored, policy.gate), input, deps);
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
    ...recallSignal(lines, policy.signal),
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
  lines: readonly Gated[];
  filtered: Readonly<Record<FilterRule, number>>;
}>;

/** Gate, threshold, repeats, places, limit, in that order; each says how many it took out. */
function choose(ranked: readonly Gated[], input: SearchInput, deps: ReadDeps): Chosen {
  const { policy } = deps;
  const limit = clampLimit(input.limit, deps);
  const asked = ranked.filter(({ candidate }) => isAsked(candidate.item, input));
  const passing = asked.filter((line) => line.gate !== "none");
  const relevant = passing.length > 0 || input.strict === true ? passing : asked;
  const strong = relevant.filter((line) => line.score >= (input.threshold ?? 0));
  const single = represent(strong, policy.standsFor);
  const ordered = replacedBelow(single.kept.toSorted(byScore));
  const placed = withDensePlaces(ordered, { limit, denseOnly: policy.denseOnly });
  const { kept, repeated } = withoutRepeats(placed, { sameWords: policy.sameWords, enough: limit });
  return {
    lines: kept,
    filtered: {
      gate: asked.length - relevant.length,
      threshold: relevant.length - strong.length,
      same_line: single.repeated + repeated,
      limit: ordered.length - repeated - kept.length,
    },
  };
}

function isAsked(item: "memory" | "message", { over = "both" }: SearchInput): boolean {
  return over === "both" || over === (item === "memory" ? "memories" : "messages");
}

async function hitsOf(
  lines: readonly Gated[],
  answering: Answering,
  deps: ReadDeps,
): Promise<readonly Hit[]> {
  const memories = lines.flatMap(({ candidate }) =>
    candidate.item === "memory" ? [candidate.record] : [],
  );
  const sources = await sourcesOf(memories, answering, deps);
  return lines.map((line) => {
    const { score: value, parts, signal, gate: rule, candidate } = line;
    const common = { score: value, parts, signal, gate: rule, text: candidate.record.text };
    if (candidate.item === "message") {
      const message = candidate.record;
      const source = { messageId: message.id };
      const shown = { id: message.id, category: "message", at: message.at, sources: [source] };
      return { ...common, ...shown, item: "message", kind: "message", message };
    }
    const memory = candidate.record;
    const { id, category, kind } = memory;
    const found = sources.get(id) ?? [];
    const at = memory.validFrom ?? memory.createdAt;
    return { ...common, id, category, at, sources: found, item: "memory", kind, memory };
  });
}
