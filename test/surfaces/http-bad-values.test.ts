// Values at the edges of what can be said, and questions that fish in other waters: refused, or given one meaning.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readJson } from "../../src/surfaces/http/read-json.ts";
import { mcpMount } from "../../src/surfaces/mcp/mount.ts";
import { workOf } from "../support/work-of.ts";
import { keysOf, startServer, TENANT, type TestServer, testServer } from "./http-support.ts";

let started: TestServer;
let keys: Awaited<ReturnType<typeof keysOf>>;
const mount: { close?: () => Promise<void> } = {};
beforeAll(async () => {
  started = await startServer({
    mounts: (memory) => {
      const mcp = mcpMount(memory, () => undefined);
      mount.close = mcp.close;
      return [mcp];
    },
  });
  keys = await keysOf(started);
});
afterAll(async () => {
  await mount.close?.();
  await started.close();
});

const note = { kind: "log", text: "A perfectly good note." };
const post = (body: unknown) => started.ask("POST /v1/memories", { key: keys.write, body });

describe("a number", () => {
  test.each([
    ["16 beyond what a version can count", { set: {}, ifVersion: 2 ** 53 + 1 }],
    ["16 with a part of a version", { set: {}, ifVersion: 1.5 }],
  ])("%s is refused", async (_row, body) => {
    const told = await started.ask("PATCH /v1/memories/none", { key: keys.write, body });
    expect(told).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });

  test("16 of minus nothing is kept as nothing", async () => {
    const told = await post('{"kind":"log","text":"A note of minus nothing.","confidence":-0}');
    expect(told.status).toBe(200);
    const id = String(Object(told.body)["stored"][0].id);
    const kept = await started.ask(`GET /v1/memories/${id}`, { key: keys.write });
    expect(kept.text).toContain('"confidence":0,');
  });
});

describe("a time", () => {
  test.each([
    ["17 in the year nought", "0000-01-01T00:00:00Z"],
    ["17 at twenty-four o'clock", "9999-12-31T24:00:00Z"],
    ["17 in a leap second", "2016-12-31T23:59:60Z"],
    ["17 on the thirtieth of February", "2026-02-30"],
    ["17 of a year with five digits", "+12026-02-03T00:00:00Z"],
    ["17 that is a number", 1_700_000_000],
  ])("%s is refused", async (_row, validFrom) => {
    expect((await post({ ...note, validFrom })).status).toBe(400);
  });

  test("17 with a zone is kept in UTC", async () => {
    const body = {
      ...note,
      text: "A note from the first of March.",
      validFrom: "2026-03-01T01:30:00+02:00",
    };
    const id = String(Object((await post(body)).body)["stored"][0].id);
    const kept = await started.ask(`GET /v1/memories/${id}`, { key: keys.write });
    expect(kept.body).toMatchObject({ validFrom: "2026-02-28T23:30:00.000Z" });
  });
});

describe("a text", () => {
  test.each([
    ["18 of emoji modifiers alone", "\u{1f3fb}\u{1f3ff}"],
    ["18 of a variation selector alone", "\ufe0f\u{e0100}"],
    ["18 of tags that nobody sees", "\u{e0041}\u{e0042}"],
    ["18 of accents on nothing", "\u0301\u0302"],
    ["18 of fillers", "\u3164\u115f"],
    ["18 of marks that turn the line round", "\u202e\u2066"],
  ])("%s is empty", async (_row, text) => {
    const told = await post({ ...note, text });
    expect(told).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: "text", message: "is empty" }] } },
    });
  });

  test("18 of one emoji says something", async () => {
    expect((await post({ ...note, text: "👍🏽" })).status).toBe(200);
  });

  test("21 beside it, of 65 KB, is refused by the name of its field", async () => {
    const told = await post({ ...note, metadata: { blob: "a".repeat(66_560) } });
    expect(told).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: "metadata" }] } },
    });
  });

  test("37 made to trap a pattern costs next to nothing", async () => {
    const trap = `${"(((((a+)+)+)+)+)".repeat(1_900)}!`;
    const words = `${"a".repeat(15_000)}@${"a.".repeat(7_500)}!`;
    for (const text of [trap, words]) {
      const body = { channel: "c", author: { id: "u1" }, text };
      const work = await workOf(() => started.ask("POST /v1/messages", { key: keys.write, body }));
      expect(work).toBeLessThan(2_000);
    }
    const asked = { key: keys.write, body: { query: trap.slice(0, 4_000) } };
    expect(await workOf(() => started.ask("POST /v1/search", asked))).toBeLessThan(2_000);
  });

  test("8 of ten thousand levels is refused before it is parsed", async () => {
    const text = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const work = await workOf(() => expect(() => readJson(Buffer.from(text))).toThrow(/nested/));
    expect(work).toBeLessThan(2_000);
  });
});

