// Every read × agent × category on every database: an agent learns nothing of a category that is not on its list (S5).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { DATABASES, type Hosted } from "./databases.ts";

const tenant = "acme";
const now = () => new Date("2026-05-02T12:00:00.000Z");
const CATEGORIES = ["work", "health", "home"] as const;
const AGENTS = ["clerk", "nurse", "nobody"] as const;
type Agent = (typeof AGENTS)[number];
const ALLOWED: Record<Agent, string[]> = {
  clerk: ["work"],
  nurse: ["health", "home"],
  nobody: [],
};
const query = "which parrot papers are kept in the blue folder";

/** A word that stands in one category only, so that any trace of it is a leak. */
const secretOf = (category: string) => `canary${category}`;

async function tell(memory: MemoryEngine): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const category of CATEGORIES)
    for (const kind of ["fact", "log", "canon"] as const) {
      const receipt = await memory.remember({
        tenant,
        kind,
        category,
        subject: "ana",
        tags: [secretOf(category)],
        text: `The parrot papers of ${secretOf(category)} are kept in the blue folder number ${kind}`,
        confidence: 1,
      });
      ids.push(...receipt.stored.map(({ id }) => id));
    }
  const author = { id: "ana", name: "Ana" };
  const text = "The parrot papers canarymessage are in the blue folder";
  await memory.ingest({ tenant, channel: "general", id: "x1", author, text });
  await memory.drain();
  return ids;
}

type Read = (memory: MemoryEngine, agent: Agent, ids: readonly string[]) => Promise<unknown>;

const READS: Readonly<Record<string, Read>> = {
  search: (memory, agent) => memory.search({ tenant, agent, query, limit: 24, explain: true }),
  "search over memories": (memory, agent) =>
    memory.search({ tenant, agent, query, limit: 24, over: "memories" }),
  "search as of a time": (memory, agent) =>
    memory.search({ tenant, agent, query, limit: 24, asOf: now().toISOString() }),
  query: (memory, agent) => memory.query({ tenant, agent, query, top_k: 24 }),
  list: (memory, agent) => memory.list({ tenant, agent, limit: 200 }),
  stats: (memory, agent) => memory.stats({ tenant, agent }).then((stats) => stats.memories),
  get: (memory, agent, ids) => Promise.all(ids.map((id) => memory.get({ tenant, agent, id }))),
  history: (memory, agent, ids) =>
    Promise.all(ids.map((id) => memory.admin.history({ tenant, agent, id }).catch(String))),
  message: (memory, agent) => memory.admin.message({ tenant, agent, id: "x1" }).catch(String),
  events: (memory, agent) => memory.admin.events({ tenant, agent }),
  "vault search": (memory, agent) => memory.vault.search({ tenant, agent, query }),
  "context pack": (memory, agent) => memory.context({ tenant, agent, query, style: "pack" }),
  "context agent": (memory, agent) => memory.context({ tenant, agent, query, style: "agent" }),
  "context slice": (memory, agent) => memory.context({ tenant, agent, query, style: "slice" }),
  "context background": (memory, agent) =>
    memory.context({ tenant, agent, user: "ana", query, style: "background" }),
  "context snapshot": (memory, agent) =>
    memory.context({ tenant, agent, query, style: "snapshot" }),
  "context memory": (memory, agent) => memory.context({ tenant, agent, query, style: "memory" }),
};

describe.each(DATABASES)("categories on %s", (_name, host) => {
  let hosted: Hosted;
  let memory: MemoryEngine;
  let ids: readonly string[];
  beforeAll(async () => {
    hosted = await host();
    ids = await tell(await hosted.open({ now }));
    memory = await hosted.open({ now, allowlists: { ...ALLOWED } });
  });
  afterAll(() => hosted.close());

  describe.each(AGENTS)("%s", (agent) => {
    const forbidden = [...CATEGORIES.filter((name) => !isAllowed(agent, name)), "message"];

    test.each(Object.entries(READS))("%s tells nothing of other categories", async (_way, read) => {
      const told = JSON.stringify((await read(memory, agent, ids)) ?? null);
      const leaked = forbidden.filter(
        (category) =>
          told.includes(secretOf(category)) || told.includes(`"category":"${category}"`),
      );
      expect(leaked).toEqual([]);
    });
  });

  test("an agent reads what is on its list, so that an empty answer proves nothing by itself", async () => {
    for (const agent of ["clerk", "nurse"] as const)
      for (const way of ["search", "query", "list", "get", "stats"] as const) {
        const told = JSON.stringify(await READS[way]?.(memory, agent, ids));
        for (const category of ALLOWED[agent])
          expect([way, told]).toEqual([way, expect.stringContaining(category)]);
      }
  });

  test("the counts of an agent are those of its own categories", async () => {
    const { memories } = await memory.stats({ tenant, agent: "clerk" });
    const listed = await memory.list({ tenant, agent: "clerk", limit: 200 });
    expect(memories.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
  });
});

function isAllowed(agent: Agent, category: string): boolean {
  return ALLOWED[agent].includes(category);
}
