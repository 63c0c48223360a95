// What no honest caller sends, from the list of bad inputs: a typed refusal, nothing stored, nobody else disturbed.

import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { keysOf, startServer, TENANT, type TestServer } from "./http-support.ts";

let started: TestServer;
let key: string;
let stored: number;
beforeAll(async () => {
  started = await startServer();
  key = (await keysOf(started)).write;
  stored = (await started.memory.list({ tenant: TENANT, limit: 200 })).length;
});
afterAll(() => started.close());
afterEach(async () => {
  expect(await started.memory.list({ tenant: TENANT, limit: 200 })).toHaveLength(stored);
  expect(started.faults).toEqual([]);
});

const note = { kind: "log", text: "A perfectly good note." };
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));

/** The row of the list, what is sent, the status and the finer code. */
const BODIES: readonly (readonly [string, unknown, number, string?])[] = [
  ["1 an empty body", "", 400, "invalid_json"],
  ["2 null", "null", 400],
  ["3 a list where an object belongs", [note], 400],
  ["4 a body cut short", '{"kind":"log","te', 400, "invalid_json"],
  [
    "6 a prototype",
    '{"kind":"log","text":"hello there","__proto__":{"admin":true}}',
    400,
    "bad_request",
  ],
  [
    "6 a prototype, escaped",
    '{"text":"hello","\\u005f_proto__":{"admin":true}}',
    400,
    "bad_request",
  ],
  [
    "7 a constructor",
    { ...note, metadata: { constructor: { prototype: {} } } },
    400,
    "bad_request",
  ],
  ["8 ten thousand levels", nested(10_000), 400, "invalid_json"],
  ["8 thirty-three levels", nested(33), 400, "invalid_json"],
  [
    "9 a list of a hundred thousand",
    { ...note, tags: Array.from({ length: 100_000 }, () => "t") },
    400,
    "bad_request",
  ],
  ["an object of two thousand keys", { ...note, ...many(2_000) }, 400, "bad_request"],
  ["9 a list of a million", `{"tags":[${"1,".repeat(1_000_000)}1]}`, 413, "content_too_large"],
  ["14 half a surrogate pair", '{"kind":"log","text":"a\\ud800b"}', 400, "invalid_unicode"],
  ["15 NUL in the text", { ...note, text: "a\u0000b" }, 400],
  ["16 a number beyond all numbers", '{"kind":"log","text":"hello there","confidence":1e999}', 400],
  [
    "16 a number that is none",
    '{"kind":"log","text":"hello there","confidence":NaN}',
    400,
    "invalid_json",
  ],
  ["17 a day that is none", { ...note, validFrom: "2026-02-30T00:00:00Z" }, 400],
  ["17 a time without a zone", { ...note, validFrom: "2026-02-03T00:00:00" }, 400],
  ["18 white space", { ...note, text: " \n\t " }, 400],
  ["18 zero width", { ...note, text: "\u200b\u200d" }, 400],
  ["19 a text over 256 KB", { ...note, text: "a".repeat(262_145) }, 413, "content_too_large"],
  [
    "20 ten thousand tags",
    { ...note, tags: Array.from({ length: 10_000 }, (_, n) => `t${n}`) },
    400,
  ],
  ["20 a tag of 300 characters", { ...note, tags: ["a".repeat(300)] }, 400],
  ["24 an unknown field", { ...note, colour: "red" }, 400],
];

