// Who looks, and what that agent may read.

import { MemoryError } from "../errors.ts";
import { RESERVED_SCOPES, type Viewer } from "../model/viewer.ts";

export type Allowlists = Readonly<Record<string, readonly string[]>>;

/** With allowlists configured, an agent that is on none of them reads nothing. */
export function viewerOf(
  looking: Readonly<{ tenant: string; agent?: string | undefined; user?: string | undefined }>,
  allowlists: Allowlists,
): Viewer {
  const { tenant, agent, user } = looking;
  if (RESERVED_SCOPES.some((scope) => scope === agent))
    throw new MemoryError("invalid_input", `An agent cannot be called "${agent}".`);
  if (agent !== undefined) {
    const isRestricted = Object.keys(allowlists).length > 0;
    return {
      tenant,
      as: { type: "agent", agent, ...(user === undefined ? {} : { user }) },
      categories: isRestricted ? (allowlists[agent] ?? []) : "all",
    };
  }
  return {
    tenant,
    as: user === undefined ? { type: "host" } : { type: "user", user },
    categories: "all",
  };
}
