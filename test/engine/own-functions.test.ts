// Functions of the program in place of models: what they give is used, and whatever goes wrong in one has an outcome.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCohere } from "@ai-sdk/cohere";
import { expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryOptions } from "../../src/index.ts";
import { testEngine, untyped } from "../support/engine.ts";
import { startFaultServer } from "../support/fault-server.ts";

const tenant = "acme";
const said = {
  ...{ tenant, channel: "general", id: "m1", author: { id: "ana", name: "Ana" } },
  text: "My order 4711 is late. My number is 12.",
};
const never = () => new Promise<never>(() => undefined);
const fast = { functionSeconds: 0.02 };

test("what a function finds is kept with the words that prove it, and the rest is dropped and told", async () => {
  const { memory } = await testEngine({
    extractor: ({ message }) => [
      {
        text: "Order 4711 is late",
        quote: "order 4711 is late",
        category: "order",
        tags: ["late"],
      },
      { text: `${message.author.name} owes 900 euros`, quote: "order 4711" },
      { text: "Ana lives in Porto", quote: "I live in Porto" },
    ],
  });
  const receipt = await memory.ingest(said);
  expect(receipt.stored.map(({ text }) => text)).toEqual(["Order 4711 is late."]);
  expect(receipt.dropped.map(({ stage }) => stage)).toEqual(["ground", "ground"]);
  expect(await memory.list({ tenant })).toMatchObject([
    {
      ...{ kind: "fact", category: "order", subject: "ana", tags: ["late"] },
      evidence: [{ type: "span", messageId: "m1", quote: "order 4711 is late" }],
    },
  ]);
});

test("what a function finds is screened for secrets", async () => {
  const key = `sk-proj-${"aB3dE5fG7hJ9kL1mN".repeat(3)}`;
  const { memory } = await testEngine({ extractor: () => [{ text: `Order 4711 has ${key}` }] });
  const receipt = await memory.ingest(said);
  expect(JSON.stringify([receipt, await memory.list({ tenant })])).not.toContain(key);
});

const NONSENSE = [
  ["throws", () => Promise.reject(new TypeError("secret words")), "retryable: thrown TypeError"],
  ["throws no error", () => Promise.reject("secret words"), "retryable: thrown"],
  ["never answers", never, "retryable: timeout"],
  ["gives nothing", () => undefined, "rejected: bad_output"],
  ["gives a text", () => "secret words", "rejected: bad_output"],
  ["gives facts without text", () => [{ category: "order" }], "rejected: bad_output"],
  ["gives a soul", () => [{ text: "Order 4711 is late", kind: "soul" }], "rejected: bad_output"],
  ["gives far too many", () => Array(101).fill({ text: "Order 4711" }), "rejected: bad_output"],
  ["says it is busy", () => ({ type: "retryable", reason: "busy" }), "retryable: busy"],
] as const;

test.each(NONSENSE)(
  "an extractor that %s is a failure, never nothing to remember",
  async (_how, extractor, reason) => {
    const { memory } = await testEngine(
      untyped<MemoryOptions>({ extractor, models: fast, upkeep: false }),
    );
    const receipt = await memory.ingest(said);
    expect(receipt).toMatchObject({ status: "failed", stored: [] });
    expect(receipt.reason).toContain(reason);
    expect(receipt.reason).not.toContain("secret words");
    expect(await memory.admin.messages({ tenant, channel: "general" })).toMatchObject([
      { id: "m1" },
    ]);
    const jobs = await memory.jobs.list({ tenant });
    expect(jobs.map(({ name }) => name)).toEqual(reason.startsWith("retryable") ? ["mine"] : []);
  },
);

test("an extractor that broke once reads the message when it is well again", async () => {
  let broken = true;
  const { memory, pass } = await testEngine({
    upkeep: false,
    extractor: () => {
      if (broken) throw new Error("out of order");
      return [{ text: "Order 4711 is late", quote: "order 4711 is late" }];
    },
  });
  expect(await memory.ingest(said)).toMatchObject({ status: "failed" });
  broken = false;
  pass(1);
  await memory.drain();
  expect((await memory.list({ tenant })).map(({ text }) => text)).toEqual(["Order 4711 is late."]);
});

