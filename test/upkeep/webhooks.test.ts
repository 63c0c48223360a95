// Events out: a real receiver that checks signatures with the library of Standard Webhooks.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryOptions } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";

const TENANT = "acme";
const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes, ok").toString("base64")}`;

type Received = Readonly<{ id: string; type: string; data: Record<string, unknown> }>;
type Receiver = Readonly<{
  url: string;
  got: Received[];
  raw: string[];
  /** What it answers from now on. */
  answer: { status: number };
}>;

async function receiver(): Promise<Receiver> {
  const got: Received[] = [];
  const raw: string[] = [];
  const answer = { status: 204 };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      raw.push(body);
      const headers = request.headers as Record<string, string>;
      // Throws for a wrong signature; the time of a test's own clock is set aside by what is signed anew.
      const id = headers["webhook-id"] ?? "";
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const signed = new Webhook(SECRET).sign(id, at, body);
      const isSigned = signed === headers["webhook-signature"];
      if (isSigned && answer.status < 300) got.push({ id, ...JSON.parse(body) });
      response.writeHead(isSigned ? answer.status : 401, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook/token`, got, raw, answer };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

type Endpoint = NonNullable<MemoryOptions["webhooks"]>[number];

function to(url: string, over: Partial<Endpoint> = {}): Endpoint {
  return { name: "audit", url, secret: SECRET, allowPrivate: true, ...over };
}

const note = (text: string) => ({ tenant: TENANT, kind: "log", text }) as const;

describe("what is committed", () => {
  test("is told once each, signed, without a word of what was said", async () => {
    const { url, got, raw } = await receiver();
    const { memory } = await testEngine({ webhooks: [to(url)] });
    const { stored } = await memory.remember(note("Ana's locker is number 12."));
    const id = stored[0]?.id ?? "";
    await memory.ingest({
      ...{ tenant: TENANT, channel: "hall", id: "m1" },
      ...{ author: { id: "ana", name: "Ana" }, text: "Good morning, the code word is marigold!" },
    });
    await memory.edit({ tenant: TENANT, id, set: { text: "Ana's locker is number 14." } });
    await memory.forget({ tenant: TENANT, id });
    await memory.restore({ tenant: TENANT, id });
    await memory.drain();
    await memory.forget({ tenant: TENANT, id, purge: true });
    await memory.drain();
    const types = got.map(({ type }) => type);
    for (const type of [
      ...["memory.created", "message.received", "memory.updated"],
      ...["memory.forgotten", "memory.restored", "memory.deleted"],
    ])
      expect(types).toContain(type);
    expect(new Set(got.map((one) => one.id)).size).toBe(got.length);
    expect(got.find(({ type }) => type === "memory.created")?.data).toMatchObject({
      tenant: TENANT,
      id,
      kind: "log",
      cause: "remember",
    });
    expect(raw.join()).not.toMatch(/locker|marigold|whsec/);
    const sent = got.length;
    await memory.drain();
    expect(got).toHaveLength(sent);
  });

  test("is told of reviews, and of what an erasure took, by id alone", async () => {
    const { url, got } = await receiver();
    const events = ["review.opened", "review.decided", "memory.deleted"] as const;
    const { memory } = await testEngine({ webhooks: [to(url, { events: [...events] })] });
    const city = { kind: "trait", section: "bio", subject: "ana", field: "city" } as const;
    await memory.remember({ tenant: TENANT, text: "Ana lives in Porto.", ...city });
    const [review] = await memory.review.list({ tenant: TENANT });
    const { id = "", hash = "" } = review ?? {};
    const { memory: kept } = await memory.review.approve({
      tenant: TENANT,
      id,
      hash,
      actor: "ana",
    });
    await memory.drain();
    await memory.erase({ tenant: TENANT, subject: "ana", actor: "boss" });
    await memory.drain();
    const told = got.map(({ type, data }) => `${type} ${String(data["id"])}`);
    expect(told.sort()).toEqual([
      `memory.deleted ${kept?.id}`,
      `review.decided ${id}`,
      `review.opened ${id}`,
    ]);
  });

  test("goes to those who asked for it: by event and by tenant", async () => {
    const [all, few] = [await receiver(), await receiver()];
    const { memory } = await testEngine({
      webhooks: [
        to(all.url),
        to(few.url, { name: "few", events: ["memory.forgotten"], tenants: ["other"] }),
      ],
    });
    const { stored } = await memory.remember(note("The hall is closed on Mondays."));
    await memory.forget({ tenant: TENANT, id: stored[0]?.id ?? "" });
    const { stored: theirs } = await memory.remember({
      ...note("The bay is calm."),
      tenant: "other",
    });
    await memory.forget({ tenant: "other", id: theirs[0]?.id ?? "" });
    await memory.drain();
    expect(few.got.map(({ type, data }) => [type, data["tenant"]])).toEqual([
      ["memory.forgotten", "other"],
    ]);
    expect(all.got).toHaveLength(4);
    expect(await memory.admin.webhooks({ tenant: TENANT })).toMatchObject([{ name: "audit" }]);
  });
});

describe("a receiver that fails", () => {
  test("is tried again under the same id, and gets it when it is back", async () => {
    const { url, got, raw, answer } = await receiver();
    const { memory, pass } = await testEngine({ webhooks: [to(url)] });
    answer.status = 503;
    await memory.remember(note("The hall is closed on Mondays."));
    await memory.drain();
    expect([raw.length, got]).toEqual([1, []]);
    expect(await memory.admin.webhooks({ tenant: TENANT })).toMatchObject([
      { waiting: 1, dead: 0, lastError: "The webhook `audit` answered 503." },
    ]);
    // Not before its pause is over.
    await memory.drain();
    expect(raw).toHaveLength(1);
    answer.status = 200;
    pass(1);
    await memory.drain();
    expect(raw.length).toBe(2);
    const [job] = await memory.jobs.list({ tenant: TENANT });
    expect([got.map(({ type }) => type), job]).toEqual([["memory.created"], undefined]);
  });

  test("is given up after eight tries, is shown, and can be tried again by hand", async () => {
    const { url, got, raw, answer } = await receiver();
    const { memory, pass } = await testEngine({ webhooks: [to(url)] });
    // A redirect is no delivery, and is not followed.
    answer.status = 307;
    await memory.remember(note("The hall is closed on Mondays."));
    for (let day = 0; day < 12; day++) {
      await memory.drain();
      pass(1);
    }
    expect(raw).toHaveLength(8);
    expect(await memory.admin.webhooks({ tenant: TENANT })).toMatchObject([
      { waiting: 0, dead: 1 },
    ]);
    const [dead] = await memory.jobs.list({ tenant: TENANT, states: ["dead"] });
    expect(dead?.lastError).toBe("The webhook `audit` answered 307.");
    answer.status = 200;
    await memory.jobs.retry({ tenant: TENANT, id: dead?.id ?? "" });
    await memory.drain();
    expect(got).toHaveLength(1);
    expect(got[0]?.id).toBe(dead?.id);
  });

  test("holds up neither the call nor the receiver beside it", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const { url, got } = await receiver();
    const { memory } = await testEngine({
      webhooks: [to(`http://127.0.0.1:${port}/`, { name: "silent" }), to(url)],
    });
    await memory.remember(note("The hall is closed on Mondays."));
    const draining = memory.drain();
    await expect.poll(() => got.length, { timeout: 9_000 }).toBe(1);
    // Ends what is on its way instead of waiting for it.
    await memory.close();
    await draining;
  });

  test("is not told later what a purged memory was: only that it is gone", async () => {
    const { url, got, answer } = await receiver();
    const { memory, pass } = await testEngine({ webhooks: [to(url)] });
    answer.status = 503;
    const { stored } = await memory.remember(note("The hall is closed on Mondays."));
    await memory.drain();
    await memory.forget({ tenant: TENANT, id: stored[0]?.id ?? "", purge: true });
    answer.status = 200;
    pass(1);
    await memory.drain();
    expect(got.map(({ type }) => type)).toEqual(["memory.deleted"]);
  });

  test("loses nothing when the process ends before anything was sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mneme-webhook-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { url, got } = await receiver();
    const settings = { path: join(folder, "memory.db"), webhooks: [to(url)] };
    const first = await createMemory(settings);
    await first.remember(note("The hall is closed on Mondays."));
    await first.close();
    const second = await createMemory(settings);
    onTestFinished(() => second.close());
    await second.drain();
    expect(got.map(({ type }) => type)).toEqual(["memory.created"]);
  });
});

