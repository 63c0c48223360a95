// Free-form metadata through every door: kept, screened, bounded, filtered by, erased.

import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { where } from "../../src/index.ts";
import { createClient } from "../../src/surfaces/client/create-client.ts";
import { testEngine, untyped } from "../support/engine.ts";
import { startFaultServer } from "../support/fault-server.ts";
import { testServer } from "../surfaces/http-support.ts";
import { clientOf, endpointFor } from "../surfaces/mcp-support.ts";

const tenant = "acme";
const ana = { id: "ana", name: "Ana" };
const said = {
  tenant,
  channel: "general",
  id: "m1",
  author: ana,
  text: "I moved to Lisbon last week.",
};
const key = `sk-proj-${"aB3dE5fG7hJ9kL1mN".repeat(3)}`;

test("a message has it, what is read out of the message too, and a search finds only by it", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.ingest({ ...said, metadata: { team: "red", cost: 3 } });
  await memory.ingest({
    ...said,
    id: "m2",
    author: { id: "ben" },
    text: "I moved to Porto in May.",
  });
  const asked = { tenant, query: "who moved where?", limit: 1 } as const;
  for (const over of ["memories", "messages"] as const) {
    const found = await memory.search({
      ...asked,
      over,
      filters: { metadata: where.eq("team", "red") },
    });
    expect(found.hits.map(({ text }) => text).join()).toContain("Lisbon");
    const none = await memory.search({
      ...asked,
      over,
      filters: { metadata: where.gt("cost", 3) },
    });
    expect(none.hits).toEqual([]);
  }
  expect((await memory.admin.message({ tenant, id: "m1" }))?.message.metadata).toEqual({
    ...{ team: "red", cost: 3 },
  });
  expect(await memory.list({ tenant, filter: { metadata: where.lte("cost", 3) } })).toMatchObject([
    { metadata: { team: "red", cost: 3 } },
  ]);
});

test("secrets in it are cut out, in values, lists, keys and long numbers, before anything is stored", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const metadata = {
    note: key,
    list: [{ deep: key }],
    [key.slice(0, 60)]: 1,
    card: 4111111111111111,
  };
  await memory.ingest({ ...said, metadata });
  const { stored } = await memory.remember({ tenant, text: "The crane was painted.", metadata });
  const id = stored[0]?.id ?? "";
  await memory.edit({ tenant, id, set: { metadata: { again: key } } });
  const everything = JSON.stringify([
    await memory.list({ tenant }),
    await memory.admin.message({ tenant, id: "m1" }),
    await memory.admin.history({ tenant, id }),
    await memory.transfer.exportText({ tenant }),
  ]);
  expect(everything).not.toContain(key.slice(0, 60));
  expect(everything).not.toContain("4111111111111111");
  expect(everything).toContain("again");
});

test("it is never part of a prompt", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.remember({ tenant, text: "The crane was painted.", metadata: { zebra: "zebra" } });
  for (const style of ["pack", "agent", "slice", "background", "memory"] as const)
    expect((await memory.context({ tenant, query: "the crane", style })).text).not.toContain(
      "zebra",
    );
});

test("told again it keeps its fields, and new ones are added", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const fact = { tenant, kind: "fact", subject: "ana", text: "Ana plays the cello." } as const;
  await memory.remember({ ...fact, metadata: { team: "red" } });
  await memory.remember({ ...fact, metadata: { team: "blue", cost: 3 } });
  expect(await memory.list({ tenant })).toMatchObject([{ metadata: { team: "red", cost: 3 } }]);
});

const TOO_MUCH: readonly (readonly [unknown, string])[] = [
  ["red", "metadata"],
  [{ a: "x".repeat(9_000) }, "8192"],
  [{ a: { b: { c: { d: { e: 1 } } } } }, "deep"],
  [Object.fromEntries(Array.from({ length: 129 }, (_, n) => [`k${n}`, n])), "128 keys"],
  [{ "a.b": 1 }, "no dot"],
  [{ 'a"b': 1 }, "no dot"],
  [{ [`${"k".repeat(65)}`]: 1 }, "65 characters"],
  [{ a: () => 1 }, "function"],
  [{ a: Number.NaN }, "finite"],
  [{ a: "\u0000" }, "NUL"],
  [JSON.parse('{"a":{"__proto__":1}}'), "__proto__"],
];

test.each(TOO_MUCH)(
  "the metadata %j is refused by name, and nothing is stored",
  async (metadata, why) => {
    const { memory } = await testEngine({ upkeep: false });
    const given = untyped<{ a: 1 }>(metadata);
    for (const act of [
      () => memory.remember({ tenant, text: "The crane was painted.", metadata: given }),
      () => memory.ingest({ ...said, metadata: given }),
    ])
      await expect(act()).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(why),
      });
    expect(await memory.list({ tenant })).toEqual([]);
  },
);

