// The library's methods over HTTP: the same names, the same inputs, the same answers and errors. The tenant is that of
// the key and may be left out.

import { type ErrorCode, isErrorCode, MemoryError } from "../../errors.ts";
import { emptyReceipt, type Receipt } from "../../model/receipt.ts";
import type { InputOf, OperationName, OutputOf } from "../../operations/engine.ts";
import type { MessageInput } from "../../operations/inputs.ts";

type WithoutTenant<T> = T extends { tenant: string } ? Omit<T, "tenant"> & { tenant?: string } : T;
type Message = WithoutTenant<MessageInput>;

export type Client = {
  [Name in OperationName]: (input: WithoutTenant<InputOf<Name>>) => Promise<OutputOf<Name>>;
} & {
  /** Takes in many, a few hundred at a time; one receipt each, in their order. */
  ingestMany(messages: Iterable<Message>): Promise<readonly Receipt[]>;
};

export type ClientOptions = Readonly<{ url: string; key: string; fetch?: typeof fetch }>;

export function createClient({ url, key, fetch = globalThis.fetch }: ClientOptions): Client {
  const connection = { url, key, fetch };
  const methods = Object.entries(ROUTES).map(([name, route]) => {
    const [method = "", path = ""] = route.split(" ");
    const call = (input: Record<string, unknown>) => request({ method, path, input }, connection);
    return [name, call];
  });
  return {
    ...(Object.fromEntries(methods) as Omit<Client, "ingest" | "ingestMany">),
    ingest: (message) => ingest(message, connection),
    ingestMany: (messages) => ingestMany(messages, connection),
  };
}

const MESSAGES = { method: "POST", path: "/v1/messages" };
const BATCH = 200;

async function ingest(message: Message, connection: Connection): Promise<Receipt> {
  try {
    return (await request({ ...MESSAGES, input: { ...message } }, connection)) as Receipt;
  } catch (thrown) {
    if (thrown instanceof MemoryError && thrown.code === "queue_full")
      return emptyReceipt("dropped", "queue_full");
    throw thrown;
  }
}

async function ingestMany(
  messages: Iterable<Message>,
  connection: Connection,
): Promise<readonly Receipt[]> {
  const waiting = [...messages];
  const receipts: Receipt[] = [];
  while (waiting.length > 0) {
    const input = { messages: waiting.splice(0, BATCH) };
    const answer = (await request({ ...MESSAGES, input }, connection)) as {
      receipts: Receipt[];
    };
    receipts.push(...answer.receipts);
  }
  return receipts;
}

// One request to the server, and its answer or its refusal as the library would have given it.

type Connection = Readonly<{ url: string; key: string; fetch: typeof fetch }>;
type Sending = Readonly<{
  method: string;
  path: string;
  input: Readonly<Record<string, unknown>>;
}>;

async function request({ method, path, input }: Sending, connection: Connection): Promise<unknown> {
  const { filled, rest } = fillPath(path, input);
  const isBodied = method === "POST" || method === "PATCH";
  const address = new URL(`${filled}${isBodied ? "" : queryOf(rest)}`, connection.url);
  const response = await send(address, connection, {
    method,
    ...(isBodied ? { body: JSON.stringify(rest), type: "application/json" } : {}),
  });
  const text = await response.text();
  if (response.ok) return text === "" ? undefined : JSON.parse(text);
  const error = errorOf(response, text);
  // Where the library gives nothing, the server says so with a status.
  if (error.details["code"] === "nothing") return undefined;
  throw error;
}

type Body = Readonly<{ method: string; body?: string; type?: string }>;

async function send(address: URL, { key, fetch }: Connection, { method, body, type }: Body) {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(type === undefined ? {} : { "content-type": type }),
  };
  try {
    return await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) });
  } catch (thrown) {
    throw new MemoryError("store_unavailable", "The server cannot be reached.", { cause: thrown });
  }
}

function fillPath(path: string, input: Sending["input"]) {
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    // Dots alone, however they are written, are steps of a path to everyone in between.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new MemoryError("invalid_input", `\`${name}\` is missing, or cannot stand in a path.`);
    return encodeURIComponent(value);
  });
  return { filled, rest: Object.fromEntries(rest) };
}

function queryOf(input: Sending["input"]): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) append(query, name, value);
  return query.size === 0 ? "" : `?${query}`;
}

function append(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value)) for (const item of value) query.append(name, String(item));
  else if (value instanceof Date) query.append(name, value.toISOString());
  else if (typeof value === "object" && value !== null && name.includes("."))
    query.append(name, JSON.stringify(value));
  else if (typeof value === "object" && value !== null)
    for (const [inner, of] of Object.entries(value)) append(query, `${name}.${inner}`, of);
  else query.append(name, String(value));
}

