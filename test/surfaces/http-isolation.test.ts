// Nothing of one tenant is found with another's key: not in any route, not in the counts, not in an error (R-ISO-3..6).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keysOf, startServer, TENANT, type TestServer, testServer } from "./http-support.ts";

const CANARY = "zqxcanary";

let started: TestServer;
let keys: Awaited<ReturnType<typeof keysOf>>;
/** Real ids of the other tenant, by what they are of. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  started = await startServer({ server: { limits: { refusedPerMinute: 100_000 } } });
  keys = await keysOf(started);
  ids = await plant(started);
});
afterAll(() => started.close());

async function plant({ memory }: TestServer): Promise<Readonly<Record<string, string>>> {
  const tenant = TENANT;
  const author = { id: `${CANARY}-user`, name: `${CANARY} name` };
  const text = `I adopted a zebra called ${CANARY}`;
  await memory.ingest({ tenant, channel: `${CANARY}-room`, id: `${CANARY}-m1`, author, text });
  const log = await memory.remember({ tenant, kind: "log", text: `The word is ${CANARY} zebra.` });
  const trait = { kind: "trait", section: "bio", subject: author.id } as const;
  await memory.remember({ tenant, ...trait, text: `${CANARY} keeps zebras.` });
  const held = await memory.remember({
    tenant,
    ...trait,
    field: "city",
    text: `${CANARY} lives in Zebratown.`,
  });
  await memory.remember({
    tenant,
    kind: "register",
    topicId: "zebra",
    text: `The ${CANARY} herd has nine zebras.`,
  });
  await memory.keys.create({ tenant, role: "read", name: `${CANARY} key` });
  return {
    id: log.stored[0]?.id ?? "",
    person: author.id,
    traitId: (await memory.list({ tenant, filter: { kinds: ["trait"] } }))[0]?.id ?? "",
    topicId: "zebra",
    reviewId: held.held[0]?.reviewId ?? "",
    messageId: `${CANARY}-m1`,
    keyId: (await memory.keys.list({ tenant }))[0]?.id ?? "",
  };
}

/** Headers that differ between any two answers. */
const CHANGING = /^(?:x-request-id|date|ratelimit-remaining|ratelimit-reset|content-length)$/;

/** Which real id belongs into a path. */
function addressed(path: string): string {
  const idOf = path.includes("/reviews/")
    ? "reviewId"
    : path.includes("/messages/")
      ? "messageId"
      : path.includes("/keys/")
        ? "keyId"
        : "id";
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(ids[name === "id" ? idOf : name] ?? ""),
  );
}

