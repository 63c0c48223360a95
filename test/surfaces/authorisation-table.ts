// Who may do what, over every transport: the one table that HTTP and MCP are held against.

import type { Who } from "./http-support.ts";

/** What it takes to call something. `no agent`: it shows a tenant as a whole, so keys of agents are turned away. */
export type Needs =
  | "open"
  | "read"
  | "write"
  | "vouch"
  | "review"
  | "operate"
  | "read, no agent"
  | "write, no agent";
type Outcomes = Readonly<Record<Needs, "in" | 401 | 403>>;

const NOBODY: Outcomes = {
  open: "in",
  read: 401,
  write: 401,
  vouch: 401,
  review: 401,
  operate: 401,
  "read, no agent": 401,
  "write, no agent": 401,
};
const READER: Outcomes = {
  open: "in",
  read: "in",
  write: 403,
  vouch: 403,
  review: 403,
  operate: 403,
  "read, no agent": "in",
  "write, no agent": 403,
};
const WRITER: Outcomes = { ...READER, write: "in", vouch: "in", "write, no agent": "in" };

/** What becomes of each caller. A stranger is the operator of another tenant who names ours. */
export const OUTCOME: Readonly<Record<Who, Outcomes>> = {
  none: NOBODY,
  expired: NOBODY,
  revoked: NOBODY,
  read: READER,
  write: WRITER,
  agent: { ...READER, write: "in", "read, no agent": 403 },
  reviewer: { ...READER, review: "in" },
  operator: { ...WRITER, review: "in", operate: "in" },
  stranger: { ...READER, read: 403, "read, no agent": 403 },
};

/** Every operation, and what the server adds to them, by name. One that is not here fails the tests. */
export const NEEDS: Readonly<Record<string, Needs>> = {
  remember: "write",
  rememberLine: "write",
  rememberMany: "write",
  search: "read",
  answer: "read",
  query: "read",
  context: "read",
  get: "read",
  list: "read",
  history: "read",
  retrieval: "read",
  delta: "read",
  message: "read",
  editMessage: "write",
  withdrawMessage: "write",
  quarantine: "review",
  release: "review",
  edit: "write",
  feedback: "write",
  pin: "write",
  forget: "write",
  forgetMany: "write",
  restore: "write",
  merge: "write",
  unmerge: "write",
  promote: "vouch",
  profile: "read",
  correctProfile: "vouch",
  deleteProfile: "vouch",
  review: "review",
  approve: "review",
  reject: "review",
  erase: "operate",
  import: "operate",
  imports: "operate",
  importUndo: "operate",
  export: "operate",
  updateByTopic: "write",
  vaultSearch: "read",
  vaultCandidates: "read",
  vaultDeletions: "read",
  vaultStats: "read",
  compactVault: "operate",
  snapshot: "read, no agent",
  refreshSnapshot: "write, no agent",
  overview: "read, no agent",
  facets: "read",
  graph: "read",
  conversations: "read",
  messages: "read",
  taught: "read",
  people: "read",
  usage: "read, no agent",
  agents: "read, no agent",
  settings: "operate",
  schedule: "read, no agent",
  stats: "read",
  webhooks: "operate",
  testWebhook: "operate",
  audit: "operate",
  verifyAudit: "operate",
  events: "read",
  reportError: "write",
  jobs: "operate",
  retryJob: "operate",
  upkeep: "operate",
  createKey: "operate",
  listKeys: "operate",
  revokeKey: "operate",
  rotateKey: "operate",
  ingest: "write",
  oldHistory: "read",
  oldSearch: "read",
  oldQuery: "read",
  oldSnapshot: "read, no agent",
  oldRefreshSnapshot: "write, no agent",
  live: "open",
  ready: "open",
  reference: "open",
  openSession: "open",
  session: "read",
  closeSession: "read",
  metrics: "operate",
  eventStream: "read",
};
