// The path of one question, start to finish. Read this file first.

import type { Memory } from "../model/memory.ts";
import { withoutPosition } from "../model/message.ts";
import { isKeptFromSensitive, type Viewer } from "../model/viewer.ts";
import type { Pool } from "./candidate.ts";
import { type Chances, chancesOf, signalOf } from "./chance.ts";
import { represent } from "./corroborate.ts";
import { withDensePlaces } from "./dense-places.ts";
import { type Evidence, evidenceOf, type LineEvidence, LOOKED_AT } from "./evidence.ts";
import { type Gated, gate } from "./gate.ts";
import { gather, prepare } from "./gather.ts";
import type { FilterRule, Hit, SearchResult } from "./hit.ts";
import { parseQuestion } from "./question.ts";
import { relatedBullets } from "./related.ts";
import type { ReadDeps, Search, SearchInput } from "./request.ts";
import { rerankBest } from "./rerank.ts";
import { replacedBelow, type Told, withoutRepeats } from "./same-line.ts";
import { byScore, score } from "./score.ts";
import { spreadOverConversations } from "./several.ts";
import { type Answering, sourcesOf } from "./sources.ts";
import { hasStrangeName } from "./strange-names.ts";

export async function search(given: SearchInput, deps: ReadDeps): Promise<SearchResult> {
  const { policy } = deps;
  const input = { ...given, over: given.over ?? (namesMemories(given) ? "memories" : "both") };
  const asked = new Date(input.asOf ?? deps.now());
  const prepared = await prepare(input, parseQuestion(input.query, asked), deps);
  const pool = await withoutSensitive(await gather(prepared, deps), input.viewer, deps);
  const scored = score(pool, prepared, deps);
  const ranked = choose(gate(scored, policy.gate), { search: prepared, pool }, deps);
  const { told, reranked } = await rerankBest(ranked.told, input, deps);
  const chosen = { ...ranked, told };
  const evidence = evidenceOf(prepared.question.text, chosen.told, {
    wordVectors: deps.wordVectors,
    among: Math.max(pool.rarity.message(NO_TERM), pool.rarity.memory(NO_TERM)),
    hasStrangeName: hasStrangeName(prepared.question.text, pool, asked),
  });
  const chances = chancesOf(evidence, policy.chance);
  const { lines, filtered } = handedOut(chosen, { chances, evidence, input }, deps);
  const scores = new Map(scored.map((one) => [one.candidate.record.id, one.score]));
  const hits = await hitsOf(lines, { search: prepared, scores }, deps);
  deps.used(
    input.viewer.tenant,
    hits.flatMap(({ item, id, score: value, parts }) =>
      item === "memory" ? [{ id, scored: { score: value, parts } }] : [],
    ),
  );
  return {
    hits: input.explain === true ? withRanking(hits, lines) : hits,
    ...signalOf(chances, lines.length, policy.chance),
    related: relatedBullets(hits, pool.edges, policy.relatedBullets),
    semantic: pool.semantic,
    ...(reranked === undefined ? {} : { reranked }),
    ...(input.explain === true ? { filtered, evidence: evidence.question } : {}),
  };
}

/** As rare as can be: its rarity tells how much is stored. */
const NO_TERM = "";

/** Of a filter, what a message has too; whoever names anything else means memories. */
const OF_MESSAGES: ReadonlySet<string> = new Set([
  "user",
  "subject",
  "channel",
  "createdAfter",
  "createdBefore",
  "metadata",
]);

function namesMemories({ kinds, filter }: SearchInput): boolean {
  return kinds !== undefined || Object.keys(filter ?? {}).some((name) => !OF_MESSAGES.has(name));
}

/** What was kept as sensitive about somebody else is not told in the words it was said in either. */
async function withoutSensitive(pool: Pool, viewer: Viewer, { store }: ReadDeps): Promise<Pool> {
  if (!isKeptFromSensitive(viewer)) return pool;
  const ids = pool.candidates.flatMap(({ item, record }) =>
    item === "message" ? [record.id] : [],
  );
  if (ids.length === 0) return pool;
  const kept = new Set(await store.memories.sensitiveSources(viewer, ids));
  if (kept.size === 0) return pool;
  return { ...pool, candidates: pool.candidates.filter(({ record }) => !kept.has(record.id)) };
}

