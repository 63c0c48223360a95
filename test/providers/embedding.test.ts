// Vectors of a provider are used whole and sound or not at all (R-PROV-6; items 86 to 88).

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type EmbeddingSettings, openEmbedder } from "../../src/models/embedding/ai-sdk.ts";
import { type FaultServer, type Misbehaviour, startFaultServer } from "../support/fault-server.ts";
import { type MemoryMeter, memoryMeter } from "../support/memory-meter.ts";
import { stillOutside } from "../support/still-outside.ts";

let server: FaultServer;
let callsBefore = 0;
let meter: MemoryMeter;
const payer = { tenant: "acme", user: "u1" };
beforeAll(async () => {
  server = await startFaultServer({ says: "", dims: 4 });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.heal();
  callsBefore = server.calls().length;
  meter = memoryMeter();
});

function open(more: Partial<EmbeddingSettings> = {}) {
  const model = { baseUrl: server.url, model: "vectors" };
  return openEmbedder({ model, dims: 4, ...more }, { meter, outside: stillOutside() });
}
function calls(): number {
  return server.calls().length - callsBefore;
}
function always(fault: Misbehaviour): void {
  server.misbehave(...Array.from({ length: 20 }, () => fault));
}

test("each text has its own unit vector, in order", async () => {
  const embedder = await open();
  const [tea, coffee] = await embedder.embed(["tea", "coffee"], "document", payer);
  const [alone] = await embedder.embed(["coffee"], "document", payer);
  expect(coffee).toEqual(alone);
  expect(tea).not.toEqual(coffee);
  expect(Math.hypot(...(tea ?? []))).toBeCloseTo(1, 5);
  expect(embedder.model).toEqual({ id: "compatible:vectors", dims: 4, revision: "1" });
  expect(embedder.inline).toBe(false);
});

test("a text with nothing in it is the zero vector and is not sent", async () => {
  const embedder = await open();
  const vectors = await embedder.embed(["", "tea", "  "], "document", payer);
  expect(vectors.map((vector) => Math.hypot(...vector) > 0)).toEqual([false, true, false]);
  expect(JSON.parse(server.calls().at(-1) ?? "").input).toEqual(["tea"]);
  await embedder.embed([""], "query", payer);
  expect(calls()).toBe(1);
});

test("many texts go in several calls and come back in order", async () => {
  const embedder = await open();
  const texts = Array.from({ length: 150 }, (_, at) => `text ${at}`);
  const vectors = await embedder.embed(texts, "document", payer);
  expect(calls()).toBe(3);
  const [last] = await embedder.embed(["text 149"], "document", payer);
  expect(vectors[149]).toEqual(last);
});

test("the dimensions are found by one call when they are not given", async () => {
  const model = { baseUrl: server.url, model: "vectors" };
  const embedder = await openEmbedder({ model }, { meter, outside: stillOutside() });
  expect(embedder.model.dims).toBe(4);
  expect(calls()).toBe(1);
});

test("given its dimensions, it opens while the provider is down", async () => {
  await server.refuse();
  const embedder = await open();
  await expect(embedder.embed(["tea"], "query", payer)).rejects.toMatchObject({
    code: "provider_unavailable",
    retryable: true,
    details: { reason: "unreachable" },
  });
  await server.heal();
  expect(await embedder.embed(["tea"], "query", payer)).toHaveLength(1);
});

test("texts carry the prefix of their kind", async () => {
  const embedder = await open({ prefix: { document: "passage: ", query: "query: " } });
  await embedder.embed(["tea"], "query", payer);
  expect(JSON.parse(server.calls().at(-1) ?? "").input).toEqual(["query: tea"]);
});

test.each<[string, readonly unknown[]]>([
  ["more dimensions", [[1, 2, 3, 4, 5]]],
  ["fewer dimensions", [[1, 2]]],
])("vectors of %s are a model mismatch", async (_name, vectors) => {
  always({ type: "vectors", vectors });
  await expect((await open()).embed(["tea"], "document", payer)).rejects.toMatchObject({
    code: "model_mismatch",
  });
  expect(calls()).toBe(1);
});

