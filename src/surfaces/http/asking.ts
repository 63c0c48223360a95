// Reads the input of a request: the parameters of the path, and the query or the body, tied to whoever asks.

import { MemoryError } from "../../errors.ts";
import type { Credential } from "../../model/access-key.ts";
import { ownValue } from "../../model/own-value.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { bindToCredential, refuseOther } from "../../operations/permission.ts";
import { refusal } from "./errors.ts";
import {
  type Asked,
  fieldsOf,
  inputSchema,
  isRecord,
  type JsonSchema,
  propertiesOf,
  type Route,
  valueType,
} from "./route.ts";
import { isEqual, type Sessions } from "./session-routes.ts";

type Fields = Readonly<Record<string, unknown>>;

type Request = Readonly<{
  params: unknown;
  query: unknown;
  body?: unknown;
  headers: Asked["headers"];
}>;

/** Headers in which other programs name a tenant; one that is not the key's is refused like anywhere else. */
const TENANT_HEADERS = ["x-tenant", "x-tenant-id"];

type ReadRequest = (request: Request, who: Who | undefined) => Asked;

export function requestReader(route: Route): ReadRequest {
  const schema = inputSchema(route.input);
  const fields = fieldsOf(route.input);
  const { access } = route;
  return (request, who) => {
    const query = isRecord(request.query) ? request.query : {};
    if (who !== undefined) refuseOtherTenant(request, query, who);
    const given = isBodied(route)
      ? bodyInput(request, query, route)
      : bareInput(request, query, schema);
    const input = withParameters(given, isRecord(request.params) ? request.params : {});
    return {
      input:
        who === undefined || access === "open"
          ? input
          : bindToCredential(input, who.credential, { access, fields }),
      query,
      headers: request.headers,
      credential: who?.credential,
      isStillValid: who?.isStillValid ?? (async () => true),
    };
  };
}

function isBodied({ method }: Route): boolean {
  return method === "POST" || method === "PATCH";
}

function refuseOtherTenant({ headers }: Request, query: Fields, { credential }: Who): void {
  for (const name of TENANT_HEADERS)
    refuseOther("tenant", ownValue(headers, name), credential.tenant);
  refuseOther("tenant", query["tenant"], credential.tenant);
}

function bareInput({ body }: Request, query: Fields, schema: JsonSchema): Fields {
  if (body !== undefined)
    throw refusal("bad_request", "This takes its input after the `?`, not from a body.");
  return queryInput(query, schema);
}

function bodyInput({ body = {} }: Request, query: Fields, { queryFields = [] }: Route): Fields {
  const unknown = Object.keys(query).find(
    (name) => name !== "tenant" && !queryFields.includes(name),
  );
  if (unknown !== undefined)
    throw refusal("bad_request", `"${unknown}" is not taken after the \`?\` here.`);
  if (!isRecord(body))
    throw new MemoryError("invalid_input", "The body must be a JSON object.", {
      details: { issues: [{ path: "", message: "must be an object" }] },
    });
  return body;
}

function withParameters(input: Fields, parameters: Fields): Fields {
  for (const [name, value] of Object.entries(parameters))
    if (![undefined, value].includes(ownValue(input, name)))
      throw refusal("bad_request", `"${name}" is one thing in the path and another beside it.`);
  return { ...input, ...parameters };
}

// Reads a query string as the input of an operation: `limit=5&states=active&states=archived&filter.kinds=fact`.
// A value that does not look like what it should be stays text, and the operation's own schema refuses it by name.

const NUMBER = /^-?\d+(?:\.\d+)?(?:e\d{1,3})?$/i;

function queryInput(query: Fields, schema: JsonSchema): Fields {
  const input: Placed = new Map();
  for (const [name, value] of Object.entries(query)) place(input, name.split("."), value);
  return typed(input, schema);
}

const REFUSED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const MAX_STEPS = 2;

type Placed = Map<string, unknown>;

