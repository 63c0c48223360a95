// One caller, or a stranger without a key, who takes all they can get: everyone else is served as before, during and
// after. Real sockets, as a client that behaves would never do any of this.

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFairQueue } from "../../src/surfaces/http/doors.ts";
import { TENANT, type TestServer, testServer } from "./http-support.ts";

const OTHER = "globex";
const OVERLOADED = { status: 503, body: { details: { code: "overloaded" } } };

async function keyFor({ memory }: TestServer, tenant: string): Promise<string> {
  return (await memory.keys.create({ tenant, role: "write", name: "bot" })).key;
}

async function socketTo({ server }: TestServer): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

const search = (started: TestServer, key: string) =>
  started.ask("POST /v1/search", { key, body: { query: "tea" } });

/** A request whose body never ends. */
async function slowBody(started: TestServer, key: string, length = 100): Promise<Socket> {
  const socket = await socketTo(started);
  socket.write(
    `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
  );
  return socket;
}

/** Over what one request may weigh when a thousand bytes weigh one. */
const LARGE = { channel: "c", author: { id: "u1" }, text: "long ".repeat(2_000) };

async function stream(started: TestServer, key: string) {
  const socket = await socketTo(started);
  const held = { socket, said: "" };
  socket.on("data", (part: Buffer) => {
    held.said += part.toString();
  });
  socket.write(
    `GET /v1/events/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  return held;
}

/** A server with a page whose asset fills any buffer between us and a reader. */
async function withAssets(limits: object = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "index.html"), "<head></head>");
  writeFileSync(join(folder, "page.js"), Buffer.alloc(4_194_304, "x"));
  return testServer({ server: { dashboard: { folder }, limits } });
}

const asset = "GET /dashboard/page.js HTTP/1.1\r\nhost: localhost\r\n\r\n";

/** Asks far ahead and reads nothing. */
async function deafSocket(started: TestServer, requests: number): Promise<Socket> {
  const socket = await socketTo(started);
  socket.pause();
  socket.write(asset.repeat(requests));
  return socket;
}

/** How long it takes is measured beside other attacks (test/proof/attack-crowd.proof.ts). */
async function served(started: TestServer, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    expect(await search(started, key)).toMatchObject({ status: 200 });
    expect(await started.ask("GET /health/live")).toMatchObject({ status: 200 });
  }
}

describe("a hundred and fifty bodies that never end, of one key", () => {
  test("leave room for another tenant, and for another key of the same one", async () => {
    const started = await testServer();
    const [noisy, sibling, other] = [
      await keyFor(started, TENANT),
      await keyFor(started, TENANT),
      await keyFor(started, OTHER),
    ];
    const held = await Promise.all(Array.from({ length: 150 }, () => slowBody(started, noisy)));
    await expect.poll(async () => search(started, noisy)).toMatchObject(OVERLOADED);
    await served(started, other, 20);
    await served(started, sibling, 5);
    expect((await started.ask("GET /health/ready")).status).toBe(200);
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await search(started, noisy)).status).toBe(200);
  });

  test("of six tenants at once leave room for a seventh", async () => {
    const started = await testServer();
    const noisy = await Promise.all(
      Array.from({ length: 6 }, (_, n) => keyFor(started, `noisy-${n}`)),
    );
    const other = await keyFor(started, OTHER);
    await Promise.all(
      noisy.flatMap((key) => Array.from({ length: 70 }, () => slowBody(started, key))),
    );
    await expect.poll(async () => search(started, noisy[0] ?? "")).toMatchObject(OVERLOADED);
    await served(started, other, 20);
  });
});

test("what declares a large body weighs as much", async () => {
  const started = await testServer({ server: { limits: { atOnce: 9, bodyBytes: 1_000 } } });
  const [noisy, other] = [await keyFor(started, TENANT), await keyFor(started, OTHER)];
  await slowBody(started, noisy, 3_000);
  await expect.poll(async () => search(started, noisy)).toMatchObject(OVERLOADED);
  await served(started, other, 3);
});

test("a few large bodies of some tenants leave room for what is small of another", async () => {
  const started = await testServer({ server: { limits: { atOnce: 30, bodyBytes: 1_000 } } });
  const noisy = await Promise.all(
    Array.from({ length: 4 }, (_, n) => keyFor(started, `noisy-${n}`)),
  );
  for (const key of [...noisy, ...noisy, ...noisy]) await slowBody(started, key, 10_000);
  const again = () => started.ask("POST /v1/messages", { key: noisy[0] ?? "", body: LARGE });
  await expect.poll(again).toMatchObject(OVERLOADED);
  await served(started, await keyFor(started, OTHER), 3);
});

