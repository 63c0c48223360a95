// "The model failed" and "there was nothing to remember" are told apart: in the receipt, in the events, and by both
// once more through HTTP. What failed and may yet succeed is read again, once.

import { expect, onTestFinished, test } from "vitest";
import { startFaultServer } from "../support/fault-server.ts";
import { keysOf, TENANT, testServer } from "../surfaces/http-support.ts";

const FOUND = {
  candidates: [
    {
      category: "profile",
      text: "Ana lives in Porto.",
      quote: "I live in Porto",
      confidence: 0.9,
      importance: 3,
    },
  ],
};
const NOTHING = JSON.stringify({ candidates: [] });
const DOWN = { type: "status", status: 503 } as const;

function said(id: string, text = "I live in Porto") {
  return { channel: "general", id, author: { id: "u1", name: "Ana" }, text };
}

async function started() {
  const model = await startFaultServer({ says: JSON.stringify(FOUND), dims: 8 });
  onTestFinished(() => model.close());
  const fast = { baseUrl: model.url, model: "tiny", apiKey: "none" };
  const http = await testServer({ memory: { models: { fast, fallback: false } } });
  return { model, ...http, keys: await keysOf(http) };
}

type Event = Readonly<{ op: string; status: string; messageId?: string; detail?: string }>;

test("the library tells failure from nothing in its receipt and its events", async () => {
  const { model, memory } = await started();
  model.misbehave({ type: "say", text: NOTHING });
  const nothing = await memory.ingest({ tenant: TENANT, ...said("quiet") });
  model.misbehave(DOWN, DOWN, DOWN, DOWN);
  const failed = await memory.ingest({ tenant: TENANT, ...said("unread") });
  expect([nothing, failed]).toMatchObject([{ status: "nothing" }, { status: "failed" }]);
  expect(nothing).not.toHaveProperty("reason");
  expect(failed).toMatchObject({ reason: expect.stringMatching(/^retryable: /) });
  const { events } = await memory.admin.events({ tenant: TENANT });
  expect(events.filter((one) => one.messageId === "quiet")).toMatchObject([
    { op: "memory_extract_call", status: "skipped" },
  ]);
  expect(events.filter((one) => one.messageId === "unread")).toMatchObject([
    { op: "memory_extract_error", status: "error" },
  ]);
});

test("so does HTTP, for one message, for many, and for an edit", async () => {
  const { model, ask, keys } = await started();
  model.misbehave({ type: "say", text: NOTHING });
  const nothing = await ask("POST /v1/messages", { key: keys.write, body: said("quiet") });
  expect(nothing).toMatchObject({ status: 200, body: { status: "nothing" } });
  model.misbehave(DOWN, DOWN, DOWN, DOWN);
  const many = await ask("POST /v1/messages", {
    key: keys.write,
    body: { messages: [said("unread")] },
  });
  expect(many).toMatchObject({ status: 200, body: { receipts: [{ status: "failed" }] } });
  model.misbehave(DOWN, DOWN, DOWN, DOWN);
  const edited = await ask("PATCH /v1/messages/quiet", {
    key: keys.write,
    body: { text: "I live in Porto, I said" },
  });
  expect(edited).toMatchObject({ status: 200, body: { receipt: { status: "failed" } } });
  const log = await ask("GET /v1/events?limit=50", { key: keys.read });
  const { events } = log.body as { events: readonly Event[] };
  const ops = (id: string) => events.filter((one) => one.messageId === id).map(({ op }) => op);
  expect(ops("unread")).toEqual(["memory_extract_error"]);
  expect(ops("quiet")).toContain("memory_extract_error");
});

test("a failed edit is read again when the model heals, without anyone asking", async () => {
  const { model, memory, clock } = await started();
  await memory.ingest({ tenant: TENANT, ...said("m1", "hello there, everyone") });
  model.misbehave(DOWN, DOWN, DOWN, DOWN);
  const { receipt } = await memory.admin.editMessage({
    tenant: TENANT,
    id: "m1",
    text: "I live in Porto",
  });
  expect(receipt.status).toBe("failed");
  expect(await memory.jobs.list({ tenant: TENANT })).toMatchObject([
    { name: "mine", state: "queued" },
  ]);
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  await memory.drain();
  const facts = await memory.list({ tenant: TENANT, filter: { kinds: ["fact"] } });
  expect(facts.map(({ text }) => text)).toEqual(["Ana lives in Porto."]);
});
