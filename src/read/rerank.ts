// Lets a reranker put the best lines into its own order: one call over a bounded number of lines. Where it does not
// answer, or not in time, they stay as they were ranked, and the result says so.

import { type Viewer, viewerUser } from "../model/viewer.ts";
import type { Payer } from "../ports/language.ts";

export type Rerank = (
  asked: Payer & Readonly<{ query: string; lines: readonly string[] }>,
) => Promise<readonly number[] | undefined>;

type Line = Readonly<{ candidate: Readonly<{ record: Readonly<{ text: string }> }> }>;
type Asked = Readonly<{ query: string; viewer: Viewer }>;
type Deps = Readonly<{ rerank: Rerank | undefined; policy: Readonly<{ reranked: number }> }>;
type Reranked<T> = Readonly<{ told: readonly T[]; reranked?: boolean }>;

export async function rerankBest<T extends Line>(
  told: readonly T[],
  { query, viewer }: Asked,
  { rerank, policy }: Deps,
): Promise<Reranked<T>> {
  if (rerank === undefined) return { told };
  const best = told.slice(0, policy.reranked);
  if (best.length < 2) return { told };
  const user = viewerUser(viewer);
  const payer = user === undefined ? { tenant: viewer.tenant } : { tenant: viewer.tenant, user };
  const lines = best.map(({ candidate }) => candidate.record.text);
  const relevance = await rerank({ ...payer, query, lines });
  if (relevance === undefined) return { told, reranked: false };
  const order = best
    .map((line, at) => ({ line, at, relevance: relevance[at] ?? 0 }))
    .sort((a, b) => b.relevance - a.relevance || a.at - b.at)
    .map(({ line }) => line);
  return { told: [...order, ...told.slice(best.length)], reranked: true };
}
