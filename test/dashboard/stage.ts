// A server with the dashboard on it, a seeded store, and a browser to look at it with.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import type { Role } from "../../src/model/access-key.ts";
import { type Serving, serve } from "../../src/surfaces/http/serve.ts";
import { openBrowser, type Visit, visit, type Watched } from "./browser.ts";
import { builtDashboard } from "./built.ts";
import { type Clock, seed, TENANT } from "./seed.ts";

export const EMPTY_TENANT = "nobody";
export const LINK_TOKEN = "one-time-token-of-the-tests";

export type Stage = Readonly<{
  memory: MemoryEngine;
  server: Serving;
  browser: Browser;
  clock: Clock;
  /** Where the dashboard is. */
  at: string;
  keys: Readonly<Record<Role | "empty", string>>;
  /** Signs in with the key of a role. */
  as: (role: Role | "empty", options?: Visit["options"]) => Promise<Watched>;
  close: () => Promise<void>;
}>;

type StageOptions = Readonly<{ fill?: (path: string) => Promise<void>; isSeeded?: boolean }>;

export async function openStage({ fill, isSeeded = true }: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-stage-"));
  const path = join(folder, "memory.db");
  await fill?.(path);
  const clock = { now: new Date() };
  const allowlists = { orion: ["preference", "project"], lyra: ["profile"] };
  const memory = await createMemory({ path, now: () => clock.now, upkeep: false, allowlists });
  if (isSeeded) await seed(memory, clock);
  const keys = await makeKeys(memory);
  const server = await serve({
    engine: memory,
    port: 0,
    dev: { token: LINK_TOKEN, tenant: TENANT },
    dashboard: { folder: builtDashboard() },
  });
  const at = `${server.url}/dashboard/`;
  const browser = await openBrowser();
  return {
    ...{ memory, server, browser, clock, at, keys },
    as: (role, options = {}) => visit(browser, { at, key: keys[role], options }),
    close: async () => {
      await browser.close();
      await server.stop();
      await memory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeKeys(memory: MemoryEngine): Promise<Stage["keys"]> {
  const make = async (role: Role, tenant = TENANT) => {
    const agent = role === "agent" ? { agent: "orion" } : {};
    return (await memory.keys.create({ tenant, role, name: `test ${role}`, ...agent })).key;
  };
  return {
    read: await make("read"),
    write: await make("write"),
    agent: await make("agent"),
    reviewer: await make("reviewer"),
    operator: await make("operator"),
    empty: await make("operator", EMPTY_TENANT),
  };
}