test("the built-in extractor stands in for a broken one where that is configured", async () => {
  const { memory } = await testEngine({
    models: { fallback: true },
    extractor: () => Promise.reject(new Error("out of order")),
  });
  const receipt = await memory.ingest({ ...said, text: "I moved to Lisbon last week." });
  expect(receipt.stored).toMatchObject([{ text: expect.stringContaining("I moved to Lisbon") }]);
});

const facts = [
  "The harbour opens at nine.",
  "The harbour closes at six.",
  "The harbour has a crane.",
];

async function harbour(options: MemoryOptions) {
  const { memory } = await testEngine({ upkeep: false, ...options });
  for (const text of facts) await memory.remember({ tenant, kind: "log", text });
  return memory;
}

const asked = { tenant, query: "What about the harbour?", strict: false } as const;

test("a reranker gives the order, whatever the limit, and sees only what the asker may see", async () => {
  const seen: string[] = [];
  const memory = await harbour({
    reranker: (_query, lines) => {
      seen.push(...lines);
      return lines.map((line) => (line.includes("crane") ? 3 : line.includes("six") ? 2 : 1));
    },
  });
  const own = { tenant, kind: "log", scope: "user", user: "ben" } as const;
  await memory.remember({ ...own, text: "The harbour owes Ben money." });
  const found = await memory.search({ ...asked, user: "ana" });
  expect(found.reranked).toBe(true);
  expect(found.hits.map(({ text }) => text)).toEqual([facts[2], facts[1], facts[0]]);
  const first = await memory.search({ ...asked, user: "ana", limit: 1 });
  expect(first.hits.map(({ text }) => text)).toEqual([facts[2]]);
  expect(seen).toHaveLength(6);
  expect(seen.join(" ")).not.toContain("Ben");
});

const BAD_ORDERS = [
  ["throws", () => Promise.reject(new Error("secret words"))],
  ["never answers", never],
  ["gives too few numbers", () => [1]],
  ["gives words", (_query: string, lines: readonly string[]) => lines.map(() => "best")],
  ["gives no finite numbers", (_query: string, lines: readonly string[]) => lines.map(() => NaN)],
] as const;

test.each(BAD_ORDERS)(
  "a reranker that %s leaves the engine's own order, and is an event",
  async (_how, reranker) => {
    const limits = { recall: { rerankMilliseconds: 20 } };
    const plain = await (await harbour({})).search(asked);
    const memory = await harbour(untyped<MemoryOptions>({ reranker, limits }));
    const found = await memory.search(asked);
    expect(found.reranked).toBe(false);
    expect(plain.reranked).toBeUndefined();
    expect(found.hits.map(({ text }) => text)).toEqual(plain.hits.map(({ text }) => text));
    await memory.drain();
    const { events } = await memory.admin.events({ tenant, op: "memory_rerank_error" });
    expect(events).toMatchObject([{ status: "error" }]);
    expect(JSON.stringify(events)).not.toContain("secret words");
  },
);

test("a reranker is asked without the secrets of the question", async () => {
  const key = `sk-proj-${"aB3dE5fG7hJ9kL1mN".repeat(3)}`;
  const queries: string[] = [];
  const memory = await harbour({
    reranker: (query, lines) => {
      queries.push(query);
      return lines.map(() => 1);
    },
  });
  await memory.search({ ...asked, query: `What about the harbour? My key is ${key}` });
  expect(queries).toHaveLength(1);
  expect(queries.join(" ")).not.toContain(key);
});

test("Cohere's reranker, by its own package, orders what is found", async () => {
  const requests: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    requests.push({ path: request.url, key: request.headers.authorization, ...body });
    const scores = body.documents.map((text: string) => (text.includes("crane") ? 0.9 : 0.1));
    const results = scores
      .map((relevance_score: number, index: number) => ({ index, relevance_score }))
      .toSorted(
        (a: { relevance_score: number }, b: typeof a) => b.relevance_score - a.relevance_score,
      );
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ id: "r1", results, meta: { billed_units: { search_units: 1 } } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cohere = createCohere({ apiKey: "none", baseURL: `http://127.0.0.1:${port}/v2` });
  const memory = await harbour({ reranker: cohere.reranking("rerank-v3.5") });
  const found = await memory.search(asked);
  expect(found.reranked).toBe(true);
  expect(found.hits[0]?.text).toBe(facts[2]);
  expect(requests).toMatchObject([
    { path: "/v2/rerank", key: "Bearer none", model: "rerank-v3.5", query: asked.query },
  ]);
});

