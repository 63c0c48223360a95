// Nothing of one tenant reaches another's client, however many there are and whatever they send.

import type { Client } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { hostileArguments } from "./mcp-hostile.ts";
import { call, clerk, clientOf, ERAS, endpointFor } from "./mcp-support.ts";

const CLIENTS = 50;
const RUNS = 300;

test(`${CLIENTS} clients at once, with equal request ids, get only what is their tenant's (item 48)`, async () => {
  const { memory } = await testEngine();
  const tenants = Array.from({ length: CLIENTS }, (_, n) => `tenant-${n}`);
  const endpoint = await endpointFor(
    memory,
    Object.fromEntries(tenants.map((tenant) => [tenant, clerk({ tenant })])),
  );
  const answers = await Promise.all(
    tenants.map(async (tenant, n) => {
      const client = await clientOf(endpoint, tenant, ERAS[n % 2]);
      await call(client, "remember", { text: `The vault word of number ${n} is word-${n}-only.` });
      const found = await call(client, "memory_query", { query: "the vault word", top_k: 24 });
      const listed = await call(client, "memory_list", { limit: 50 });
      const context = await client.readResource({ uri: "memory://context" });
      return JSON.stringify([found, listed, context]);
    }),
  );
  answers.forEach((answer, n) => {
    const words = new Set(answer.match(/word-\d+-only/g));
    expect([...words]).toEqual([`word-${n}-only`]);
  });
  expect(endpoint.reported).toEqual([]);
});

const CANARY = "canary-93bd17";
const KINDS = ["log", "soul", "fact", "canon", "trait"] as const;

/** Every kind of place where a word could leak from; gives the ids to ask for. */
async function hideCanaries(memory: MemoryEngine, tenant: string, agent?: string) {
  const ids: string[] = [];
  for (const kind of KINDS) {
    const { stored } = await memory.remember({
      tenant,
      kind,
      ...(agent === undefined ? {} : { scope: agent, agent, origin: "user" as const }),
      text: `Victor keeps the ${kind} word ${CANARY} in the vault.`,
      subject: "victor",
      ...(kind === "trait" ? { section: "other" as const } : {}),
    });
    ids.push(...stored.map(({ id }) => id));
  }
  expect(ids).toHaveLength(KINDS.length);
  const [forgotten] = ids;
  await memory.forget({ tenant, id: forgotten ?? "" });
  return ids;
}

async function crawl(client: Client, ids: readonly string[]): Promise<string> {
  const uris = [...ids.map((id) => `memory://memory/${id}`), "memory://profile/victor"];
  const read = [...uris, "memory://context"].map((uri) =>
    client.readResource({ uri }).catch((error: unknown) => String(error)),
  );
  const recall = { name: "recall", arguments: { topic: "Victor's vault word" } };
  const completions = ["{id}", "{user}"].map((name, index) =>
    client.complete({
      ref: { type: "ref/resource", uri: `memory://${index === 0 ? "memory" : "profile"}/${name}` },
      argument: { name: name.slice(1, -1), value: "" },
    }),
  );
  const answers = await Promise.all([...read, client.getPrompt(recall), ...completions]);
  return JSON.stringify(answers);
}

test(`${RUNS} hostile calls never crash, never write elsewhere, and never show another tenant's or agent's canary`, async () => {
  const { memory } = await testEngine();
  const endpoint = await endpointFor(memory, { clerk: clerk({ user: "ana" }) });
  const client = await clientOf(endpoint, "clerk");
  const theirs = await hideCanaries(memory, "other");
  const neighbours = await hideCanaries(memory, "acme", "neighbour");
  const hidden = async () => [
    await memory.list({ tenant: "other" }),
    await memory.list({ tenant: "acme", filter: { scope: "neighbour" } }),
  ];
  const before = await hidden();
  const baits = [
    ...theirs,
    ...neighbours,
    "other",
    "neighbour",
    "victor",
    "the vault word Victor keeps",
  ];
  expect(await crawl(client, [...theirs, ...neighbours])).not.toContain(CANARY);

  const { tools } = await client.listTools();
  const calls = fc
    .constantFrom(...tools)
    .chain(({ name, inputSchema }) =>
      fc.record({ name: fc.constant(name), given: hostileArguments(inputSchema, baits) }),
    );
  const outcomes = { answered: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(calls, async ({ name, given }) => {
      const { content, isError } = await client.callTool({
        name,
        arguments: given,
      });
      const text = JSON.stringify(content);
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain('"internal\\"');
      outcomes[isError === true ? "refused" : "answered"] += 1;
    }),
    { numRuns: RUNS },
  );
  expect(endpoint.reported).toEqual([]);
  expect(outcomes.answered).toBeGreaterThan(RUNS / 20);
  expect(await hidden()).toEqual(before);
  expect(await crawl(client, [...theirs, ...neighbours])).not.toContain(CANARY);
  expect((await call(client, "memory_list")).isError).toBe(false);
});
