// Who looks, and what that agent may read.

import { MemoryError } from "../errors.ts";
import { RESERVED_SCOPES, type Viewer } from "../model/viewer.ts";

type Looking = Readonly<{ tenant: string; agent?: string | undefined; user?: string | undefined }>;
type Rules = Readonly<{
  allowlists: Readonly<Record<string, readonly string[]>>;
  capture: Readonly<{ blockedUsers: readonly string[]; blockedChannels: readonly string[] }>;
}>;

/** What is blocked is kept from whoever looks. */
export function viewerOf(looking: Looking, { allowlists, capture }: Rules): Viewer {
  const { blockedUsers: users, blockedChannels: channels } = capture;
  const viewer = permittedViewer(looking, allowlists);
  return users.length + channels.length === 0
    ? viewer
    : { ...viewer, blocked: { users, channels } };
}

/** With allowlists configured, an agent that is on none of them reads nothing. */
function permittedViewer(
  { tenant, agent, user }: Looking,
  allowlists: Rules["allowlists"],
): Viewer {
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
