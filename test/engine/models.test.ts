// Models behind the library: a provider that fails and heals, and no network at all.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { type Misbehaviour, startFaultServer } from "../support/fault-server.ts";

const tenant = "acme";
const root = join(import.meta.dirname, "../..");
const found = {
  candidates: [
    {
      category: "profile",
      text: "Ana lives in Porto.",
      quote: "I live in Porto",
      confidence: 0.9,
      importance: 3,
    },
  ],
};
const said = {
  tenant,
  channel: "general",
  id: "m1",
  at: "2026-05-01T10:00:00Z",
  author: { id: "u1", name: "Ana" },
  text: "I live in Porto",
};

async function engineWithModel(fallback = false) {
  const server = await startFaultServer({ says: JSON.stringify(found), dims: 8 });
  onTestFinished(() => server.close());
  const fast = { baseUrl: server.url, model: "tiny", apiKey: "none" };
  return { server, ...(await testEngine({ models: { fast, fallback }, upkeep: false })) };
}

test("a model that is down is a failure, not nothing; when it heals the fact is there once", async () => {
  const { server, memory, pass } = await engineWithModel();
  await server.refuse();
  const receipt = await memory.ingest(said);
  expect(receipt).toMatchObject({ status: "failed", stored: [] });
  expect(await memory.list({ tenant })).toEqual([]);
  expect((await memory.admin.events({ tenant, op: "memory_extract_error" })).events).toHaveLength(
    1,
  );
  expect(await memory.jobs.list({ tenant })).toMatchObject([{ name: "mine", state: "queued" }]);
  await server.heal();
  pass(1);
  await memory.drain();
  await memory.drain();
  expect((await memory.list({ tenant })).map((one) => one.text)).toEqual(["Ana lives in Porto."]);
  expect(await memory.jobs.list({ tenant })).toEqual([]);
  expect(await memory.ingest(said)).toMatchObject({ status: "ignored" });
});

const passing: [string, Misbehaviour][] = [
  ["resets the connection", { type: "reset" }],
  ["answers 429", { type: "status", status: 429 }],
  ["answers 500", { type: "status", status: 500 }],
  ["answers 503", { type: "status", status: 503 }],
];

test.each(passing)(
  "a model that %s until the tries are used up leaves the fact for later",
  async (_name, fault) => {
    const { server, memory, pass } = await engineWithModel();
    server.misbehave(fault, fault, fault, fault);
    expect(await memory.ingest(said)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^retryable/),
    });
    expect(await memory.jobs.list({ tenant })).toMatchObject([{ name: "mine", state: "queued" }]);
    pass(1);
    await memory.drain();
    expect((await memory.list({ tenant })).map((one) => one.text)).toEqual(["Ana lives in Porto."]);
  },
);

const lasting: [string, Misbehaviour][] = [
  ["answers 400", { type: "status", status: 400 }],
  ["answers 404", { type: "status", status: 404 }],
  ["answers with a page", { type: "raw", body: "<html>busy</html>", contentType: "text/html" }],
  ["says no JSON", { type: "say", text: '{"candidates": [' }],
  ["says null for the list", { type: "say", text: '{"candidates": null}' }],
  ["says nothing", { type: "say", text: "" }],
  ["declines", { type: "say", text: "I'm sorry, but I can't help with that." }],
];

test.each(lasting)(
  "a model that %s is a failure that is told, never nothing to remember",
  async (_name, fault) => {
    const { server, memory } = await engineWithModel();
    server.misbehave(fault, fault, fault, fault);
    expect(await memory.ingest(said)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^rejected/),
    });
    expect((await memory.admin.events({ tenant, op: "memory_extract_error" })).events).toHaveLength(
      1,
    );
    expect(await memory.list({ tenant })).toEqual([]);
  },
);

test("a refused key is told at once and not tried again", async () => {
  const { server, memory } = await engineWithModel();
  server.misbehave({ type: "status", status: 401 });
  expect(await memory.ingest(said)).toMatchObject({
    status: "failed",
    reason: "rejected: bad_key",
  });
  expect(await memory.jobs.list({ tenant })).toEqual([]);
});

test("what a model makes up is dropped as ungrounded", async () => {
  const { memory } = await engineWithModel();
  const receipt = await memory.ingest({ ...said, text: "I like trains a lot" });
  expect(receipt).toMatchObject({ status: "ok", stored: [], dropped: [{ stage: "ground" }] });
});

test("the built-in extractor stands in only where that is configured", async () => {
  const { server, memory } = await engineWithModel(true);
  server.misbehave({ type: "status", status: 401 });
  expect(await memory.ingest(said)).toMatchObject({
    status: "ok",
    stored: [{ text: 'Ana: "I live in Porto"' }],
  });
});