test("5 of two equal keys the last one counts over MCP, as it does over HTTP", async () => {
  const ask = async (given: string) => {
    const response = await fetch(`${started.server.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys.write}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_list","arguments":${given}}}`,
    });
    return response.text();
  };
  expect(await ask('{"limit":5,"limit":-1}')).toContain("invalid_input");
  expect(await ask('{"limit":-1,"limit":5}')).not.toContain("invalid_input");
});

describe("a question", () => {
  test("36 with the signs of a pattern finds what is written so, and nothing else", async () => {
    await post({ ...note, text: "The pump is 100%_sure to hold." });
    await post({ ...note, text: "The pump is 1000 times as sure to hold." });
    const contains = async (text: string) =>
      (
        await started.ask(`GET /v1/memories?filter.contains=${encodeURIComponent(text)}`, {
          key: keys.read,
        })
      ).body;
    expect(await contains("100%_sure")).toMatchObject([{ text: "The pump is 100%_sure to hold." }]);
    for (const pattern of ["100%", "1_0", "%", "_", "*"])
      expect(JSON.stringify(await contains(pattern))).not.toContain("1000 times");
  });

  test.each([
    ["39 in a language that climbs", "/v1/search", { query: "tea", language: "../../en" }],
    ["39 in a tongue that climbs", "/v1/query", { query: "tea", lang: "../../en" }],
    ["38 sorted by SQL", "/v1/search", { query: "tea", sort: "created_at; DELETE" }],
    ["32 with an operator", "/v1/search", { query: "tea", filters: { $where: "1" } }],
    ["33 with a path", "/v1/query", { query: "tea", filters: { "a.b[0];--": 1 } }],
  ])("%s is refused", async (_row, path, body) => {
    expect((await started.ask(`POST ${path}`, { key: keys.read, body })).status).toBe(400);
  });

  test("40 for all categories by a name of its own is denied to an agent with a list", async () => {
    const other = await testServer({ memory: { allowlists: { orion: ["goals"] } } });
    const { agent, operator } = await keysOf(other);
    const text = "The fever lasted a week.";
    await other.ask("POST /v1/memories", {
      key: operator,
      body: { ...note, category: "health", text },
    });
    for (const category of ["__all__", "*", "%", "all", "unheard-of"]) {
      const body = { query: "fever", categories: [category] };
      expect((await other.ask("POST /v1/query", { key: agent, body })).status).toBe(403);
      const listed = await other.ask(
        `GET /v1/memories?filter.categories=${encodeURIComponent(category)}`,
        { key: agent },
      );
      expect(listed.body).toEqual([]);
    }
  });
});

describe("whose it is", () => {
  const say = ([id, name]: readonly [string, string], text: string, more: object = {}) =>
    started.ask("POST /v1/messages", {
      key: keys.write,
      body: { channel: "who", author: { id, name }, text, ...more },
    });

  test("52 goes by the id: whoever takes another's name keeps to themselves", async () => {
    await say(["u-victim", "Vera"], "I live in Oslo.");
    await say(["u-mallory", "Mallory"], "I live in Rome.");
    await say(["u-mallory", "Vera"], "I am allergic to peanuts.");
    const of = async (subject: string) =>
      (await started.memory.list({ tenant: TENANT, filter: { subject } })).map(({ text }) => text);
    expect((await of("u-victim")).join()).not.toMatch(/Rome|peanuts/);
    expect((await of("u-mallory")).join()).toMatch(/peanuts/);
    expect((await of("u-mallory")).join()).not.toMatch(/Oslo/);
  });

  test("53 asked for in a room, what was said in private stays there", async () => {
    await say(["u-private", "Paula"], "I love my porcelain owl collection.", {
      ...{ channel: "dm-paula", scope: "user", user: "u-private" },
    });
    const ask = async (more: object) =>
      (
        await started.ask("POST /v1/search", {
          key: keys.agent,
          body: { query: "porcelain owls", over: "both", ...more },
        })
      ).text;
    expect(await ask({ channel: "who" })).not.toContain("owl collection");
    expect(await ask({ channel: "who", user: "u-victim" })).not.toContain("owl collection");
    expect(await ask({ channel: "dm-paula", user: "u-private" })).toContain("owl collection");
  });
});
