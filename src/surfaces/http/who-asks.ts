// Who sent a request: the holder of a key, or the person whose session the cookie names.

import { MemoryError } from "../../errors.ts";
import type { Credential } from "../../model/access-key.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { refusal } from "./problem.ts";
import { isEqual, type Sessions } from "./sessions.ts";

export type Who = Readonly<{ credential: Credential; isStillValid: () => Promise<boolean> }>;
type Header = string | readonly string[] | undefined;
type Headers = Readonly<Record<string, Header>>;
type Doors = Readonly<{ engine: MemoryEngine; sessions: Sessions }>;
type Request = Readonly<{ method: string; headers: Headers }>;

export async function whoAsks(request: Request, doors: Doors): Promise<Who> {
  const key = keyOf(request.headers);
  const found = key === undefined ? bySession(request, doors) : await byKey(key, doors);
  if (found === undefined)
    throw new MemoryError("unauthorized", "A key is needed: `Authorization: Bearer mk_…`.");
  return found;
}

async function byKey(key: string, { engine }: Doors): Promise<Who | undefined> {
  const credential = await engine.authenticate(key);
  if (credential === undefined) return undefined;
  const isStillValid = async () => (await engine.authenticate(key)) !== undefined;
  return { credential, isStillValid };
}

/** A cookie travels by itself, so what changes something must also show that it comes from our own page. */
function bySession({ method, headers }: Request, { sessions }: Doors): Who | undefined {
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
