// The same tenants with the same rows in two schemas: on tables as the engine makes them, and on partitioned ones.

import type pg from "pg";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { withSchema } from "../postgres/schema.ts";
import { schemaUrl } from "../postgres/schema-url.ts";
import { NOW } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { splitByTenant, tablesWithTenant } from "./split.ts";

export const TENANTS = Array.from({ length: 64 }, (_, number) => `tenant-${number}`);
export type Layout = Readonly<{ url: string; schema: string; tables: number; bytes: number }>;
export type Layouts = Readonly<{ plain: Layout; split: Layout; client: pg.Client }>;

const SEED = 7;

export function withLayouts<T>(
  server: string,
  each: number,
  act: (layouts: Layouts) => Promise<T>,
): Promise<T> {
  return withSchema(server, async (plain, client) => {
    await onEngine(schemaUrl(server, plain), (memory) => fill(memory, each));
    return withSchema(server, async (split) => {
      await onEngine(schemaUrl(server, split), async () => undefined);
      for (const table of await tablesWithTenant(client, plain)) {
        await client.query(
          `INSERT INTO ${split}.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${plain}.${table}`,
        );
        await client.query(`ANALYZE ${plain}.${table}`);
      }
      await splitByTenant(client, split);
      const layoutOf = async (schema: string): Promise<Layout> => ({
        ...{ schema, url: schemaUrl(server, schema) },
        tables: (await tablesWithTenant(client, schema)).length,
        bytes: await bytesOf(client, schema),
      });
      return act({ client, plain: await layoutOf(plain), split: await layoutOf(split) });
    });
  });
}

export async function onEngine<T>(
  url: string,
  act: (memory: MemoryEngine) => Promise<T>,
): Promise<T> {
  const memory = await createMemory({ url, upkeep: false, now: () => NOW });
  try {
    return await act(memory);
  } finally {
    await memory.close();
  }
}

async function fill(memory: MemoryEngine, each: number): Promise<void> {
  for (const [number, tenant] of TENANTS.entries()) {
    const made = madeText(SEED + number);
    const lines = Array.from({ length: each }, () => ({
      kind: "log" as const,
      text: made.fact(),
    }));
    await memory.rememberMany({ tenant, lines });
  }
  await memory.drain();
}

/** Of all tables and partitions, with their indexes. */
export async function bytesOf(client: pg.Client, schema: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
     WHERE relnamespace = CAST($1 AS regnamespace) AND relkind = 'r'`,
    [schema],
  );
  return rows[0]?.bytes ?? Number.NaN;
}
