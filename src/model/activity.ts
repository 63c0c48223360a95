// What the engine did, told in one line each: the action log and the operational counts.

import type { Timestamp } from "./memory.ts";

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