test.each<[string, Misbehaviour]>([
  [
    "a zero vector",
    {
      type: "vectors",
      vectors: [
        [1, 0, 0, 0],
        [0, 0, 0, 0],
        [1, 0, 0, 0],
      ],
    },
  ],
  [
    "two vectors for three texts",
    {
      type: "vectors",
      vectors: [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ],
    },
  ],
  ["four vectors for three texts", { type: "vectors", vectors: Array(4).fill([1, 0, 0, 0]) }],
  [
    "one index twice",
    { type: "vectors", vectors: Array(3).fill([1, 0, 0, 0]), indexes: [0, 1, 1] },
  ],
  ["another order", { type: "vectors", vectors: Array(3).fill([1, 0, 0, 0]), indexes: [2, 1, 0] }],
  ["null among the numbers", { type: "vectors", vectors: Array(3).fill([1, null, 0, 0]) }],
  ["NaN in the body", { type: "raw", body: '{"data":[{"embedding":[NaN,0,0,0]}]}' }],
  [
    "infinity",
    { type: "raw", body: `{"data":[${Array(3).fill('{"embedding":[1e999,0,0,0]}').join()}]}` },
  ],
  ["an HTML page", { type: "raw", body: "<html>", contentType: "text/html" }],
  ["50 MB", { type: "flood", bytes: 50 * 1024 * 1024 }],
])("%s gives no vectors at all", async (_name, fault) => {
  always(fault);
  await expect((await open()).embed(["a", "b", "c"], "document", payer)).rejects.toMatchObject({
    code: "provider_unavailable",
    details: { reason: "bad_output" },
  });
});

test.each<[string, Misbehaviour, string, number]>([
  ["a bad key", { type: "status", status: 401 }, "bad_key", 1],
  ["a server error", { type: "status", status: 500 }, "server_error", 4],
  [
    "a redirect",
    { type: "status", status: 307, headers: { location: "/elsewhere" } },
    "redirected",
    1,
  ],
])("%s fails with its reason and the right number of calls", async (...row) => {
  const [, fault, reason, count] = row;
  always(fault);
  const failed = (await open()).embed(["my secret text"], "document", payer);
  await expect(failed).rejects.toMatchObject({
    code: "provider_unavailable",
    details: { reason },
  });
  expect(calls()).toBe(count);
});

test("the error of a failed call holds nothing of the text", async () => {
  always({ type: "status", status: 400, body: '{"error":{"message":"bad: my secret text"}}' });
  const thrown = await (await open())
    .embed(["my secret text"], "document", payer)
    .catch((e: unknown) => e);
  expect(thrown).toBeInstanceOf(Error);
  expect(JSON.stringify(thrown, ["message", "cause", "details", "stack", "reason"])).not.toContain(
    "secret",
  );
  expect(thrown).toMatchObject({ cause: undefined });
});

test("a provider without embedding models is named", async () => {
  const model = { provider: "anthropic", model: "x", apiKey: "k" } as const;
  await expect(openEmbedder({ model }, { meter, outside: stillOutside() })).rejects.toMatchObject({
    code: "not_supported",
  });
});

test("what a call used by the provider's own count is on the ledger of whom it was for", async () => {
  await (await open()).embed(["tea", "coffee"], "document", payer);
  expect(meter.entries()).toEqual([
    {
      account: { ...payer, model: "compatible:vectors" },
      reserved: { input: expect.any(Number), output: 0 },
      spent: { input: 3, output: 0 },
    },
  ]);
});

test("each call of many has its own entry", async () => {
  const texts = Array.from({ length: 150 }, (_, at) => `text ${at}`);
  await (await open()).embed(texts, "document", payer);
  expect(meter.entries()).toHaveLength(3);
});

test("over budget nothing is sent, and the error says so", async () => {
  const model = { baseUrl: server.url, model: "vectors" };
  const outside = stillOutside();
  const embedder = await openEmbedder({ model, dims: 4 }, { meter: memoryMeter(10), outside });
  await expect(embedder.embed(["tea"], "query", payer)).rejects.toMatchObject({
    code: "over_budget",
    details: { reason: "over_budget" },
  });
  expect(calls()).toBe(0);
});

test("tries that failed with a status cost nothing, a lost answer the most it can have cost", async () => {
  server.misbehave({ type: "status", status: 500 }, { type: "reset" });
  await (await open()).embed(["tea"], "query", payer);
  const [refused, lost, answered] = meter.entries();
  expect(refused?.spent).toEqual({ input: 0, output: 0 });
  expect(lost?.spent).toEqual(lost?.reserved);
  expect(answered?.spent).toEqual({ input: 3, output: 0 });
});
