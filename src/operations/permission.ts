// What each role may do, and how a call is tied to the credential it came with. Every surface that takes keys uses
// this, so that none of them can be talked into another tenant, another agent or a higher trust.

import { MemoryError } from "../errors.ts";
import type { Credential, Role } from "../model/access-key.ts";
import { RESERVED_SCOPES } from "../model/viewer.ts";
import type { Access } from "./operation.ts";

export const MAY: Readonly<Record<Role, readonly Access[]>> = {
  read: ["read"],
  write: ["read", "write", "vouch"],
  /** An agent may write, but what is a person's to say or to decide it may not. */
  agent: ["read", "write"],
  reviewer: ["read", "review"],
  operator: ["read", "write", "vouch", "review", "operate"],
};

export function permit(access: Access, { role }: Credential): void {
  if (MAY[role].includes(access)) return;
  throw new MemoryError("forbidden", `A key of the role \`${role}\` may not ${access}.`, {
    details: { code: "insufficient_role", role, access },
  });
}

export type Fields = Readonly<Record<string, unknown>>;

/** What is called: what it needs, and the fields its input has. */
export type Called = Readonly<{ access: Access; fields: ReadonlySet<string> }>;

/**
 * The input with the tenant and the agent of the credential in it. Naming another tenant or agent is refused rather
 * than overruled: whoever sends it believes something that is not so.
 */
export function bindToCredential(input: Fields, credential: Credential, called: Called): Fields {
  const { tenant, agent } = credential;
  refuseOther("tenant", input["tenant"], tenant);
  if (agent !== undefined) refuseActingAsOther(input, agent);
  refuseHigherOrigin(input, credential);
  return {
    ...input,
    tenant,
    ...(agent !== undefined && called.fields.has("agent") ? { agent } : {}),
    ...decider(input, credential, called),
  };
}

export function refuseOther(what: string, given: unknown, own: string): void {
  if (given === undefined || given === own) return;
  throw new MemoryError("forbidden", `This key is not for that ${what}.`, {
    details: { code: "scope_mismatch", field: what },
  });
}

/** What an agent writes stands under its own name, in a scope it can see itself. */
function refuseActingAsOther(input: Fields, agent: string): void {
  refuseOther("agent", input["agent"], agent);
  refuseOther("actor", input["actor"], agent);
  const scope = input["scope"];
  if (!RESERVED_SCOPES.some((open) => open === scope)) refuseOther("scope", scope, agent);
}

/** An agent's words are not a person's, and nobody but an operator speaks for who runs the engine. */
function refuseHigherOrigin(
  { origin, source, role: spokenAs, author }: Fields,
  { role }: Credential,
): void {
  const isMessage = author !== undefined;
  const isOperators = isMessage
    ? origin === "operator" || spokenAs === "system"
    : origin === "operator" || source === "operator";
  const isPersons = origin === "user" && !isMessage;
  if ((isOperators && role !== "operator") || (isPersons && role === "agent"))
    throw new MemoryError("forbidden", `A key of the role \`${role}\` cannot vouch for that.`, {
      details: { code: "origin_not_allowed" },
    });
}

/** A decision is on record under its key when the caller gives no name. */
function decider(input: Fields, { keyId }: Credential, { access, fields }: Called): Fields {
  const isDecision = access === "vouch" || access === "review" || access === "operate";
  const isNamed = input["actor"] !== undefined || input["user"] !== undefined;
  return isDecision && fields.has("actor") && !isNamed ? { actor: `key:${keyId}` } : {};
}
