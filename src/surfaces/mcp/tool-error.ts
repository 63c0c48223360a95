// A failed call as a model sees it: the code, what went wrong, and what to do about it.

import { asMemoryError, type ErrorCode, type MemoryError } from "../../errors.ts";

const LATER = "Try again in a little while; go on without memory meanwhile.";
const TELL = "Tell the user, who has to look at the server; do not try again.";

const HINTS: Readonly<Record<ErrorCode, string>> = {
  invalid_input: "Correct the arguments as the message says and call again.",
  unauthorized: "The key is missing, expired or revoked; tell the user.",
  forbidden: "This connection has no permission for it. Tell the user; do not try again.",
  not_found: "Find the id with memory_query or memory_list.",
  conflict: "It changed meanwhile. Read it again, then decide.",
  model_mismatch: TELL,
  too_large: "Send less, or split it into several calls.",
  over_budget: LATER,
  queue_full: LATER,
  corrupt_store: TELL,
  newer_store: TELL,
  internal: TELL,
  not_supported: "This server cannot do it. Tell the user.",
  provider_unavailable: LATER,
  store_unavailable: LATER,
  closed: "The server is shutting down; reconnect.",
  storage_full: TELL,
};

export type ToolError = Readonly<{
  code: ErrorCode;
  message: string;
  hint: string;
  retryable: boolean;
}>;

/** What nobody foresaw is reported, not told: its message may hold anything. */
export function toolError(thrown: unknown, report: (error: Error) => void): ToolError {
  const error = asMemoryError(thrown);
  if (isOurs(error)) report(error);
  const { code, retryable } = error;
  const message = code === "internal" ? "Something went wrong inside the server." : error.message;
  return { code, message, hint: HINTS[code], retryable };
}

/** Whether it is the server's fault and not the client's. */
function isOurs({ httpStatus }: MemoryError): boolean {
  return httpStatus >= 500;
}