describe("with the key of another tenant's operator", () => {
  const QUERIES: Readonly<Record<string, string>> = {
    "/api/memory/search": "?q=zebra&limit=24",
    "/v1/vault/search": "?query=zebra",
    "/v1/reviews": "?states=pending&states=approved&limit=200",
    "/v1/memories": "?limit=200&states=active&states=archived&states=soft_deleted",
    "/v1/messages": `?channel=${CANARY}-room`,
    "/v1/facets": "?states=active&states=archived",
    "/v1/graph": `?subject=${CANARY}-user`,
    "/v1/people": `?q=${CANARY}`,
  };

  test("no GET route, and no metric, shows a word of ours", async () => {
    const shown: string[] = [];
    for (const { method, path } of started.server.routes) {
      if (method !== "GET") continue;
      const told = await started.ask(`GET ${addressed(path)}${QUERIES[path] ?? ""}`, {
        key: keys.stranger,
      });
      const answer = `${told.text}${JSON.stringify([...told.headers])}`;
      // An id that was sent may come back in a refusal; nothing else may.
      const echoed = Object.values(ids).reduce((rest, id) => rest.replaceAll(id, ""), answer);
      if (echoed.includes(CANARY)) shown.push(path);
    }
    expect(shown).toEqual([]);
  });

  test("every one of those routes does show it to ourselves, so the crawl could find it", async () => {
    const found: string[] = [];
    for (const { method, path } of started.server.routes) {
      if (method !== "GET" || path.startsWith("/health")) continue;
      const told = await started.ask(`GET ${addressed(path)}${QUERIES[path] ?? ""}`, {
        key: keys.operator,
      });
      if (told.text.includes(CANARY)) found.push(path);
    }
    expect(found).toEqual(
      expect.arrayContaining([
        "/v1/memories/{id}",
        "/v1/memories",
        "/v1/messages/{id}",
        "/v1/reviews",
        "/v1/keys",
        "/v1/events",
        "/api/memory/search",
        "/memory/{id}/history",
        "/v1/people/{person}/profile",
        "/v1/vault/search",
        "/v1/overview",
        "/v1/facets",
        "/v1/graph",
        "/v1/conversations",
        "/v1/messages",
        "/v1/messages/{messageId}/taught",
        "/v1/people",
      ]),
    );
  });

  test("no question finds it, whatever is asked", async () => {
    for (const [path, body] of [
      ["/v1/search", { query: `zebra ${CANARY}`, over: "both", limit: 24, explain: true }],
      ["/v1/query", { query: `zebra ${CANARY}`, return: "full", top_k: 24 }],
      ["/v1/context", { query: `zebra ${CANARY}`, user: ids["person"] }],
      ["/v1/context", { style: "background", participants: [ids["person"]] }],
      ["/v1/context", { style: "snapshot" }],
    ] as const) {
      const told = await started.ask(`POST ${path}`, { key: keys.stranger, body });
      expect(told.status).toBe(200);
      expect(told.text.replaceAll(ids["person"] ?? "", "")).not.toContain(CANARY);
    }
  });

  test.each([
    ["PATCH /v1/memories/{id}", { set: { text: "Changed." } }],
    ["DELETE /v1/memories/{id}", undefined],
    ["POST /v1/memories/{id}/pin", {}],
    ["POST /v1/memories/{id}/restore", {}],
    ["POST /v1/memories/{id}/unmerge", {}],
    ["POST /v1/memories/{id}/promote", {}],
    ["POST /v1/reviews/{id}/approve", { hash: "x" }],
    ["POST /v1/reviews/{id}/reject", { hash: "x" }],
    ["DELETE /v1/keys/{id}", undefined],
    ["POST /v1/keys/{id}/rotate", {}],
    ["GET /v1/memories/{id}", undefined],
    ["GET /v1/messages/{id}", undefined],
    ["PATCH /v1/messages/{id}", { text: "I changed my mind about it." }],
    ["DELETE /v1/messages/{id}", undefined],
  ])("47 %s is not there, exactly as for an id that never was", async (route, body) => {
    const [method = "", path = ""] = route.split(" ");
    const ask = (address: string) =>
      started.ask(`${method} ${address}`, { key: keys.stranger, ...(body && { body }) });
    const real = await ask(addressed(path));
    const none = await ask(path.replace(/\{\w+\}/, "never-was"));
    expect(real.status).toBe(404);
    const plain = (told: typeof real, id: string) => ({
      status: told.status,
      text: told.text.replaceAll(id, "ID").replace(/"requestId":"[^"]+"/, ""),
      headers: [...told.headers].map(([name, value]) => [name, CHANGING.test(name) ? "" : value]),
    });
    const id = decodeURIComponent(addressed(path).split("/")[3] ?? "");
    expect(plain(real, id)).toEqual(plain(none, "never-was"));
  });

  test.each([
    "/v1/memories/{id}/history",
    "/memory/{id}/history",
    "/v1/messages/{messageId}/taught",
    "/v1/people/{person}/profile",
  ])("47 %s of ours is as empty as of nothing", async (path) => {
    const real = await started.ask(`GET ${addressed(path)}`, { key: keys.stranger });
    const never = path.replace(/\{\w+\}/, "never-was");
    const none = await started.ask(`GET ${never}`, { key: keys.stranger });
    expect(real.status).toBe(200);
    expect(real.text.replaceAll(ids["person"] ?? "", "never-was")).toBe(none.text);
  });

  test("forgetting by id reaches none of ours", async () => {
    const body = { ids: Object.values(ids) };
    const told = await started.ask("POST /v1/memories/forget", { key: keys.stranger, body });
    expect(told.body).toEqual({ deleted: [], missing: body.ids });
    const merge = await started.ask("POST /v1/memories/merge", { key: keys.stranger, body });
    expect(merge.status).toBe(404);
  });
});

