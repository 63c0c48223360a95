// Who is looking. Every read starts from one of these; nothing is read without it.

/** Scopes with a meaning of their own, so no agent may be called by them. */
export const RESERVED_SCOPES = ["shared", "user"] as const;

export type Viewer = Readonly<{
  tenant: string;
  /**
   * Who inside the tenant: the host program itself sees every scope; an agent sees `shared`, its own scope and
   * what belongs to the user it serves; a user sees `shared` and what belongs to them.
   */
  as:
    | Readonly<{ type: "host" }>
    | Readonly<{ type: "agent"; agent: string; user?: string }>
    | Readonly<{ type: "user"; user: string }>;
  /** Categories that may be read; `all` when no allowlist applies. An empty list sees nothing. */
  categories: "all" | readonly string[];
  /** The operator lets this user or agent read sensitive lines about others. */
  readsSensitive?: boolean;
  /** What is kept from everyone who asks, whatever else they may read (P13). */
  blocked?: Blocked;
}>;

/** People and channels that are neither listened to nor recalled. */
export type Blocked = Readonly<{ users: readonly string[]; channels: readonly string[] }>;

export function hostViewer(tenant: string): Viewer {
  return { tenant, as: { type: "host" }, categories: "all" };
}

/** The scope that is this viewer's own, if it has one. */
export function ownScope(viewer: Viewer): string | undefined {
  return viewer.as.type === "agent" ? viewer.as.agent : undefined;
}

/**
 * Whether a sensitive memory is kept from this viewer unless it is their own. The host program sees all; an agent also
 * sees the categories that the operator listed for it by name.
 */
export function isKeptFromSensitive({ as, categories, readsSensitive }: Viewer): boolean {
  if (as.type === "host" || readsSensitive === true) return false;
  return as.type === "user" || categories === "all";
}

/** Whether a prompt for this viewer, who asked for what is in it, may hold sensitive lines that the store shows them. */
export function mayBeToldSensitive({ as, readsSensitive }: Viewer): boolean {
  return as.type !== "host" || readsSensitive === true;
}

/** Somebody in the tenant of whom nothing is known. */
export function strangerTo(tenant: string): Viewer {
  return { tenant, as: { type: "agent", agent: "" }, categories: "all" };
}

export function viewerUser(viewer: Viewer): string | undefined {
  return viewer.as.type === "host" ? undefined : viewer.as.user;
}
