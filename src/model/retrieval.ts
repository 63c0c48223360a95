// What is kept of a memory being handed out: how often, when last, and why it scored as it did then. Never the question.

import type { Timestamp } from "./memory.ts";

export type Scored = Readonly<{ score: number; parts: Readonly<Record<string, number>> }>;

/** A line of a profile or of the journal is handed out without being scored. Once, unless it says how often. */
export type HandedOut = Readonly<{ id: string; scored?: Scored; times?: number }>;

export type Retrieval = Readonly<{ times: number; lastAt?: Timestamp }> & Partial<Scored>;