function errorOf(response: Response, text: string): MemoryError {
  const problem = problemOf(text);
  const detail = problem["detail"];
  const message = typeof detail === "string" ? detail : `The server answered ${response.status}.`;
  const details = Object(problem["details"]);
  return new MemoryError(codeOf(problem["code"]), message, {
    details: { ...details, status: response.status, requestId: problem["requestId"] },
  });
}

function problemOf(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith("{")) return {};
  const parsed: unknown = JSON.parse(text);
  return Object(parsed);
}

/** A code of a newer server that this client does not know is still an error, and nobody's fault but ours. */
function codeOf(code: unknown): ErrorCode {
  return isErrorCode(code) ? code : "internal";
}

// Where each operation is found over HTTP. Written down here so that the client, which also runs in a browser, need not
// carry the engine; a test holds it against the list of operations.

export const ROUTES = {
  ingest: "POST /v1/messages",
  remember: "POST /v1/memories",
  rememberLine: "POST /v1/lore",
  rememberMany: "POST /v1/memories/many",
  search: "POST /v1/search",
  answer: "POST /v1/answer",
  query: "POST /v1/query",
  context: "POST /v1/context",
  get: "GET /v1/memories/{id}",
  list: "GET /v1/memories",
  history: "GET /v1/memories/{id}/history",
  retrieval: "GET /v1/memories/{id}/retrieval",
  delta: "GET /v1/delta",
  message: "GET /v1/messages/{id}",
  edit: "PATCH /v1/memories/{id}",
  pin: "POST /v1/memories/{id}/pin",
  forget: "DELETE /v1/memories/{id}",
  forgetMany: "POST /v1/memories/forget",
  restore: "POST /v1/memories/{id}/restore",
  merge: "POST /v1/memories/merge",
  unmerge: "POST /v1/memories/{id}/unmerge",
  promote: "POST /v1/memories/{id}/promote",
  profile: "GET /v1/people/{person}/profile",
  correctProfile: "PATCH /v1/people/{person}/profile/{traitId}",
  deleteProfile: "DELETE /v1/people/{person}/profile",
  review: "GET /v1/reviews",
  approve: "POST /v1/reviews/{id}/approve",
  reject: "POST /v1/reviews/{id}/reject",
  erase: "POST /v1/erase",
  updateByTopic: "POST /v1/vault/topics/{topicId}",
  vaultSearch: "GET /v1/vault/search",
  vaultCandidates: "GET /v1/vault/candidates",
  vaultDeletions: "GET /v1/vault/deletions",
  vaultStats: "GET /v1/vault/stats",
  compactVault: "POST /v1/vault/compact",
  editMessage: "PATCH /v1/messages/{id}",
  withdrawMessage: "DELETE /v1/messages/{id}",
  quarantine: "POST /v1/quarantine",
  release: "POST /v1/quarantine/release",
  jobs: "GET /v1/jobs",
  retryJob: "POST /v1/jobs/{id}/retry",
  upkeep: "POST /v1/jobs/run",
  snapshot: "GET /v1/snapshot",
  refreshSnapshot: "POST /v1/snapshot/refresh",
  webhooks: "GET /v1/webhooks",
  testWebhook: "POST /v1/webhooks/{webhook}/test",
  feedback: "POST /v1/memories/{id}/feedback",
  overview: "GET /v1/overview",
  facets: "GET /v1/facets",
  graph: "GET /v1/graph",
  conversations: "GET /v1/conversations",
  messages: "GET /v1/messages",
  taught: "GET /v1/messages/{messageId}/taught",
  people: "GET /v1/people",
  usage: "GET /v1/usage",
  agents: "GET /v1/agents",
  settings: "GET /v1/settings",
  schedule: "GET /v1/schedule",
  stats: "GET /v1/stats",
  events: "GET /v1/events",
  reportError: "POST /v1/events",
  createKey: "POST /v1/keys",
  audit: "GET /v1/audit",
  verifyAudit: "GET /v1/audit/verify",
  listKeys: "GET /v1/keys",
  revokeKey: "DELETE /v1/keys/{id}",
  rotateKey: "POST /v1/keys/{id}/rotate",
  import: "POST /v1/imports",
  imports: "GET /v1/imports",
  importUndo: "POST /v1/imports/{id}/undo",
  export: "POST /v1/export",
} as const satisfies Record<OperationName, string>;
