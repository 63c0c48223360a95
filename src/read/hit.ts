// What recall hands back: a line, why it is there, and the way back to what was said.

import type { Kind } from "../model/kinds.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import type { NewMessage } from "../model/message.ts";
import type { LineEvidence, QuestionEvidence } from "./evidence.ts";

/** Each between 0 and 1. The first five make the weighted sum of F12; the rest are lifts. */
export type Parts = Readonly<{
  lexical: number;
  semantic: number;
  confidence: number;
  recency: number;
  channel: number;
  context: number;
  speaker: number;
  conversation: number;
  together: number;
  near: number;
  nearby: number;
  reply: number;
  kind: number;
  time: number;
  related: number;
  corroborated: number;
  /** 1 for what was marked helpful, -1 for what was marked wrong. */
  feedback: number;
}>;

/** Before scaling: the share of the question's words found, and the cosine. */
export type Signal = Readonly<{ lexical: number; semantic: number }>;

export type Source = Readonly<{ messageId: string; quote?: string }>;

/** Which rule of the relevance gate let it through; `none` when it is here only because nothing else passed. */
export type Gate = "semantic" | "lexical" | "combined" | "none";

type Line = Readonly<{
  id: string;
  category: string;
  text: string;
  /** The chance that the line helps with what was asked, 0 to 1. */
  score: number;
  parts: Parts;
  signal: Signal;
  gate: Gate;
  /** A message is its own source; what was said again in the same words comes after it. */
  sources: readonly Source[];
  at: Timestamp;
  /** Only when asked to explain. */
  ranking?: Ranking;
}>;

/** What gave a line its place: the weighted sum of F12 and its lifts; and what its score was worked out from. */
export type Ranking = Readonly<{
  sum: number;
  lifted: number;
  total: number;
  evidence: LineEvidence;
}>;

export type MemoryHit = Line & Readonly<{ item: "memory"; kind: Kind; memory: Memory }>;
export type MessageHit = Line & Readonly<{ item: "message"; kind: "message"; message: NewMessage }>;
export type Hit = MemoryHit | MessageHit;

export type RelatedBullet = Readonly<{
  id: string;
  /** The hit it is linked to. */
  to: string;
  category: string;
  text: string;
  strength: number;
}>;

/** Why a candidate is not among the hits. What the viewer may not see is never counted. */
export type FilterRule = "gate" | "threshold" | "same_line" | "limit";

export type SearchResult = Readonly<{
  hits: readonly Hit[];
  /** How likely the answer is among the hits, 0 to 1, and whether the caller should look further. */
  confidence: number;
  unsure: boolean;
  related: readonly RelatedBullet[];
  semantic: "ready" | "missing";
  /** Where a reranker is set: whether it gave the order, or failed and the order is the engine's own. */
  reranked?: boolean;
  /** Only when asked to explain. */
  filtered?: Readonly<Record<FilterRule, number>>;
  evidence?: QuestionEvidence;
}>;