describe("another tenant named in", () => {
  const mismatch = {
    status: 403,
    body: { code: "forbidden", details: { code: "scope_mismatch" } },
  };

  test("46 a body is refused, and nothing is written", async () => {
    const before = await started.memory.list({ tenant: TENANT, limit: 200 });
    const body = { tenant: TENANT, kind: "log", text: "Written by a stranger." };
    expect(await started.ask("POST /v1/memories", { key: keys.stranger, body })).toMatchObject(
      mismatch,
    );
    const message = { tenant: TENANT, channel: "c", author: { id: "x" }, text: "I live in Rome." };
    expect(
      await started.ask("POST /v1/messages", { key: keys.stranger, body: message }),
    ).toMatchObject(mismatch);
    const messages = [{ ...message, tenant: "globex" }, message];
    expect(
      await started.ask("POST /v1/messages", { key: keys.stranger, body: { messages } }),
    ).toMatchObject(mismatch);
    expect(await started.memory.list({ tenant: TENANT, limit: 200 })).toEqual(before);
  });

  test.each([
    ["a query", "GET /v1/memories?tenant=acme", {}],
    ["the query of a POST", "POST /v1/search?tenant=acme", {}],
    ["a header", "GET /v1/memories", { "x-tenant-id": "acme" }],
    ["an old name", "GET /api/memory/search?q=x&guildId=acme", {}],
  ])("%s is refused", async (_where, route, headers) => {
    const body = route.startsWith("POST") ? { body: { query: "x" } } : {};
    expect(await started.ask(route, { key: keys.stranger, headers, ...body })).toMatchObject(
      mismatch,
    );
  });

  test("the words of its own key is no contradiction", async () => {
    const body = { tenant: TENANT, query: "zebra" };
    expect((await started.ask("POST /v1/search", { key: keys.read, body })).status).toBe(200);
    expect(
      (await started.ask(`GET /api/memory/search?q=zebra&guildId=${TENANT}`, { key: keys.read }))
        .status,
    ).toBe(200);
  });
});

test("50 an agent's key finds nothing of a category that is not on its list, in any route", async () => {
  const allowlists = { orion: ["goals"] };
  const other = await testServer({ memory: { allowlists } });
  const { agent: key, operator } = await keysOf(other);
  const health = { kind: "log", category: "health", text: `The ${CANARY} fever lasted a week.` };
  await other.ask("POST /v1/memories", { key: operator, body: health });
  const shown: string[] = [];
  for (const { method, path } of other.server.routes) {
    if (method !== "GET") continue;
    const query = path === "/api/memory/search" ? "?q=fever" : "";
    const told = await other.ask(`GET ${path.replace(/\{\w+\}/g, "none")}${query}`, { key });
    if (told.text.includes(CANARY) || told.text.includes('health","count')) shown.push(path);
  }
  expect(shown).toEqual([]);
  const search = await other.ask("POST /v1/search", {
    key,
    body: { query: "fever", over: "both", explain: true },
  });
  expect(search.body).toMatchObject({ hits: [] });
  const asked = { query: "fever", categories: ["health"] };
  expect((await other.ask("POST /v1/query", { key, body: asked })).status).toBe(403);
  expect(
    (await other.ask("POST /v1/context", { key, body: { query: "fever" } })).text,
  ).not.toContain(CANARY);
});

test("an agent's key sees its own scope and no other agent's, whatever it asks for", async () => {
  const { memory, ask } = started;
  const canon = (text: string, scope: string) =>
    memory.remember({ tenant: TENANT, kind: "canon", text, scope });
  await canon("Orion keeps the telescope aligned.", "orion");
  await canon("Elysia tends the greenhouse.", "elysia");
  const listed = await ask("GET /v1/memories?limit=200&filter.scope=elysia", { key: keys.agent });
  expect(listed.body).toEqual([]);
  const found = await ask("POST /v1/search", {
    key: keys.agent,
    body: { query: "greenhouse", over: "both" },
  });
  expect(found.text).not.toContain("greenhouse");
});
