// A key that lets a program in: whose memory it opens, in what role, and until when. The secret itself is never kept.

import type { Timestamp } from "./memory.ts";

export const ROLES = ["read", "write", "agent", "reviewer", "operator"] as const;
export type Role = (typeof ROLES)[number];

export type AccessKey = Readonly<{
  tenant: string;
  id: string;
  role: Role;
  /** The one agent it acts for; a key of the role `agent` always has one. */
  agent?: string;
  name: string;
  createdAt: Timestamp;
  expiresAt?: Timestamp;
  revokedAt?: Timestamp;
  /** To the minute. */
  lastUsedAt?: Timestamp;
}>;

/** `hash` is of the secret half, so that a stolen store opens nothing. */
export type StoredKey = AccessKey & Readonly<{ hash: string }>;

/** Who asks, as proven by a key or a session. What it says of tenant, agent and role is not the caller's to choose. */
export type Credential = Readonly<{ keyId: string; tenant: string; role: Role; agent?: string }>;