describe("an address inside", () => {
  test.each([
    "https://127.0.0.1/",
    "https://localhost/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://0.0.0.0/",
    "https://2130706433/",
  ])("%s is not called unless that is allowed", async (url) => {
    const { memory } = await testEngine({ webhooks: [to(url, { allowPrivate: false })] });
    expect(await memory.admin.testWebhook({ tenant: TENANT, webhook: "audit" })).toEqual({
      isDelivered: false,
      detail: expect.stringContaining("private address"),
    });
  });

  test("that is allowed is called, and says what came back", async () => {
    const { url, got, answer } = await receiver();
    const { memory } = await testEngine({ webhooks: [to(url)] });
    const asked = { tenant: TENANT, webhook: "audit" };
    expect(await memory.admin.testWebhook(asked)).toEqual({
      isDelivered: true,
      detail: "answered 204",
    });
    expect(got).toMatchObject([{ type: "webhook.test", data: { tenant: TENANT } }]);
    answer.status = 500;
    expect(await memory.admin.testWebhook(asked)).toMatchObject({ isDelivered: false });
    await expect(
      memory.admin.testWebhook({ tenant: TENANT, webhook: "other" }),
    ).rejects.toMatchObject({ code: "not_found", message: expect.stringContaining("audit") });
  });
});