describe("a body that is", () => {
  test.each(BODIES)("%s is refused", async (_row, body, ...[status, code]) => {
    const told = await started.ask("POST /v1/memories", { key, body });
    expect(told.status).toBe(status);
    expect(told.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(told.body).toMatchObject({
      status,
      code: status === 413 ? "too_large" : "invalid_input",
      requestId: told.headers.get("x-request-id"),
      ...(code === undefined ? {} : { details: { code } }),
    });
    expect(told.text).not.toMatch(/node_modules|\.ts:|at \w+ \(|SELECT|\/work|\/home/);
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  test("5 of two equal keys keeps the last", async () => {
    const body = '{"query":"one","query":" "}';
    expect((await started.ask("POST /v1/search", { key, body })).status).toBe(400);
    const other = '{"query":" ","query":"one"}';
    expect((await started.ask("POST /v1/search", { key, body: other })).status).toBe(200);
  });

  test.each([
    ["12 text/plain", "text/plain", 415],
    ["a form", "application/x-www-form-urlencoded", 415],
    ["JSON in another alphabet", "application/json; charset=utf-16", 415],
    ["JSON in UTF-8", "application/json; charset=UTF-8", 200],
  ])("%s as its type gets %s → %i", async (_row, type, status) => {
    const headers = { "content-type": type };
    const body = JSON.stringify({ query: "x y z" });
    expect((await started.ask("POST /v1/search", { key, body, headers })).status).toBe(status);
  });

  test("11 compressed is refused before anything is unpacked", async () => {
    const headers = { "content-encoding": "gzip" };
    const told = await started.ask("POST /v1/search", { key, body: "x", headers });
    expect(told).toMatchObject({
      status: 415,
      body: { details: { code: "unsupported_media_type" } },
    });
  });

  test("13 not UTF-8 is refused", async () => {
    const response = await fetch(`${started.server.url}/v1/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ details: { code: "invalid_unicode" } });
  });

  test("10 endless and without a length is cut off at the limit", async () => {
    const before = process.memoryUsage().rss;
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        if (sent > 104_857_600) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const answered = fetch(`${started.server.url}/v1/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: endless,
      duplex: "half",
    }).then(
      (response) => response.status,
      () => "cut off",
    );
    expect([413, "cut off"]).toContain(await answered);
    expect(sent).toBeLessThan(52_428_800);
    expect(process.memoryUsage().rss - before).toBeLessThan(104_857_600);
  });
});

describe("an address that", () => {
  test.each([
    ["22 has a limit below zero", "GET /v1/memories?limit=-1", 400],
    ["22 has a limit of zero", "GET /v1/memories?limit=0", 400],
    ["22 has an enormous limit", "GET /v1/memories?limit=1e9", 400],
    ["22 has a limit with SQL in it", "GET /v1/memories?limit=10;%20DROP%20TABLE", 400],
    ["22 has two limits", "GET /v1/memories?limit=1&limit=2", 400],
    ["23 has a forged cursor", "GET /v1/memories?cursor=abc.def", 400],
    ["24 has an unknown field", "GET /v1/memories?colour=red", 400],
    ["31 has SQL for a filter", "GET /v1/memories?filter.x'%29%20OR%20'1'='1=1", 400],
    ["32 has an operator for a filter", "GET /v1/memories?filter.$where=1", 400],
    ["33 has a path for a filter", "GET /v1/memories?filter.a.b%5B0%5D;--=1", 400],
    ["38 sorts by SQL", "GET /v1/memories?sort=created_at;%20DELETE", 400],
    ["names a prototype", "GET /v1/memories?__proto__.x=1", 400],
    ["names a prototype in a filter", "GET /v1/memories?filter.__proto__=1", 400],
    ["gives a filter in two ways", "GET /v1/memories?filter=x&filter.kinds=log", 400],
    ["has a broken escape", "GET /v1/memories/%zz", 400],
    ["25 has a UUID in braces", "GET /v1/memories/%7B018f0000-0000-7000-8000-000000000000%7D", 404],
    ["climbs", "GET /v1/memories/..%2f..%2fetc%2fpasswd", 404],
    ["climbs in disguise", "GET /v1/memories/%252e%252e%252f", 404],
    ["has NUL in its id", "GET /v1/memories/a%00b", 400],
    ["has an id of 300 characters", `GET /v1/memories/${"a".repeat(300)}`, 400],
    ["is longer than 8 KB", `GET /v1/memories?colour=${"a".repeat(8_200)}`, 414],
    ["is one thing in the path and another beside it", "GET /v1/memories/a?id=b", 400],
  ])("%s is refused", async (_row, route, status) => {
    const told = await started.ask(route, { key });
    expect(told.status).toBe(status);
    expect(told.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(told.body).toMatchObject({ status, requestId: expect.any(String) });
  });

  test("takes a body where none belongs is refused", async () => {
    const told = await started.ask("DELETE /v1/memories/x", { key, body: { purge: true } });
    expect(told).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });

  test("45 erases without saying whom or what is refused", async () => {
    const { operator } = await keysOf(started);
    for (const [route, body] of [
      ["POST /v1/erase", {}],
      ["POST /v1/erase", { subject: "" }],
      ["POST /v1/memories/forget", {}],
      ["POST /v1/memories/forget", { ids: [] }],
    ] as const)
      expect((await started.ask(route, { key: operator, body })).status).toBe(400);
  });

  test("29, 30 names what is not there cannot be edited or deleted", async () => {
    const edited = await started.ask("PATCH /v1/memories/none", {
      key,
      body: { set: { text: "New words." } },
    });
    expect(edited.status).toBe(404);
    expect((await started.ask("DELETE /v1/memories/none", { key })).status).toBe(404);
  });

  test.each(['" OR *', "NEAR(", "col:val", "^", "-", '"', "100%_sure", `${"(".repeat(900)}a+)+!`])(
    "34 asks for %s finds something or nothing",
    async (query) => {
      expect((await started.ask("POST /v1/search", { key, body: { query } })).status).toBe(200);
    },
  );

  test("35 asks with a hundred thousand words is refused", async () => {
    const body = { query: "tea ".repeat(50_000) };
    expect((await started.ask("POST /v1/search", { key, body })).status).toBe(400);
  });
});

describe("bytes that", () => {
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(started.server.port, "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
    });

  test("are not HTTP get a problem and a closed door", async () => {
    const answer = await raw("HELLO THERE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
  });

  test("are 17 KB of headers get 431", async () => {
    const answer = await raw(
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"a".repeat(17_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("113 come one by one on five hundred connections keep nobody else waiting", async () => {
    const slow = Array.from({ length: 500 }, () => connect(started.server.port, "127.0.0.1"));
    for (const socket of slow) socket.on("error", () => undefined).write("GET /health/live HT");
    expect((await started.ask("GET /health/live")).status).toBe(200);
    expect((await started.ask("POST /v1/search", { key, body: { query: "tea" } })).status).toBe(
      200,
    );
    // They were answered while the others had still not been told anything.
    expect(slow.filter(({ destroyed, bytesRead }) => destroyed || bytesRead > 0)).toEqual([]);
    for (const socket of slow) socket.destroy();
  });
});
