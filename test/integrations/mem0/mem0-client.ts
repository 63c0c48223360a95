// mem0's own client, from the folder where it is installed apart from our packages.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installTool } from "../../support/optional-package.ts";

const FOLDER = join(import.meta.dirname, "../../../tools/peers");
export const MEM0_CLIENT = join(FOLDER, "node_modules/mem0ai/dist/index.mjs");

type Found = Readonly<{
  id: string;
  memory: string;
  score?: number;
  userId?: string;
  metadata?: unknown;
}>;

/** As much of `MemoryClient` as the tests call. */
export type Mem0Client = Readonly<{
  ping(): Promise<void>;
  add(messages: unknown, options: object): Promise<readonly (Found & { event: string })[]>;
  search(query: string, options: object): Promise<{ results: readonly Found[] }>;
  getAll(
    options: object,
  ): Promise<{ count: number; next: string | null; results: readonly Found[] }>;
  get(id: string): Promise<Found>;
  update(id: string, change: object): Promise<Found>;
  delete(id: string): Promise<{ message: string }>;
  deleteAll(options: object): Promise<{ message: string }>;
  deleteUsers(options: object): Promise<{ message: string }>;
  history(
    id: string,
  ): Promise<readonly { event: string; oldMemory: string | null; newMemory: string | null }[]>;
  batchUpdate(memories: readonly object[]): Promise<unknown>;
  batchDelete(ids: readonly string[]): Promise<unknown>;
  users(): Promise<unknown>;
  feedback(data: object): Promise<unknown>;
  createMemoryExport(data: object): Promise<unknown>;
  getWebhooks(): Promise<unknown>;
}>;

/** Installed when it is missing; the lock file says what. */
export async function installMem0(): Promise<void> {
  await installTool("peers", "mem0ai");
}

export async function mem0Client(host: string, apiKey: string): Promise<Mem0Client> {
  await installMem0();
  process.env["MEM0_TELEMETRY"] = "false";
  const { MemoryClient } = await import(pathToFileURL(MEM0_CLIENT).href);
  return new MemoryClient({ apiKey, host });
}
