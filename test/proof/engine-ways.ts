// The three ways to the engine that the property test walks: a SQLite file, a PostgreSQL server, and the typed client
// over HTTP. Each can be ended and begun again on the same data.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";
import type { OperationName } from "../../src/operations/engine.ts";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { createClient } from "../../src/surfaces/client/create-client.ts";
import { serve } from "../../src/surfaces/http/serve.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

type Input = Readonly<Record<string, unknown>>;
export type Call = (tenant: string, name: string, input: Input) => Promise<unknown>;
export type Way = Readonly<{
  call: Call;
  /** Waits until nothing goes on in the background. */
  settle: () => Promise<void>;
  restart: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** The same ids and the same times for each way, so that their traces can be compared byte for byte. */
export type Injected = Readonly<{ now: () => Date; ids: () => string; tenants: readonly string[] }>;
export type OpenWay = (injected: Injected) => Promise<Way>;

const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "mneme-model-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { path: join(folder, "memory.db"), remove };
}

async function library(options: MemoryOptions, done: () => unknown): Promise<Way> {
  let memory = await createMemory({ ...options, upkeep: false });
  return {
    call: (tenant, name, input) =>
      memory.admin.call(operationNamed(name), { ...input, tenant } as never),
    settle: () => memory.drain(),
    restart: async () => {
      await memory.close();
      memory = await createMemory({ ...options, upkeep: false });
    },
    close: async () => {
      await memory.close();
      await done();
    },
  };
}

function operationNamed(name: string): OperationName {
  const found = OPERATION_NAMES.find((known) => known === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

function invoke(target: object, name: string, input: Input): Promise<unknown> {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== "function") throw new Error(`There is no ${name}.`);
  return method(input);
}

const onSqlite: OpenWay = ({ now, ids }) => {
  const { path, remove } = scratch();
  return library({ path, now, ids }, remove);
};

const overHttp: OpenWay = async ({ now, ids, tenants }) => {
  const { path, remove } = scratch();
  const open = async () => {
    const memory = await createMemory({ path, now, ids, upkeep: false });
    return { memory, server: await serve({ engine: memory, port: 0, now, cursorSecret: "x" }) };
  };
  let running = await open();
  const keys = await keysOf(running.memory, tenants);
  const stop = async () => {
    await running.server.stop();
    await running.memory.close();
  };
  return {
    call: (tenant, name, input) => {
      const client = createClient({ url: running.server.url, key: keys.get(tenant) ?? "" });
      return invoke(client, name, input);
    },
    settle: () => running.memory.drain(),
    restart: async () => {
      await stop();
      running = await open();
    },
    close: async () => {
      await stop();
      remove();
    },
  };
};

async function keysOf(memory: MemoryEngine, tenants: readonly string[]) {
  const keys = new Map<string, string>();
  for (const tenant of tenants) {
    const { key } = await memory.keys.create({ tenant, role: "operator", name: "proof" });
    keys.set(tenant, key);
  }
  return keys;
}

function onServer(url: string): OpenWay {
  return async ({ now, ids }) => {
    const schema = await freshSchema(url);
    const { path, remove } = scratch();
    const place = { url: schema.url, folder: dirname(path) };
    return library({ ...place, now, ids, warn: () => undefined }, async () => {
      await schema.close();
      remove();
    });
  };
}

/** Without `DATABASE_URL` the server is missing from the list, and the suite says so. */
export function ways(): readonly (readonly [name: string, open: OpenWay])[] {
  const url = serverUrl();
  return [
    ["a SQLite file", onSqlite],
    ["the client over HTTP", overHttp],
    ...(url === undefined ? [] : [["a PostgreSQL server", onServer(url)] as const]),
  ];
}
