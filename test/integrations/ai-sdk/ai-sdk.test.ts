// The AI SDK's middleware and tools: what is remembered reaches the prompt, what is said is remembered, and no chat
// waits for the memory or fails for it.

import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import {
  generateText,
  simulateReadableStream,
  stepCountIs,
  streamText,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect, test, vi } from "vitest";
import { MemoryError } from "../../../src/index.ts";
import {
  type MemoryMiddlewareOptions,
  memoryMiddleware,
  memoryTools,
} from "../../../src/integrations/ai-sdk/index.ts";
import { testEngine } from "../../support/engine.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const STOP = { unified: "stop", raw: "stop" } as const;

function answering(text: string): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: "text", text }],
      finishReason: STOP,
      usage: USAGE,
      warnings: [],
    },
    doStream: async () => ({
      stream: simulateReadableStream<LanguageModelV3StreamPart>({
        chunks: [
          { type: "text-start", id: "1" },
          ...text
            .split(" ")
            .map((delta) => ({ type: "text-delta", id: "1", delta: `${delta} ` }) as const),
          { type: "text-end", id: "1" },
          { type: "finish", finishReason: STOP, usage: USAGE },
        ],
      }),
    }),
  });
}

async function scene(more: Partial<MemoryMiddlewareOptions> = {}) {
  const { memory } = await testEngine();
  const errors: [unknown, string][] = [];
  const options = {
    memory,
    tenant: "acme",
    user: "u1",
    userName: "Ana",
    agent: "helper",
    channel: "chat-1",
    onError: (error: unknown, during: string) => errors.push([error, during]),
    ...more,
  };
  const inner = answering("Nice to hear that.");
  const model = wrapLanguageModel({ model: inner, middleware: memoryMiddleware(options) });
  return { memory, errors, inner, model, options };
}

const promptOf = (inner: MockLanguageModelV3, call = 0) =>
  JSON.stringify((inner.doGenerateCalls[call] ?? inner.doStreamCalls[call])?.prompt);

test("what was said in one call is in the prompt of the next, fenced as data, after the host's own words", async () => {
  const { memory, inner, model, errors } = await scene();
  await generateText({ model, prompt: "I moved to Lisbon last week." });
  await memory.drain();
  await generateText({ model, system: "Be brief.", prompt: "Where do I live?" });
  const prompt = inner.doGenerateCalls[1]?.prompt;
  expect(prompt?.map(({ role }) => role)).toEqual(["system", "system", "user"]);
  expect(prompt?.[0]?.content).toBe("Be brief.");
  expect(String(prompt?.[1]?.content)).toMatch(/^<m n[0-9a-f]+> Remembered[\s\S]*Lisbon/);
  expect(errors).toEqual([]);
});