describe("settings", () => {
  test.each<[string, Partial<Endpoint>, RegExp]>([
    ["plain http", { url: "http://example.com/", allowPrivate: false }, /https/],
    ["another protocol", { url: "ftp://example.com/" }, /url/],
    ["a short secret", { secret: "whsec_short" }, /secret/],
    ["an unknown event", { events: ["memory.seen" as "memory.created"] }, /events/],
    ["a name with a space", { name: "my hook" }, /name/],
  ])("%s is refused by name", async (_what, over, why) => {
    await expect(testEngine({ webhooks: [to("https://example.com/", over)] })).rejects.toThrow(why);
  });

  test("two of one name are refused", async () => {
    const both = [to("https://example.com/a"), to("https://example.com/b")];
    await expect(testEngine({ webhooks: both })).rejects.toThrow(/twice/);
  });

  test("neither the secret nor the path is ever shown", async () => {
    const { url } = await receiver();
    const { memory } = await testEngine({ webhooks: [to(url)] });
    const shown = JSON.stringify([
      await memory.admin.settings({ tenant: TENANT }),
      (await memory.admin.webhooks({ tenant: TENANT })).map(({ host }) => host),
    ]).replaceAll("webhooks", "");
    expect(shown).toContain("127.0.0.1");
    expect(shown).not.toMatch(/whsec|hook/);
  });
});

test("the receiver on the page takes what is sent, and refuses what is not signed", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/events.md"), "utf8");
  const code = page.match(/```ts receiver\.ts\n([\s\S]*?)```/)?.[1] ?? "";
  const cache = join(import.meta.dirname, "../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "mneme-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "receiver.mts");
  writeFileSync(file, `process.env.WEBHOOK_SECRET = ${JSON.stringify(SECRET)};\n${code}`);
  const { server, seen } = (await import(file)) as {
    server: import("node:http").Server;
    seen: { type: string }[];
  };
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) =>
    server.listening ? resolve() : server.once("listening", resolve),
  );
  const { port } = server.address() as AddressInfo;
  // The receiver trusts no old signature, so this engine has the real time.
  const memory = await createMemory({
    path: ":memory:",
    webhooks: [to(`http://127.0.0.1:${port}/`)],
  });
  onTestFinished(() => memory.close());
  await memory.remember(note("The hall is closed on Mondays."));
  await memory.drain();
  expect(seen).toMatchObject([{ type: "memory.created", data: { tenant: TENANT } }]);
  const forged = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,none" },
    body: "{}",
  });
  expect([forged.status, seen.length]).toEqual([401, 1]);
});
