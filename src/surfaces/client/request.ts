// One request to the server, and its answer or its refusal as the library would have given it.

import { type ErrorCode, isErrorCode, MemoryError } from "../../errors.ts";

export type Connection = Readonly<{ url: string; key: string; fetch: typeof fetch }>;
export type Sending = Readonly<{
  method: string;
  path: string;
  input: Readonly<Record<string, unknown>>;
}>;

export async function request(
  { method, path, input }: Sending,
  connection: Connection,
): Promise<unknown> {
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
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    // Dots alone, however they are written, are steps of a path to everyone in between.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new MemoryError("invalid_input", `\`${name}\` is missing, or cannot stand in a path.`);
    return encodeURIComponent(value);
  });
  return { filled, rest };
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
