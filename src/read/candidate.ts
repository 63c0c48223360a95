// What recall weighs: a memory or a message with what is known of it before it is scored.

import { timeOf } from "../model/dates.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import type { Surroundings } from "./surroundings.ts";

type Measured = Readonly<{
  /** Cosine to the question; undefined where there is no vector. */
  cosine: number | undefined;
  /** Strength of its strongest edge to one of the first candidates, 0 where there is none. */
  linked: number;
}>;

export type Candidate =
  | (Measured & Readonly<{ item: "memory"; record: Memory }>)
  | (Measured & Readonly<{ item: "message"; record: Message }>);

export type Edge = Readonly<{ from: string; memory: Memory; strength: number }>;

/** How rare a stem is among the items of one sort; a rare one says more. */
export type Rarity = (term: string) => number;

/** What one way of looking found. */
export type Gathered = Readonly<{
  candidates: readonly Candidate[];
  rarity: Rarity;
  edges: readonly Edge[];
  beside: Surroundings;
}>;

export type Pool = Readonly<{
  candidates: readonly Candidate[];
  rarity: Readonly<Record<Candidate["item"], Rarity>>;
  /** Edges from the first candidates to what may be seen. */
  edges: readonly Edge[];
  beside: Surroundings;
  /** Whether the question has a vector at all. */
  semantic: "ready" | "missing";
}>;

export function rarityOf(frequency: ReadonlyMap<string, number>, total: number): Rarity {
  return (term) => {
    const found = frequency.get(term) ?? 0;
    return Math.log(1 + (Math.max(total, found) - found + 0.5) / (found + 0.5));
  };
}

export function saidAt({ item, record }: Candidate): number {
  return timeOf(item === "memory" ? (record.validFrom ?? record.createdAt) : record.at);
}

/** Ids of the messages it rests on; a message rests on itself. */
export function spokenSources({ item, record }: Candidate): readonly string[] {
  if (item === "message") return [record.id];
  return record.evidence.flatMap((piece) => (piece.type === "span" ? [piece.messageId] : []));
}
