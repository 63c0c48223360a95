// The real clients of OpenAI and Anthropic with memory around them, and through the proxy: what is known reaches the
// model, what is said is remembered, every chunk goes through as it comes, and no call fails for the memory.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { expect, onTestFinished, test } from "vitest";
import type { ChatMemory } from "../../src/surfaces/chat/memory-fetch.ts";
import { startProxy } from "../../src/surfaces/chat/proxy.ts";
import { withMemory } from "../../src/surfaces/chat/with-memory.ts";
import { testEngine } from "../support/engine.ts";
import { type ChatServer, startChatServer } from "./chat-server.ts";

const tenant = "acme";
const ANSWER = "You live in Lisbon, near the überlange river.";
const KNOWN = "I moved to Lisbon last week.";
const QUESTION = "Where do I live?";
const user = { role: "user" as const, content: QUESTION };
const model = "tiny";

type Way = "withMemory" | "proxy";
type Scene = Awaited<ReturnType<typeof scene>>;

async function scene(way: Way, more: Partial<ChatMemory> & { isHeld?: boolean } = {}) {
  const { isHeld = false, ...options } = more;
  const { memory } = await testEngine({ upkeep: false });
  const author = { id: "ana", name: "Ana" };
  await memory.ingest({ tenant, channel: "chat-1", author, text: KNOWN });
  const server = await startChatServer(ANSWER, isHeld);
  const errors: [unknown, string][] = [];
  const chat: ChatMemory = {
    ...{ memory, tenant, user: "ana", userName: "Ana", agent: "helper", channel: "chat-1" },
    onError: (error, during) => errors.push([error, during]),
    ...options,
  };
  const url = way === "proxy" ? await proxyTo(server, chat) : server.url;
  const around = <C extends OpenAI | Anthropic>(client: C): C =>
    way === "proxy" ? client : withMemory(client, chat);
  return {
    ...{ memory, server, errors, url },
    openai: around(new OpenAI({ apiKey: "key-1", baseURL: `${url}/v1`, maxRetries: 2 })),
    anthropic: around(new Anthropic({ apiKey: "key-2", baseURL: url, maxRetries: 2 })),
    heard: async () => {
      await memory.drain();
      const said = await memory.admin.messages({ tenant, channel: "chat-1" });
      return said
        .toReversed()
        .map(({ author: { id }, role, text }) => [id, role, text])
        .slice(1);
    },
  };
}

async function proxyTo({ url: to }: ChatServer, chat: ChatMemory): Promise<string> {
  const proxy = await startProxy({ to, port: 0, chat });
  onTestFinished(() => proxy.stop());
  return proxy.url;
}

/** How each protocol is called, whole and streamed; each gives the words that came. */
const CALLS: Readonly<Record<string, (of: Scene) => Promise<string>>> = {
  "chat.completions": async ({ openai }) => {
    const made = await openai.chat.completions.create({ model, messages: [user] });
    return made.choices[0]?.message.content ?? "";
  },
  "chat.completions, streamed": async ({ openai }) => {
    const said: string[] = [];
    const asked = { model, messages: [user], stream: true as const };
    for await (const { choices } of await openai.chat.completions.create(asked))
      said.push(choices[0]?.delta.content ?? "");
    return said.join("");
  },
  responses: async ({ openai }) =>
    (await openai.responses.create({ model, input: QUESTION })).output_text,
  "responses, streamed": async ({ openai }) => {
    const said: string[] = [];
    for await (const event of await openai.responses.create({ model, input: [user], stream: true }))
      if (event.type === "response.output_text.delta") said.push(event.delta);
    return said.join("");
  },
  messages: async ({ anthropic }) => {
    const { content } = await anthropic.messages.create({ model, max_tokens: 9, messages: [user] });
    return content[0]?.type === "text" ? content[0].text : "";
  },
  "messages, streamed": async ({ anthropic }) => {
    const stream = anthropic.messages.stream({ model, max_tokens: 9, messages: [user] });
    return stream.finalText();
  },
};

const WAYS = (["withMemory", "proxy"] as const).flatMap((way) =>
  Object.entries(CALLS).map(([name, call]) => [way, name, call] as const),
);

