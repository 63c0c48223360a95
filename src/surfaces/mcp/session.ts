// What serves one connection: the engine, shared by all of them, and the one who is connected.

import type { Credential } from "../../model/access-key.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { permit } from "../../operations/permission.ts";

export type McpSession = Readonly<{
  memory: MemoryEngine;
  principal: Principal;
  /** Told what went wrong and was not the client's doing; a client only sees a code. */
  report: (error: Error) => void;
  /** Counts calls to models that a tool may cause, and refuses too many; absent where one person has it to themselves. */
  charge?: (modelCalls: number) => void;
  /** The person in front of the client during one call; absent outside of calls. */
  person?: PersonAtClient;
}>;

/** Whether the client can put a question to its person, and what that person answered to those of the round before. */
export type PersonAtClient = Readonly<{
  canAsk: boolean;
  answers: Readonly<Record<string, unknown>>;
}>;

// Who is on the other end of a connection, and what they may do. It comes from the server's configuration or a key,
// never from an argument of a tool.

/** A key says nothing of a user; who configures a server for one person does. */
export type Principal = Credential & Readonly<{ user?: string }>;

export type OperationName = keyof typeof OPERATIONS;

/** The part of an operation's input that says who looks. */
export function whoLooks({ tenant, agent, user }: Principal): Readonly<{
  tenant: string;
  agent: string | undefined;
  user: string | undefined;
}> {
  return { tenant, agent, user };
}

/** Refuses what the role of the principal does not cover. */
export function allow(principal: Principal, name: OperationName): void {
  permit(OPERATIONS[name].access, principal);
}