test("tokens are counted, each model is checked with a real call", async () => {
  const { server, memory } = await engineWithModel();
  await memory.ingest(said);
  server.misbehave({ type: "status", status: 401 });
  const { models, spent } = await memory.admin.checkModels({ tenant });
  expect(models.map(({ role, isWorking }) => [role, isWorking])).toContainEqual([
    "extractor",
    false,
  ]);
  expect(models.map(({ role, isWorking }) => [role, isWorking])).toContainEqual(["embedder", true]);
  expect(spent[0]?.calls).toBeGreaterThan(0);
});

test("a spent budget stops the calls", async () => {
  const { server, memory } = await (async () => {
    const one = await startFaultServer({ says: JSON.stringify(found), dims: 8 });
    onTestFinished(() => one.close());
    const fast = { baseUrl: one.url, model: "tiny", apiKey: "none" };
    return {
      server: one,
      ...(await testEngine({ models: { fast, dailyTokens: 10 }, upkeep: false })),
    };
  })();
  expect(await memory.ingest(said)).toMatchObject({
    status: "failed",
    reason: "rejected: over_budget",
  });
  expect(server.calls()).toEqual([]);
});

async function engineWithEmbedder(dailyTokens?: number) {
  const server = await startFaultServer({ says: "", dims: 8 });
  onTestFinished(() => server.close());
  const embedder = { baseUrl: server.url, model: "vectors", apiKey: "none" };
  const budget = dailyTokens === undefined ? {} : { dailyTokens };
  const models = { embedder, ...budget };
  return { server, ...(await testEngine({ models, upkeep: false })) };
}

test("what an embedding model is asked is on the ledger of the tenant and the user it was for", async () => {
  const { server, memory } = await engineWithEmbedder();
  const opening = server.calls().length;
  await memory.ingest(said);
  await memory.drain();
  expect(await memory.search({ tenant, user: "u1", query: "where does Ana live?" })).toMatchObject({
    semantic: "ready",
  });
  const { spent } = await memory.admin.checkModels({ tenant });
  const lines = spent.filter(({ model }) => model === "compatible:vectors");
  const calls = lines.reduce((sum, line) => sum + line.calls, 0);
  expect(calls).toBe(server.calls().length - opening);
  expect(lines.reduce((sum, line) => sum + line.input, 0)).toBe(calls * 3);
  expect(lines.map(({ user }) => user)).toEqual(["", "u1"]);
  expect(
    (await memory.admin.checkModels({ tenant: "other" })).spent.map(({ calls: count }) => count),
  ).toEqual([1]);
});

test("over its budget a tenant is searched by words alone, is told so, and is embedded the next day", async () => {
  const budget = 400;
  const { server, memory, pass } = await engineWithEmbedder(budget);
  const reset = { type: "reset" } as const;
  // An answer that is lost on the way is booked at the most it can have cost.
  server.misbehave(reset, reset, reset, reset);
  const query = "in which town does Ana live, Porto?";
  await memory.search({ tenant, query });
  const before = server.calls().length;
  await memory.ingest(said);
  await memory.drain();
  const found = await memory.search({ tenant, query });
  expect(found).toMatchObject({ semantic: "missing" });
  expect(found.hits.map(({ text }) => text)).toContain('Ana: "I live in Porto"');
  expect(server.calls()).toHaveLength(before);
  const waiting = await memory.jobs.list({ tenant });
  expect(waiting.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "embed queued",
    "embed queued",
  ]);
  // The talk ends here; otherwise it would end by itself at some moment of the next day.
  await memory.flush({ tenant });
  pass(1);
  await memory.drain();
  expect(await memory.jobs.list({ tenant })).toEqual([]);
  expect(await memory.search({ tenant, query })).toMatchObject({ semantic: "ready" });
});

test("with built-in models nothing tries to connect anywhere", () => {
  const script = `
    import net from "node:net"; import dns from "node:dns"; import dgram from "node:dgram";
    const refuse = () => { console.log("CONNECTED"); process.exit(1); };
    net.Socket.prototype.connect = refuse; dns.lookup = refuse; dgram.createSocket = refuse; globalThis.fetch = refuse;
    const { createMemory } = await import(${JSON.stringify(join(root, "src/index.ts"))});
    const memory = await createMemory({ path: ":memory:" });
    await memory.ingest(${JSON.stringify(said)});
    await memory.flush(); await memory.runJob("nightly");
    const { hits } = await memory.search({ tenant: "acme", query: "where does Ana live?" });
    console.log(hits[0].text); await memory.close();`;
  const shown = execFileSync(
    process.execPath,
    [
      "--import",
      join(root, "node_modules/tsx/dist/esm/index.mjs"),
      "--input-type=module",
      "--eval",
      script,
    ],
    {
      encoding: "utf8",
      env: { ...process.env, HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" },
    },
  );
  expect(shown).toContain('Ana: "I live in Porto"');
  expect(shown).not.toContain("CONNECTED");
});