test("a narrator of two functions tells those two, and names no source it was not given", async () => {
  const { memory, pass } = await testEngine({
    upkeep: false,
    narrator: {
      episode: () => Promise.resolve({ type: "ok", title: "Late", summary: "It is late." }),
    },
  });
  await memory.ingest(said);
  await memory.flush({ tenant });
  await memory.drain();
  expect(await memory.list({ tenant, filter: { kinds: ["episode"] } })).toMatchObject([
    { title: "Late", text: expect.stringContaining("It is late.") },
  ]);
  pass(1);
  const broken = await testEngine(
    untyped<MemoryOptions>({ upkeep: false, models: fast, narrator: { episode: never } }),
  );
  await broken.memory.ingest(said);
  await broken.memory.flush({ tenant });
  await broken.memory.drain();
  expect(await broken.memory.list({ tenant, filter: { kinds: ["episode"] } })).toEqual([]);
  expect(await broken.memory.jobs.list({ tenant })).toMatchObject([{ name: "flush" }]);
});

test("a judge says whether two lines are one, and one that fails merges nothing", async () => {
  const lines = [
    "Ana plays the cello in an orchestra.",
    "Ana is a cellist of an orchestra.",
  ] as const;
  const outcome = async (judge: unknown) => {
    const { memory } = await testEngine(
      untyped<MemoryOptions>({ judge, models: fast, upkeep: false }),
    );
    for (const text of lines) await memory.remember({ tenant, kind: "fact", subject: "ana", text });
    await memory.jobs.run({ tenant, name: "consolidate" });
    return (await memory.list({ tenant, filter: { kinds: ["fact"] } })).length;
  };
  const same = (pairs: readonly unknown[]) => pairs.map(() => "same");
  expect(await outcome(same)).toBe(1);
  for (const broken of [
    never,
    () => Promise.reject(new Error("no")),
    () => ["same", "same", "same"],
  ])
    expect(await outcome(broken)).toBe(2);
});

test("an embedder of the program is an option of its own, and one that hangs leaves the words", async () => {
  const model = { id: "own", dims: 2, revision: "1" };
  const embedder = { model, inline: false, embed: never };
  const { memory } = await testEngine({ embedder, models: fast, upkeep: false });
  await memory.remember({ tenant, kind: "log", text: facts[0] ?? "" });
  const found = await memory.search({ tenant, query: "When does the harbour open?" });
  expect(found).toMatchObject({ semantic: "missing", hits: [{ text: facts[0] }] });
});

test("instructions, examples and categories reach the model that reads, as instructions and not as data", async () => {
  const fact = {
    text: "Ana wants order 4711 on 5 June.",
    quote: "order 4711",
    category: "delivery",
  };
  const reply = { candidates: [{ ...fact, confidence: 0.9, importance: 3 }] };
  const server = await startFaultServer({ says: JSON.stringify(reply), dims: 8 });
  onTestFinished(() => server.close());
  const { memory } = await testEngine({
    models: { fast: { baseUrl: server.url, model: "tiny", apiKey: "none" } },
    extraction: {
      instructions: "Keep delivery dates.",
      examples: [{ message: "bring it on Friday", facts: ["Ana wants it on Friday."] }],
    },
    categories: [{ name: "delivery", about: "when something is brought" }],
  });
  const receipt = await memory.ingest({
    ...said,
    at: "2026-06-01T10:00:00Z",
    text: "I want order 4711 on 5 June.",
  });
  expect(receipt).toMatchObject({ status: "ok", stored: [{ text: fact.text }] });
  expect((await memory.list({ tenant }))[0]?.category).toBe("delivery");
  const { messages } = JSON.parse(server.calls()[0] ?? "{}");
  expect(messages[0].role).toBe("system");
  for (const part of ["Keep delivery dates.", "bring it on Friday", "when something is brought"])
    expect(messages[0].content).toContain(part);
});

test.each([
  [{ extraction: { instructions: "Keep dates." } }, "models.fast"],
  [{ extractor: {} }, "extractor"],
  [{ narrator: {} }, "narrator"],
  [{ narrator: { tell: () => undefined } }, "narrator"],
  [{ judge: 3 }, "judge"],
  [{ reranker: "cohere" }, "reranker"],
  [{ embedder: () => [] }, "embedder"],
])("%j is refused by its name", async (options, name) => {
  await expect(
    createMemory(untyped<MemoryOptions>({ path: ":memory:", ...options })),
  ).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining(name) });
});
