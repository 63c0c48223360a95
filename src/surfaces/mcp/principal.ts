// Who is on the other end of a connection, and what they may do. It comes from the server's configuration or a key,
// never from an argument of a tool.

import { MemoryError } from "../../errors.ts";
import type { Access } from "../../operations/operation.ts";
import { OPERATIONS } from "../../operations/operations.ts";

export type Principal = Readonly<{
  tenant: string;
  agent?: string;
  user?: string;
  may: readonly Access[];
}>;

export type OperationName = keyof typeof OPERATIONS;

/** The part of an operation's input that says who looks. */
export function whoLooks({ tenant, agent, user }: Principal): Readonly<{
  tenant: string;
  agent: string | undefined;
  user: string | undefined;
}> {
  return { tenant, agent, user };
}

export function permit({ may }: Principal, name: OperationName): void {
  const { access } = OPERATIONS[name];
  if (may.includes(access)) return;
  throw new MemoryError("forbidden", `This connection may not ${access}.`, {
    details: { access, operation: name },
  });
}
