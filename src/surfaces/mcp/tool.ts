// What a tool is: one operation of the engine, described for a model.

import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { asMemoryError, type ErrorCode, type MemoryError } from "../../errors.ts";
import { Body, parseInput, Time } from "../../operations/inputs.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { allow, type McpSession, type OperationName } from "./session.ts";

type Described<Given, Output extends z.ZodObject> = Readonly<{
  name: string;
  title: string;
  /** Says when to use it and when not to. */
  description: string;
  operation: OperationName;
  isDestructive: boolean;
  isIdempotent: boolean;
  input: z.ZodObject & z.ZodType<Given>;
  output: Output;
  run: (given: Given, session: McpSession) => Promise<z.input<Output> | InputRequiredResult>;
}>;

/** A described tool that takes whatever a client sent: permission first, then the shape of the arguments. */
export type Tool = Omit<Described<unknown, z.ZodObject>, "run"> &
  Readonly<{ call: (given: unknown, session: McpSession) => Promise<Answer> }>;

/** Data, or questions to the client's person; the client then calls again with the answers. */
type Answer = Record<string, unknown> | InputRequiredResult;

export function tool<Given, Output extends z.ZodObject>({
  run,
  ...described
}: Described<Given, Output>): Tool {
  return {
    ...described,
    call: async (given, session) => {
      allow(session.principal, described.operation);
      const parsed = parseInput<Given>(described.input, given);
      session.charge?.(OPERATIONS[described.operation].modelCalls ?? 0);
      return run(parsed, session);
    },
  };
}

// A failed call as a model sees it: the code, what went wrong, and what to do about it.

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

type ToolError = Readonly<{
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

// A failed read of a resource or prompt, as the protocol words it: these have no result to say it in.

const ASKED_WRONGLY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid_input",
  "unauthorized",
  "forbidden",
  "not_found",
  "too_large",
]);

export function protocolError(
  thrown: unknown,
  uri: string,
  report: (error: Error) => void,
): ProtocolError {
  const { code, message, hint, retryable } = toolError(thrown, report);
  if (code === "not_found") return new ResourceNotFoundError(uri);
  const numbered = ASKED_WRONGLY.has(code)
    ? ProtocolErrorCode.InvalidParams
    : ProtocolErrorCode.InternalError;
  return new ProtocolError(numbered, message, { code, hint, retryable });
}

// The arguments that several tools share.

const MAX_QUESTION = 4_000;

export const Moment = z
  .string()
  .refine((text) => Time.safeParse(text).success, "must be an ISO date or time, as 2026-05-01");

export const Question = Body.max(MAX_QUESTION);

export const Budget = z.int().min(50).max(20_000);