function place(into: Placed, [first = "", ...rest]: readonly string[], value: unknown): void {
  if (REFUSED.has(first) || rest.length >= MAX_STEPS)
    throw refusal("bad_request", `There is no field "${[first, ...rest].join(".")}".`);
  if (rest.length === 0) {
    into.set(first, value);
    return;
  }
  const inner: unknown = into.get(first) ?? new Map();
  if (!(inner instanceof Map)) throw refusal("bad_request", `"${first}" is given in two ways.`);
  place(inner, rest, value);
  into.set(first, inner);
}

function typed(fields: Placed, schema: JsonSchema): Fields {
  const known = propertiesOf(schema);
  return Object.fromEntries(
    [...fields].map(([name, value]) => [name, readAs(value, ownValue(known, name) ?? {})]),
  );
}

function readAs(value: unknown, schema: JsonSchema): unknown {
  if (value instanceof Map) return typed(value, schema);
  switch (valueType(schema)) {
    case "text":
      return value;
    case "number":
      return typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "list":
      return listOf(value, schema);
    case "object":
      return typeof value === "string" ? jsonOr(value) : value;
  }
}

/** An object that has no fields of its own to name, such as `filter.metadata`, is written as JSON. */
function jsonOr(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    // The schema of the operation refuses the text by the name of its field.
    return written;
  }
}

function listOf(value: unknown, schema: JsonSchema): readonly unknown[] {
  const items = schema["items"];
  const given = Array.isArray(value) ? value : [value];
  return isRecord(items) ? given.map((one) => readAs(one, items)) : given;
}

// Who sent a request: the holder of a key, or the person whose session the cookie names.

export type Who = Readonly<{ credential: Credential; isStillValid: () => Promise<boolean> }>;
type Header = string | readonly string[] | undefined;
type Headers = Readonly<Record<string, Header>>;
type Doors = Readonly<{ engine: MemoryEngine; sessions: Sessions }>;
type WhoAsks = Readonly<{ method: string; headers: Headers }>;

export async function whoAsks(request: WhoAsks, doors: Doors): Promise<Who> {
  const key = keyOf(request.headers);
  const found = key === undefined ? bySession(request, doors) : await byKey(key, doors);
  if (found !== undefined) return found;
  if (key === undefined)
    throw refusal("key_missing", "A key is needed: `Authorization: Bearer mk_…`.");
  throw refusal(
    "key_refused",
    key === ""
      ? "`Authorization` must be `Bearer` and a key, as `Bearer mk_…`."
      : "The key opens nothing: it is not one of this server's, has ended or was revoked.",
  );
}

async function byKey(key: string, { engine }: Doors): Promise<Who | undefined> {
  const credential = await engine.keys.authenticate({ key });
  if (credential === undefined) return undefined;
  const isStillValid = async () => (await engine.keys.authenticate({ key })) !== undefined;
  return { credential, isStillValid };
}

/** A cookie travels by itself, so what changes something must also show that it comes from our own page. */
function bySession({ method, headers }: WhoAsks, { sessions }: Doors): Who | undefined {
  const cookie = single(headers["cookie"]);
  const credential = sessions.of(cookie);
  if (credential === undefined) return undefined;
  if (method !== "GET" && !isOwnPage(headers, sessions.csrfOf(cookie)))
    throw refusal("cross_site", "A session may change things only from the server's own page.");
  return { credential, isStillValid: async () => sessions.of(cookie) !== undefined };
}

/** Twice over: what the browser says of the page, and what only our own page could have read. */
function isOwnPage(headers: Headers, csrf: string | undefined): boolean {
  const given = single(headers["x-csrf-token"]);
  const isSameOrigin = single(headers["sec-fetch-site"]) === "same-origin";
  return isSameOrigin && given !== undefined && csrf !== undefined && isEqual(given, csrf);
}

function keyOf(headers: Headers): string | undefined {
  const authorization = single(headers["authorization"]);
  const [, scheme, given] = /^(\w+) +(\S+)$/.exec(authorization ?? "") ?? [];
  if (scheme !== undefined && ["bearer", "token"].includes(scheme.toLowerCase())) return given;
  return authorization === undefined ? single(headers["x-api-key"]) : "";
}

function single(header: Header): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}