test("with nothing remembered the prompt is left as it is", async () => {
  const { inner, model } = await scene();
  await generateText({ model, prompt: "Hello there" });
  expect(inner.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(["user"]);
});

test("the person's words are kept as theirs and the answer as the assistant's", async () => {
  const { memory, model } = await scene();
  const { text } = streamText({ model, prompt: "My dog is called Rex." });
  expect((await text).trim()).toBe("Nice to hear that.");
  await memory.drain();
  const { hits } = await memory.search({ tenant: "acme", query: "Rex hear", over: "messages" });
  const said = hits.flatMap((hit) => (hit.item === "message" ? [hit.message] : []));
  expect(said.map(({ author, role }) => [author.id, role]).sort()).toEqual([
    ["helper", "assistant"],
    ["u1", "user"],
  ]);
});

test("another person's prompt holds nothing of what is this person's own", async () => {
  const { memory, options } = await scene();
  await memory.remember({
    tenant: "acme",
    kind: "log",
    stability: "stable",
    text: "Ana's locker code word is heron.",
    user: "u1",
    scope: "user",
  });
  const inner = answering("ok");
  const model = wrapLanguageModel({
    model: inner,
    middleware: memoryMiddleware({ ...options, user: "u2" }),
  });
  await generateText({ model, prompt: "What is the locker code word?" });
  expect(promptOf(inner)).not.toContain("heron");
});

test("a stream is not held up by a write that never ends", async () => {
  const { model, errors } = await scene({
    memory: {
      context: () => Promise.reject(new MemoryError("store_unavailable", "down")),
      ingest: () => new Promise(() => undefined),
      search: () => Promise.reject(new Error("unused")),
      remember: () => Promise.reject(new Error("unused")),
      forget: () => Promise.reject(new Error("unused")),
    },
  });
  const { text } = streamText({ model, prompt: "Hello" });
  expect((await text).trim()).toBe("Nice to hear that.");
  expect((await generateText({ model, prompt: "Hello" })).text).toBe("Nice to hear that.");
  expect(errors.map(([, during]) => during)).toEqual(["recall", "recall"]);
});

test("the first word reaches the reader while the turn is still being written", async () => {
  const order: string[] = [];
  const { options } = await scene();
  const slow = wrapLanguageModel({
    model: answering("one two three"),
    middleware: memoryMiddleware({
      ...options,
      memory: {
        ...options.memory,
        ingest: async (message) => {
          order.push("write begins");
          await new Promise((resolve) => setTimeout(resolve, 300));
          order.push("write ends");
          return options.memory.ingest(message);
        },
      },
    }),
  });
  const { textStream } = streamText({ model: slow, prompt: "count" });
  for await (const word of textStream) order.push(word.trim());
  expect(order.indexOf("three")).toBeGreaterThan(0);
  expect(order).not.toContain("write ends");
  await vi.waitFor(() => expect(order.filter((entry) => entry === "write ends")).toHaveLength(2));
});

test("a memory that is closed fails no chat, and both failures are told", async () => {
  const { memory, model, errors } = await scene();
  await memory.close();
  const { text } = await generateText({ model, prompt: "Are you there?" });
  expect(text).toBe("Nice to hear that.");
  await vi.waitFor(() => expect(errors).toHaveLength(3));
  expect(errors.map(([, during]) => during).sort()).toEqual(["ingest", "ingest", "recall"]);
  for (const [error] of errors) expect(error).toMatchObject({ code: "closed" });
});

test("a recall that takes too long is left out", async () => {
  const { options } = await scene();
  const errors: string[] = [];
  const inner = answering("ok");
  const model = wrapLanguageModel({
    model: inner,
    middleware: memoryMiddleware({
      ...options,
      memory: { ...options.memory, context: () => new Promise(() => undefined) },
      recallTimeoutMs: 50,
      onError: (_error, during) => errors.push(during),
    }),
  });
  // The context never comes, so without a limit neither does the answer.
  expect((await generateText({ model, prompt: "hi there" })).text).toBe("ok");
  expect(errors).toEqual(["recall"]);
});

test("in a loop of tool calls the person is heard once, and the tools find, keep and forget", async () => {
  const { memory, options } = await scene();
  await memory.remember({
    tenant: "acme",
    kind: "fact",
    text: "Ana lives in Porto.",
    subject: "u1",
    origin: "user",
  });
  const call = (toolName: string, input: object) => ({
    content: [
      { type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) } as const,
    ],
    finishReason: { unified: "tool-calls", raw: "tool-calls" } as const,
    usage: USAGE,
    warnings: [],
  });
  const inner = new MockLanguageModelV3({
    doGenerate: [
      call("search_memory", { query: "where does Ana live" }),
      call("save_memory", { text: "Ana prefers trains to planes when she travels." }),
      {
        content: [{ type: "text", text: "You live in Porto." }],
        finishReason: STOP,
        usage: USAGE,
        warnings: [],
      },
    ],
  });
  const { text, steps: taken } = await generateText({
    model: wrapLanguageModel({ model: inner, middleware: memoryMiddleware(options) }),
    tools: memoryTools(options),
    stopWhen: stepCountIs(5),
    prompt: "Where do I live, and note that I prefer trains?",
  });
  expect(text).toBe("You live in Porto.");
  const outputs = taken.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
  expect(JSON.stringify(outputs[0])).toContain("Ana lives in Porto.");
  const [id] = Reflect.get(Object(outputs[1]), "stored");
  expect(await memory.get({ tenant: "acme", id })).toMatchObject({ origins: ["assistant"] });
  await memory.drain();
  const { hits } = await memory.search({
    tenant: "acme",
    query: "note that I prefer trains",
    over: "messages",
  });
  expect(hits.filter((hit) => hit.item === "message" && hit.message.role === "user")).toHaveLength(
    1,
  );
  const forget = memoryTools(options).forget_memory.execute;
  await forget?.({ id }, { toolCallId: "f", messages: [] });
  expect(await memory.get({ tenant: "acme", id })).toBeUndefined();
});