test.each(WAYS)(
  "%s, %s: what is known reaches the model, and the turn is remembered",
  async (way, _name, call) => {
    const one = await scene(way);
    expect(await call(one)).toBe(ANSWER);
    const [asked] = one.server.asked;
    const sent = JSON.stringify(asked?.body);
    expect(sent).toContain("Lisbon");
    expect(sent).toMatch(/<m n[0-9a-f]+>/);
    expect(JSON.stringify(asked?.headers)).toMatch(/key-\d"/);
    expect(await one.heard()).toEqual([
      ["ana", "user", QUESTION],
      ["helper", "assistant", ANSWER],
    ]);
    expect(one.errors).toEqual([]);
  },
);

test.each(WAYS)(
  "%s, %s: a memory that fails or hangs leaves the call as it was",
  async (way, _name, call) => {
    const broken = () => Promise.reject(new Error("the disk is gone"));
    const hanging = () => new Promise<never>(() => undefined);
    for (const context of [broken, hanging]) {
      const one = await scene(way, { memory: { context, ingest: broken }, recallTimeoutMs: 20 });
      expect(await call(one)).toBe(ANSWER);
      expect(JSON.stringify(one.server.asked[0]?.body)).not.toContain("Lisbon");
      expect(one.errors.map(([, during]) => during)).toEqual(["recall", "ingest", "ingest"]);
    }
  },
);

test.each(["withMemory", "proxy"] as const)(
  "%s: each chunk is there before the next one is sent",
  async (way) => {
    const one = await scene(way, { isHeld: true });
    const asked = { model, messages: [user], stream: true as const };
    const pending = one.openai.chat.completions.create(asked);
    await one.server.held();
    one.server.step();
    const chunks = (await pending)[Symbol.asyncIterator]();
    const words: string[] = [];
    for (const _word of ANSWER.split(" ")) {
      words.push((await chunks.next()).value?.choices[0]?.delta.content ?? "");
      await one.server.held();
      one.server.step();
    }
    expect(words.join("")).toBe(ANSWER);
  },
);

test.each(["withMemory", "proxy"] as const)(
  "%s: a chat that is broken off is broken off at the model, and its answer is not remembered",
  async (way) => {
    const one = await scene(way, { isHeld: true });
    const asked = { model, messages: [user], stream: true as const };
    const pending = one.openai.chat.completions.create(asked);
    await one.server.held();
    one.server.step();
    const stream = await pending;
    await stream[Symbol.asyncIterator]().next();
    stream.controller.abort();
    while (one.server.abandoned() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await one.heard()).toEqual([["ana", "user", QUESTION]]);
  },
);

test.each(["withMemory", "proxy"] as const)(
  "%s: an error of the model stays that error, is retried as before, and is not listened to",
  async (way) => {
    const one = await scene(way);
    one.server.fail(404);
    await expect(CALLS["messages"]?.(one)).rejects.toMatchObject({ status: 404 });
    await expect(one.heard()).resolves.toEqual([]);
    one.server.fail(500, 503);
    expect(await CALLS["chat.completions"]?.(one)).toBe(ANSWER);
    expect(one.server.asked).toHaveLength(4);
    expect(await one.heard()).toHaveLength(2);
  },
);

test.each(["withMemory", "proxy"] as const)(
  "%s: what stands in the request already stays, and what is said once is heard once",
  async (way) => {
    const one = await scene(way);
    const tool = { id: "t1", type: "function", function: { name: "f", arguments: "{}" } } as const;
    await one.openai.chat.completions.create({
      model,
      temperature: 0.5,
      messages: [
        { role: "system", content: "You are kind." },
        user,
        { role: "assistant", tool_calls: [tool] },
        { role: "tool", tool_call_id: "t1", content: "42" },
      ],
    });
    const cache_control = { type: "ephemeral" } as const;
    await one.anthropic.messages.create({
      ...{ model, max_tokens: 9, messages: [user] },
      system: [{ type: "text", text: "You are kind.", cache_control }],
    });
    const [first, second] = one.server.asked.map(({ body }) => body as Record<string, unknown>);
    expect(first).toMatchObject({ temperature: 0.5 });
    expect(first?.["messages"]).toMatchObject([
      { role: "system", content: "You are kind." },
      { role: "system", content: expect.stringContaining("Lisbon") },
      ...[user, { role: "assistant" }, { role: "tool", content: "42" }],
    ]);
    expect(second?.["system"]).toMatchObject([
      { text: "You are kind.", cache_control },
      { type: "text", text: expect.stringContaining("Lisbon") },
    ]);
    const said = await one.heard();
    expect(said.filter(([, role]) => role === "user")).toHaveLength(1);
  },
);

test.each(["withMemory", "proxy"] as const)(
  "%s: anything else goes through untouched",
  async (way) => {
    const one = await scene(way);
    const models = await one.openai.models.list();
    expect(models.data.map(({ id }) => id)).toEqual(["tiny"]);
    await one.openai.embeddings.create({ model, input: "Where do I live?" }).catch(() => undefined);
    expect(one.server.asked.map(({ path }) => path)).toEqual(["/v1/models", "/v1/embeddings"]);
    expect(JSON.stringify(one.server.asked)).not.toContain("Lisbon");
    expect(await one.heard()).toEqual([]);
  },
);

test("a client that is neither is refused by name", () => {
  expect(() => withMemory({ withOptions: () => ({}) } as never, {} as never)).toThrow(
    "new OpenAI()",
  );
});

test("by headers a request of the proxy speaks for another person, and they go no further", async () => {
  const one = await scene("proxy");
  const headers = { "x-mneme-user": "ben", "x-mneme-channel": "chat-2" };
  await one.openai.chat.completions.create({ model, messages: [user] }, { headers });
  await one.memory.drain();
  const said = await one.memory.admin.messages({ tenant, channel: "chat-2" });
  expect(said.map(({ author: { id } }) => id)).toEqual(["helper", "ben"]);
  expect(Object.keys(one.server.asked[0]?.headers ?? {}).join()).not.toContain("mneme");
});

test("the proxy turns away pages of other sites and strange names, and tells what cannot be reached", async () => {
  const one = await scene("proxy");
  const strange = await fetch(`${one.url}/v1/models`, {
    headers: { origin: "https://evil.example" },
  });
  expect(strange.status).toBe(403);
  expect(one.server.asked).toEqual([]);
  const chat = {
    memory: one.memory,
    tenant,
    user: "a",
    agent: "b",
    channel: "c",
    onError: () => undefined,
  };
  const nowhere = await startProxy({ to: "http://127.0.0.1:1", port: 0, chat });
  onTestFinished(() => nowhere.stop());
  expect((await fetch(`${nowhere.url}/v1/models`)).status).toBe(502);
  for (const to of ["http://api.example.com", "file:///etc", "nonsense", "https://a:b@c.example"])
    await expect(startProxy({ to, port: 0, chat })).rejects.toMatchObject({
      code: "invalid_input",
    });
});
