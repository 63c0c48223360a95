// Asks the server who a key or a cookie belongs to, and says what that role may do.

import type { Role } from "../../../src/model/access-key.ts";
import type { Access } from "../../../src/operations/operation.ts";
import { apiAddress, keyHeaders } from "./connection.ts";

type Session = Readonly<{ tenant: string; role: Role; agent?: string; csrf?: string }>;
export type Who = Session & Readonly<{ may: readonly Access[] }>;

/** Only for what is offered: the server decides, whatever is asked. */
const MAY: Readonly<Record<Role, readonly Access[]>> = {
  read: ["read"],
  write: ["read", "write"],
  agent: ["read", "write"],
  reviewer: ["read", "review"],
  operator: ["read", "write", "review", "operate"],
};

export type WhoAnswer =
  | Readonly<{ type: "known"; who: Who }>
  | Readonly<{ type: "refused"; reason: string }>
  | Readonly<{ type: "unreachable" }>;

export async function whoAmI(key: string | undefined): Promise<WhoAnswer> {
  try {
    const response = await fetch(apiAddress("/v1/session"), { headers: keyHeaders(key) });
    if (response.ok) {
      const session = (await response.json()) as Session;
      return { type: "known", who: { ...session, may: MAY[session.role] } };
    }
    return response.status === 401
      ? { type: "refused", reason: "That key is not known here, or no longer works." }
      : { type: "unreachable" };
  } catch {
    // The page says that the server cannot be reached and offers to try again.
    return { type: "unreachable" };
  }
}

/** A cookie is the server's to take back; a key is only forgotten by this tab. */
export async function closeSession({ csrf }: Who): Promise<void> {
  if (csrf === undefined) return;
  await fetch(apiAddress("/v1/session/close"), {
    method: "POST",
    headers: { "x-csrf-token": csrf, "content-type": "application/json" },
    body: "{}",
  });
}
