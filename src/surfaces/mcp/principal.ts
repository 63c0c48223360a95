// Who is on the other end of a connection, and what they may do. It comes from the server's configuration or a key,
// never from an argument of a tool.

import type { Credential } from "../../model/access-key.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { permit } from "../../operations/permission.ts";

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