test("streams of many keys of one tenant leave some for another", async () => {
  const started = await testServer({ server: { limits: { streams: 6 } } });
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyFor(started, TENANT)));
  const other = await keyFor(started, OTHER);
  const held = await Promise.all(keys.map((key) => stream(started, key)));
  await expect
    .poll(() => held.map(({ said }) => said.slice(9, 12)).toSorted())
    .toEqual([...["200", "200", "200"], ...["429", "429", "429", "429", "429"]]);
  const one = await stream(started, other);
  await expect.poll(() => one.said).toContain("event: ready");
  for (const { socket } of [...held, one]) socket.destroy();
  const [first = ""] = keys;
  await expect.poll(() => streamsOf(started)).toBe(0);
  const again = await stream(started, first);
  await expect.poll(() => again.said).toContain("event: ready");
});

describe("twenty sockets that ask for eighty files each and never read", () => {
  test("take nobody's place, while they are held and once they are gone", async () => {
    const started = await withAssets();
    const key = await keyFor(started, TENANT);
    const held = await Promise.all(Array.from({ length: 20 }, () => deafSocket(started, 80)));
    await served(started, key, 20);
    for (const socket of held) socket.destroy();
    await served(started, key, 20);
    await expect.poll(() => underWay(started)).toBe(1);
  });

  test("are cut off when nothing was taken for a while", async () => {
    const started = await withAssets({ sendSeconds: 1 });
    const socket = await deafSocket(started, 8);
    await expect.poll(() => connectionsOf(started)).toBe(1);
    await expect.poll(() => connectionsOf(started), { timeout: 10_000 }).toBe(0);
    socket.destroy();
  });

  test("with a key free their places when they die", async () => {
    const started = await testServer({ server: { limits: { atOnce: 30 } } });
    const key = await keyFor(started, TENANT);
    const head = `GET /v1/memories HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`;
    for (let round = 0; round < 8; round++) {
      const socket = await socketTo(started);
      socket.pause();
      socket.write(head.repeat(20));
      await new Promise(setImmediate);
      socket.destroy();
    }
    await expect.poll(() => underWay(started)).toBe(1);
    await expect.poll(async () => (await search(started, key)).status).toBe(200);
    const rest = await Promise.all(Array.from({ length: 8 }, () => search(started, key)));
    expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 200));
  });
});

test("a connection that sends ahead too far is answered so far, told why, and closed", async () => {
  const started = await withAssets({ atOncePerConnection: 3 });
  const socket = await socketTo(started);
  const live = "GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  socket.write(live.repeat(8));
  await once(socket, "close");
  const answers = Buffer.concat(parts).toString();
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(answers).toContain('"code":"overloaded"');
});

describe("whoever hangs up", () => {
  test("before their turn came has nothing done for them", async () => {
    const started = await testServer();
    const key = await keyFor(started, TENANT);
    const body = JSON.stringify({ channel: "c", author: { id: "u1" }, text: "I live in Rome." });
    const head =
      `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = await socketTo(started);
    socket.write(head + body.slice(0, -1));
    await expect.poll(() => underWay(started)).toBe(2);
    socket.destroy();
    await expect.poll(() => underWay(started)).toBe(1);
    const { body: listed } = await started.ask("GET /v1/messages?channel=c", { key });
    expect(listed).toEqual([]);
  });

  test("keeps the place for as long as their work goes on", async () => {
    const begun = { count: 0 };
    const work: { end: () => void } = { end: () => undefined };
    const started = await testServer({
      server: { limits: { atOnce: 3 } },
      mounts: () => [
        {
          path: "/slow",
          methods: ["GET"],
          handle: async (_request, response) => {
            begun.count += 1;
            await new Promise<void>((resolve) => {
              work.end = resolve;
            });
            response.end();
          },
        },
      ],
    });
    const key = await keyFor(started, TENANT);
    const socket = await socketTo(started);
    socket.write(`GET /slow HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`);
    await expect.poll(() => begun.count).toBe(1);
    socket.destroy();
    await expect.poll(() => connectionsOf(started)).toBeLessThanOrEqual(1);
    expect(await search(started, key)).toMatchObject(OVERLOADED);
    work.end();
    await expect.poll(async () => (await search(started, key)).status).toBe(200);
  });
});

test("turns go round between tenants, and between the keys of one", async () => {
  const turns = createFairQueue();
  const asked = ["a1", "a1", "a1", "a2", "b1", "c1", "c1"];
  const order: string[] = [];
  await Promise.all(
    asked.map(async (keyId) => {
      await turns.next({ tenant: keyId.charAt(0), keyId });
      order.push(keyId);
    }),
  );
  expect(order).toEqual(["a1", "b1", "c1", "a2", "c1", "a1", "a1"]);
});

const underWay = (started: TestServer) => gauge(started, "http_requests_under_way");
const streamsOf = (started: TestServer) => gauge(started, "http_event_streams");

async function gauge({ memory, ask }: TestServer, name: string): Promise<number> {
  const { key } = await memory.keys.create({ tenant: TENANT, role: "operator", name: "counts" });
  const { text } = await ask("GET /metrics", { key });
  return Number(new RegExp(`mneme_${name} (\\d+)`).exec(text)?.[1]);
}

function connectionsOf({ server }: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