test.each([
  [{}, "field"],
  [{ field: "a" }, "eq, ne, in"],
  [{ field: "a", eq: 1, gt: 2 }, "eq, ne, in"],
  [{ field: "a", eq: { b: 1 } }, "`eq`"],
  [{ field: "a", gt: true }, "`gt`"],
  [{ field: "a", in: "x" }, "`in`"],
  [{ field: "", eq: 1 }, "`field`"],
  [{ and: [] }, "`and`"],
  [{ or: [where.eq("a", 1)], and: [where.eq("a", 1)] }, "field"],
  [{ not: { not: { not: { not: { not: { not: { field: "a", eq: 1 } } } } } } }, "deep"],
  [{ or: Array.from({ length: 60 }, () => where.eq("a", 1)) }, "50"],
])("the filter %j is refused by name", async (filter, why) => {
  const { memory } = await testEngine({ upkeep: false });
  const metadata = untyped<ReturnType<typeof where.eq>>(filter);
  await expect(memory.list({ tenant, filter: { metadata } })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(why),
  });
});

test("erasing a person takes it with the rows", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.ingest({ ...said, metadata: { nickname: "Zebra-77" } });
  await memory.drain();
  await memory.erase({ tenant, subject: "ana" });
  expect(JSON.stringify(await memory.transfer.exportText({ tenant }))).not.toContain("Zebra-77");
});

test("over HTTP it is kept and filtered by in a body and after the question mark", async () => {
  const { memory, server, ask } = await testServer();
  const { key: token } = await memory.keys.create({ tenant, role: "write", name: "app" });
  for (const cost of [1, 2, 3])
    await ask("POST /v1/memories", {
      key: token,
      body: { text: `The crane number ${cost} was painted.`, metadata: { cost } },
    });
  const metadata = where.and(where.gt("cost", 1), where.not(where.eq("cost", 3)));
  const written = encodeURIComponent(JSON.stringify(metadata));
  const listed = await ask(`GET /v1/memories?filter.metadata=${written}`, { key: token });
  expect(listed.body).toMatchObject([{ metadata: { cost: 2 } }]);
  const searched = await ask("POST /v1/search", {
    key: token,
    body: { query: "which crane was painted?", filters: { metadata } },
  });
  expect(searched.body).toMatchObject({ hits: [{ memory: { metadata: { cost: 2 } } }] });
  const client = createClient({ url: server.url, key: token });
  expect(await client.list({ filter: { metadata } })).toMatchObject([{ metadata: { cost: 2 } }]);
  const wrong = await ask("GET /v1/memories?filter.metadata=red", { key: token });
  expect(wrong.status).toBe(400);
});

test("over MCP a note takes it, and a search filters by it", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const endpoint = await endpointFor(memory, {
    clerk: { tenant, agent: "clerk", role: "write" } as never,
  });
  const client = await clientOf(endpoint, "clerk");
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  for (const team of ["red", "blue"])
    await call("remember", { text: `The ${team} crane was painted.`, metadata: { team } });
  const metadata = where.eq("team", "blue");
  const found = await call("memory_query", {
    query: "which crane was painted?",
    filters: { metadata },
  });
  expect(JSON.stringify(found)).toContain("blue crane");
  expect(JSON.stringify(found)).not.toContain("red crane");
});

test("a schema of the program gives each fact fields, and fields that do not fit cost no fact", async () => {
  const lines = [
    { text: "Ana wants order 4711 on 5 June.", quote: "order 4711", metadata: { order: 4711 } },
    { text: "Ana wants a receipt.", quote: "a receipt", metadata: { order: "none" } },
  ].map((line) => ({ ...line, category: "other", confidence: 0.9, importance: 3 }));
  const server = await startFaultServer({ says: JSON.stringify({ candidates: lines }), dims: 8 });
  onTestFinished(() => server.close());
  const { memory } = await testEngine({
    ...{ upkeep: false, models: { fast: { baseUrl: server.url, model: "tiny", apiKey: "none" } } },
    extraction: { schema: z.object({ order: z.number() }) },
  });
  await memory.ingest({ ...said, text: "I want order 4711 on 5 June, and a receipt." });
  const kept = await memory.list({ tenant, filter: { kinds: ["fact"] } });
  expect(kept.map(({ metadata }) => metadata).toSorted()).toEqual([{ order: 4711 }, undefined]);
  expect(server.calls()[0]).toContain("order");
});
