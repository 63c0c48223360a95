// A real server on loopback over a real store, and a way to ask it as anyone.

import { onTestFinished } from "vitest";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";
import { ROLES } from "../../src/model/access-key.ts";
import type { ServerOptions } from "../../src/surfaces/http/options.ts";
import { type Serving, serve } from "../../src/surfaces/http/serve.ts";
import { referenceCheck } from "./http-reference-check.ts";

export const TENANT = "acme";
export const AGENT = "orion";

export type Ask = Readonly<{
  key?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}>;

export type Told = Readonly<{ status: number; headers: Headers; text: string; body: unknown }>;

export type Faults = { requestId: string; error: Error }[];

export type TestServer = Readonly<{
  memory: MemoryEngine;
  server: Serving;
  clock: { now: Date };
  faults: Faults;
  /** `ask("GET /v1/memories", { key })` */
  ask: (route: string, ask?: Ask) => Promise<Told>;
  close: () => Promise<void>;
}>;

type Options = Readonly<{
  memory?: MemoryOptions;
  server?: Partial<ServerOptions>;
  mounts?: (memory: MemoryEngine) => ServerOptions["mounts"];
}>;

export async function startServer(options: Options = {}): Promise<TestServer> {
  const clock = { now: new Date("2026-05-01T10:00:00.000Z") };
  const now = () => clock.now;
  const memory = await createMemory({
    path: ":memory:",
    now,
    upkeep: false,
    ...options.memory,
  });
  const faults: Faults = [];
  const report = (fault: Faults[number]) => faults.push(fault);
  const mounts = options.mounts?.(memory) ?? [];
  const server = await serve({ engine: memory, port: 0, now, report, mounts, ...options.server });
  const check = referenceCheck(server.routes);
  return {
    ...{ memory, server, clock, faults },
    ask: async (route, ask = {}) => {
      const told = await askServer(server.url, route, ask);
      check(route, { ...told, type: told.headers.get("content-type") ?? "" });
      return told;
    },
    close: async () => {
      await server.stop();
      await memory.close();
    },
  };
}

/** A server for one test, gone when the test is over. */
export async function testServer(options: Options = {}): Promise<TestServer> {
  const started = await startServer(options);
  onTestFinished(() => started.close());
  return started;
}

async function askServer(url: string, route: string, ask: Ask): Promise<Told> {
  const [method = "", path = ""] = route.split(" ");
  const { key, body, headers = {} } = ask;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const text = isStream ? await firstOf(response) : await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

function parsed(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}

export type Who =
  | "none"
  | "expired"
  | "revoked"
  | "read"
  | "write"
  | "agent"
  | "reviewer"
  | "operator"
  | "stranger";

/** A key for each of them; `stranger` is the operator of another tenant. */
export async function keysOf({
  memory,
  clock,
}: TestServer): Promise<Readonly<Record<Exclude<Who, "none">, string>>> {
  const make = async (role: (typeof ROLES)[number], more: object = {}) =>
    memory.keys.create({ tenant: TENANT, role, name: role, ...more });
  const keys: Record<string, string> = {};
  for (const role of ROLES)
    keys[role] = (await make(role, role === "agent" ? { agent: AGENT } : {})).key;
  const soon = new Date(clock.now.getTime() + 1000).toISOString();
  keys["expired"] = (await make("operator", { expiresAt: soon })).key;
  const revoked = await make("operator");
  await memory.keys.revoke({ tenant: TENANT, id: revoked.record.id });
  keys["revoked"] = revoked.key;
  keys["stranger"] = (await make("operator", { tenant: "globex" })).key;
  clock.now = new Date(clock.now.getTime() + 2000);
  return keys as Record<Exclude<Who, "none">, string>;
}
