// Messages in, events out, and stopping in between (R-HTTP-17; nothing acknowledged is lost).

import { describe, expect, test } from "vitest";
import { keysOf, TENANT, type TestServer, testServer } from "./http-support.ts";

describe("messages", () => {
  const message = {
    channel: "general",
    author: { id: "u1", name: "Ana" },
    text: "I moved to Lisbon last week",
  };

  test("get their receipt; many get one each, in their order", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const one = await started.ask("POST /v1/messages", { key, body: { ...message, id: "m1" } });
    expect(one).toMatchObject({
      status: 200,
      body: { status: "ok", stored: [{ text: /Lisbon/ }] },
    });
    const messages = [
      { ...message, id: "m2", text: "ok" },
      { ...message, id: "m3", text: "I am allergic to peanuts" },
    ];
    const many = await started.ask("POST /v1/messages", { key, body: { messages } });
    expect(many.body).toMatchObject({ receipts: [{ status: "nothing" }, { status: "ok" }] });
  });

  test("taken without waiting are all there after a stop", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const messages = Array.from({ length: 50 }, (_, n) => ({
      ...message,
      id: `w${n}`,
      text: `Note number ${n} of many`,
    }));
    const told = await started.ask("POST /v1/messages?wait=false", { key, body: { messages } });
    expect(told).toMatchObject({ status: 202, body: { accepted: 50 } });
    await started.server.stop();
    await started.memory.drain();
    const last = await started.memory.admin.message({ tenant: TENANT, id: "w49" });
    expect(last.message.text).toBe("Note number 49 of many");
  });

  test("are taken all or none when one of them is bad", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const messages = [
      { ...message, id: "good" },
      { ...message, id: "bad", text: "" },
    ];
    const told = await started.ask("POST /v1/messages", { key, body: { messages } });
    expect(told).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: "messages.1.text" }] } },
    });
    expect((await started.ask("GET /v1/messages/good", { key })).status).toBe(404);
  });

  test("over the bound of those unread are turned away", async () => {
    const started = await testServer({ server: { limits: { unreadMessages: 1 } } });
    const { write: key } = await keysOf(started);
    const body = {
      messages: [
        { ...message, id: "a" },
        { ...message, id: "b" },
      ],
    };
    const told = await started.ask("POST /v1/messages?wait=false", { key, body });
    expect(told).toMatchObject({ status: 429, body: { code: "queue_full" } });
    expect(told.headers.get("retry-after")).not.toBeNull();
  });

  test("of ten megabytes are too large, of five are not", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const batch = (count: number) => ({
      messages: Array.from({ length: count }, (_, n) => ({
        ...message,
        id: `x${n}`,
        text: "a".repeat(250_000),
      })),
    });
    expect((await started.ask("POST /v1/messages", { key, body: batch(43) })).status).toBe(413);
    expect(
      (await started.ask("POST /v1/messages?wait=false", { key, body: batch(5) })).status,
    ).toBe(202);
  });
});

async function follow({ server }: TestServer, key: string) {
  const stopping = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.url}/v1/events/stream`, {
    headers,
    signal: stopping.signal,
  });
  const state = { text: "", isEnded: false };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read())
      state.text += chunk.value;
  };
  const ended = () => {
    state.isEnded = true;
  };
  read().then(ended, ended);
  return { state, status: response.status, stop: () => stopping.abort() };
}

describe("the event stream", () => {
  test("tells what happens in its own tenant and nothing of another", async () => {
    const started = await testServer();
    const { read, stranger } = await keysOf(started);
    const [ours, theirs] = [await follow(started, read), await follow(started, stranger)];
    await expect.poll(() => ours.state.text).toContain("event: ready");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await started.memory.ingest({
      tenant: TENANT,
      channel: "c",
      id: "zebra-1",
      author: { id: "u1" },
      text: "I adopted a zebra called Stripes",
    });
    await expect.poll(() => ours.state.text, { timeout: 5_000 }).toContain("event: activity");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(ours.state.text).toContain('"tenant":"acme"');
    expect(theirs.state.text).not.toContain("activity");
    ours.stop();
    theirs.stop();
  });

  test("ends when its key is revoked", async () => {
    const started = await testServer();
    const made = await started.memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
    const stream = await follow(started, made.key);
    await started.memory.keys.revoke({ tenant: TENANT, id: made.record.id });
    await expect.poll(() => stream.state.isEnded, { timeout: 5_000 }).toBe(true);
  });

  test("is not opened more often than allowed", async () => {
    const started = await testServer({ server: { limits: { streamsPerKey: 1 } } });
    const { read } = await keysOf(started);
    const first = await follow(started, read);
    expect((await started.ask("GET /v1/events/stream", { key: read })).status).toBe(429);
    first.stop();
    await expect
      .poll(async () => (await started.ask("GET /v1/events/stream", { key: read })).status)
      .toBe(200);
  });
});

describe("stopping", () => {
  test("turns newcomers away, says when to come back, and lets those inside finish", async () => {
    const started = await testServer();
    const { write: key } = await keysOf(started);
    const messages = Array.from({ length: 80 }, (_, n) => ({
      ...{ channel: "c", id: `s${n}`, author: { id: "u1", name: "Ana" } },
      text: `I visited island number ${n} with my sister Clara`,
    }));
    const inside = started.ask("POST /v1/messages", { key, body: { messages } });
    await expect
      .poll(
        () => started.memory.admin.message({ tenant: TENANT, id: "s0" }).catch(() => undefined),
        {
          interval: 5,
        },
      )
      .toBeDefined();
    const stopped = started.server.stop();
    const late = await started.ask("GET /v1/memories", { key });
    expect(late).toMatchObject({
      status: 503,
      body: { code: "closed", details: { code: "stopping" } },
    });
    expect(late.headers.get("retry-after")).toBe("1");
    expect(await inside).toMatchObject({ status: 200 });
    await stopped;
    await expect(started.ask("GET /health/live")).rejects.toThrow();
    const last = await started.memory.admin.message({ tenant: TENANT, id: "s79" });
    expect(last.message.id).toBe("s79");
  });

  test("leaves no timer and no stream behind", async () => {
    const started = await testServer();
    const { read } = await keysOf(started);
    const stream = await follow(started, read);
    await started.server.stop();
    await expect.poll(() => stream.state.isEnded).toBe(true);
  });
});
