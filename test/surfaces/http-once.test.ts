// Once and only once, and in order: repeats, versions, pages (R-HTTP-12, 13, 14).

import { describe, expect, test } from "vitest";
import { keysOf, TENANT, type TestServer, type Told, testServer } from "./http-support.ts";

const note = { kind: "log", text: "The boat leaves at nine." };
const stored = async ({ memory }: TestServer) =>
  (await memory.list({ tenant: TENANT, limit: 200 })).length;
const idOf = (told: Told) => JSON.parse(told.text).stored[0].id as string;

describe("an Idempotency-Key", () => {
  const headers = { "idempotency-key": "retry-1" };

  test("27 sent ten times at once has one effect and one answer", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        started.ask("POST /v1/memories", { key, body: note, headers }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((told) => told.headers.get("idempotent-replayed") === null)).toHaveLength(
      1,
    );
    expect(await stored(started)).toBe(1);
    const later = await started.ask("POST /v1/memories", { key, body: note, headers });
    expect(later.text).toBe(answers[0]?.text);
  });

  test("28 sent with another body is refused", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    await started.ask("POST /v1/memories", { key, body: note, headers });
    const body = { ...note, text: "The boat leaves at ten." };
    const told = await started.ask("POST /v1/memories", { key, body, headers });
    expect(told).toMatchObject({
      status: 422,
      body: { details: { code: "idempotency_mismatch" } },
    });
    expect(await stored(started)).toBe(1);
  });

  test("is its holder's own, and forgotten after a day", async () => {
    const started = await testServer();
    const { write, operator, stranger } = await keysOf(started);
    const send = (key: string) => started.ask("POST /v1/memories", { key, body: note, headers });
    const ids = [idOf(await send(write)), idOf(await send(stranger))];
    expect(new Set(ids).size).toBe(2);
    expect((await send(operator)).headers.get("idempotent-replayed")).toBeNull();
    started.clock.now = new Date(started.clock.now.getTime() + 25 * 3_600_000);
    expect((await send(write)).headers.get("idempotent-replayed")).toBeNull();
  });

  test("whose request was refused can be tried again", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const bad = { kind: "wish", text: "x" };
    expect((await started.ask("POST /v1/memories", { key, body: bad, headers })).status).toBe(400);
    expect((await started.ask("POST /v1/memories", { key, body: note, headers })).status).toBe(200);
  });

  test("is forgotten early when newer ones need the room", async () => {
    const started = await testServer({ server: { limits: { idempotentAnswers: 2 } } });
    const { write: key } = await keysOf(started);
    const send = async (name: string) => {
      const body = { ...note, text: `The boat called ${name} leaves at nine.` };
      const told = await started.ask("POST /v1/memories", {
        ...{ key, body, headers: { "idempotency-key": name } },
      });
      return told.headers.get("idempotent-replayed");
    };
    for (const name of ["Ada", "Bea", "Cleo"]) expect(await send(name)).toBeNull();
    expect([await send("Cleo"), await send("Bea"), await send("Ada")]).toEqual([
      "true",
      "true",
      null,
    ]);
  });

  test("that is no key is refused", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const told = await started.ask("POST /v1/memories", {
      key,
      body: note,
      headers: { "idempotency-key": "a".repeat(256) },
    });
    expect(told.status).toBe(400);
  });
});

describe("a version", () => {
  test("26 that is old is refused, and the memory stays as it was", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const id = idOf(await started.ask("POST /v1/memories", { key, body: note }));
    const path = `/v1/memories/${id}`;
    const first = await started.ask(`GET ${path}`, { key });
    expect(first.headers.get("etag")).toBe('"1"');
    const edit = (version: string, text: string) =>
      started.ask(`PATCH ${path}`, {
        key,
        body: { set: { text } },
        headers: { "if-match": version },
      });
    const edited = await edit('"1"', "The boat leaves at ten.");
    expect([edited.status, edited.headers.get("etag")]).toEqual([200, '"2"']);
    expect(await edit('"1"', "The boat leaves at noon.")).toMatchObject({
      status: 412,
      body: { code: "conflict", details: { code: "precondition_failed" } },
    });
    expect((await edit('W/"2"', "The boat leaves at noon.")).status).toBe(412);
    const now = await started.ask(`GET ${path}`, { key });
    expect(now.body).toMatchObject({ text: "The boat leaves at ten.", version: 2 });
  });

  test("that the reader has already is not sent again", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const id = idOf(await started.ask("POST /v1/memories", { key, body: note }));
    const told = await started.ask(`GET /v1/memories/${id}`, {
      key,
      headers: { "if-none-match": '"1"' },
    });
    expect([told.status, told.text]).toEqual([304, ""]);
  });

  test("is not silently ignored where it cannot be held to", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const id = idOf(await started.ask("POST /v1/memories", { key, body: note }));
    const told = await started.ask(`DELETE /v1/memories/${id}`, {
      key,
      headers: { "if-match": '"1"' },
    });
    expect(told.status).toBe(400);
    expect(await stored(started)).toBe(1);
  });
});

describe("a list", () => {
  const fill = async ({ memory, clock }: TestServer, count: number) => {
    for (let n = 0; n < count; n++) {
      clock.now = new Date(clock.now.getTime() + 1000);
      await memory.remember({
        tenant: TENANT,
        kind: "log",
        text: `Note ${n} about harbour number ${n}.`,
      });
    }
  };
  const next = (told: Told) => told.headers.get("mneme-next-cursor");

  test("is walked to its end by cursors, each memory once", async () => {
    const started = await testServer();
    const { read: key } = await keysOf(started);
    await fill(started, 7);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await started.ask(`GET /v1/memories?limit=3${cursor && `&cursor=${cursor}`}`, {
        key,
      });
      seen.push(...JSON.parse(page.text).map((one: { text: string }) => one.text));
      cursor = next(page);
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  test("23 refuses a cursor of another list, another tenant, another time, or none of ours", async () => {
    const started = await testServer();
    const { read, stranger } = await keysOf(started);
    await fill(started, 2);
    const cursor = next(await started.ask("GET /v1/memories?limit=1", { key: read })) ?? "";
    const go = (query: string, key = read) =>
      started.ask(`GET /v1/memories?limit=1&${query}`, { key });
    expect((await go(`cursor=${cursor}`)).status).toBe(200);
    const bad = { status: 400, body: { details: { code: "bad_cursor" } } };
    expect(await go(`cursor=${cursor}&filter.kinds=log`)).toMatchObject(bad);
    expect(await go(`cursor=${cursor}`, stranger)).toMatchObject(bad);
    expect(await go(`cursor=${cursor.slice(0, -2)}`)).toMatchObject(bad);
    expect(await go(`cursor=x${cursor}`)).toMatchObject(bad);
    started.clock.now = new Date(started.clock.now.getTime() + 25 * 3_600_000);
    expect(await go(`cursor=${cursor}`)).toMatchObject(bad);
  });
});