export function clampLimit(limit: number | undefined, { policy }: ReadDeps): number {
  const { fallback, max } = policy.limits;
  const asked = limit === undefined || Number.isNaN(limit) ? fallback : Math.floor(limit);
  return Math.min(max, Math.max(1, asked));
}

type Chosen = Readonly<{
  /** Best first, without repeats; more than are asked for. */
  told: readonly Told[];
  asked: number;
  relevant: number;
  ordered: number;
  repeated: number;
}>;

type Choosing = Readonly<{ search: Search; pool: Pool }>;

/** Gate, repeats and places, in that order. */
function choose(scored: readonly Gated[], { search, pool }: Choosing, deps: ReadDeps): Chosen {
  const { policy } = deps;
  const { input, question } = search;
  const asked = scored.filter(({ candidate }) => isAsked(candidate.item, input));
  const passing = asked.filter((line) => line.gate !== "none");
  const relevant = passing.length > 0 || input.strict !== false ? passing : asked;
  const single = represent(relevant, policy.standsFor);
  const best = single.kept.toSorted(byScore);
  const spread = spreadOverConversations(best, { question, pool, policy });
  const ordered = replacedBelow(spread);
  // The same for every limit, so that a shorter answer is the beginning of a longer one.
  const placed = withDensePlaces(ordered, {
    limit: policy.limits.fallback,
    denseOnly: policy.denseOnly,
  });
  const enough = Math.max(clampLimit(input.limit, deps), LOOKED_AT);
  return {
    told: withoutRepeats(placed, { sameWords: policy.sameWords, enough }),
    asked: asked.length,
    relevant: relevant.length,
    ordered: ordered.length,
    repeated: single.repeated,
  };
}

/** A line with the chance that it helps. */
type Judged = Readonly<{ line: Told; chance: number; evidence: LineEvidence }>;
type Weighing = Readonly<{ chances: Chances; evidence: Evidence; input: SearchInput }>;
type HandedOut = Readonly<{
  lines: readonly Judged[];
  filtered: Readonly<Record<FilterRule, number>>;
}>;

/** Nothing where the question is not asked of this memory; else threshold and limit. Each says how many it took out. */
function handedOut(
  chosen: Chosen,
  { chances, evidence, input }: Weighing,
  deps: ReadDeps,
): HandedOut {
  const { asked, relevant, ordered, told } = chosen;
  if (input.strict !== false && !chances.isAskedHere)
    return { lines: [], filtered: { gate: asked, threshold: 0, same_line: 0, limit: 0 } };
  const judged = told.flatMap((line, at): Judged[] => {
    const [chance, of] = [chances.lines[at], evidence.lines[at]];
    return chance === undefined || of === undefined ? [] : [{ line, chance, evidence: of }];
  });
  const strong = judged.filter(({ chance }) => chance >= (input.threshold ?? 0));
  const lines = strong.slice(0, clampLimit(input.limit, deps));
  const repeated = lines.reduce((count, { line }) => count + line.repeats.length, 0);
  const weak = judged.length - strong.length;
  return {
    lines,
    filtered: {
      gate: asked - relevant,
      threshold: weak,
      same_line: chosen.repeated + repeated,
      limit: ordered - repeated - weak - lines.length,
    },
  };
}

function isAsked(item: "memory" | "message", { over = "both" }: SearchInput): boolean {
  return over === "both" || over === (item === "memory" ? "memories" : "messages");
}

async function hitsOf(
  judged: readonly Judged[],
  answering: Answering,
  deps: ReadDeps,
): Promise<readonly Hit[]> {
  const lines = judged.map(({ line }) => line);
  const found = await sourcesOf(lines, answering, deps);
  return judged.map(({ line, chance }) =>
    hitOf(line, chance, found.get(line.candidate.record.id) ?? []),
  );
}

/** Every field is written out: to spread one object into the next took longer than the rest of it together. */
function hitOf(
  { parts, signal, gate: rule, candidate }: Told,
  score: number,
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
      score,
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
    score,
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

/** What ranked each line, and what its score was worked out from. */
function withRanking(hits: readonly Hit[], lines: readonly Judged[]): readonly Hit[] {
  return hits.map((hit, at) => {
    const judged = lines[at];
    if (judged === undefined) return hit;
    const { sum, score: total } = judged.line;
    return { ...hit, ranking: { sum, lifted: total - sum, total, evidence: judged.evidence } };
  });
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
