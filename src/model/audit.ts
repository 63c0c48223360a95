// What is kept of what was done: the audit trail of deliberate acts, sealed entry by entry, and the action log.

import { createHash } from "node:crypto";
import type { Timestamp } from "./memory.ts";

export type AuditAct = Readonly<{
  tenant: string;
  at: Timestamp;
  /** Who did it. Kept beside the trail under an alias, so that a person can be erased without breaking it. */
  actor: string;
  /** The act of the engine or the name of the operation: `forget`, `approve`, `createKey`… */
  act: string;
  /** Ids of memories, reviews and keys. */
  targets: readonly string[];
  /** People it was about; kept under an alias too. */
  people: readonly string[];
}>;

/** As it is kept and sealed: aliases where there were names. */
export type AuditEntry = Readonly<{
  seq: number;
  at: Timestamp;
  actor: string;
  act: string;
  targets: readonly string[];
  people: readonly string[];
  hash: string;
}>;

export type AuditHead = Readonly<{ seq: number; hash: string }>;

export const FIRST_HEAD: AuditHead = { seq: 0, hash: "" };

/** The seal of an entry: any change to it, to what came before it or to their order gives another. */
export function sealOf(previous: string, entry: Omit<AuditEntry, "hash">): string {
  const { seq, at, actor, act, targets, people } = entry;
  return createHash("sha256")
    .update(JSON.stringify([previous, seq, at, actor, act, targets, people]))
    .digest("hex");
}

// What the engine did, told in one line each: the action log and the operational counts.

export type Activity = Readonly<{
  tenant: string;
  at: Timestamp;
  node: "hotpath" | "context" | "episodic" | "worker";
  op: string;
  status: "ok" | "error" | "skipped";
  memoryId?: string;
  messageId?: string;
  user?: string;
  thread?: string;
  category?: string;
  similarity?: number;
  detail?: string;
}>;
