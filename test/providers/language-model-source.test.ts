// A model is named, given as settings, or handed over; where it may live is checked before anything is sent.

import { createOpenAI } from "@ai-sdk/openai";
import { expect, test } from "vitest";
import { openLanguage } from "../../src/models/language/ai-sdk.ts";
import { type LanguageChoice, loadPackage } from "../../src/models/language/model-source.ts";
import { REQUEST as request } from "../support/faulty-language.ts";
import { memoryMeter } from "../support/memory-meter.ts";
import { stillOutside } from "../support/still-outside.ts";

type Sent = Readonly<{ url: string; headers: Headers; body: string }>;

/** A network that keeps what was sent and answers every call with 401. */
function sealedNetwork() {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = typeof init?.body === "string" ? init.body : "";
    sent.push({ url: String(input), headers: new Headers(init?.headers), body });
    return new Response("{}", { status: 401 });
  };
  return { sent, fetch, outside: { ...stillOutside(), fetch } };
}

function openWith(fast: LanguageChoice, limits = {}, network = sealedNetwork()) {
  return openLanguage({ fast, limits }, { meter: memoryMeter(), outside: network.outside });
}

test.each<[LanguageChoice, string, string]>([
  [
    { provider: "openai", model: "gpt-x", apiKey: "k1" },
    "https://api.openai.com/v1/responses",
    "authorization",
  ],
  [
    { provider: "anthropic", model: "claude-x", apiKey: "k1" },
    "https://api.anthropic.com/v1/messages",
    "x-api-key",
  ],
  [
    { provider: "google", model: "gemini-x", apiKey: "k1" },
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent",
    "x-goog-api-key",
  ],
  [
    { model: "any", baseUrl: "https://models.example.com/v1", apiKey: "k1" },
    "https://models.example.com/v1/chat/completions",
    "authorization",
  ],
])("%o is called at %s with its key in %s", async (fast, url, header) => {
  const network = sealedNetwork();
  const language = await openWith(fast, {}, network);
  expect(await language.generate(request)).toEqual({ type: "rejected", reason: "bad_key" });
  expect(network.sent.map((call) => call.url)).toEqual([url]);
  expect(network.sent[0]?.headers.get(header)).toContain("k1");
});

test("ollama is looked for on this machine, and its model's name may hold a colon", async () => {
  const network = sealedNetwork();
  const language = await openWith("ollama:llama3.2:3b", {}, network);
  await language.generate(request);
  expect(language.name).toBe("ollama:llama3.2:3b");
  expect(network.sent[0]?.url).toBe("http://127.0.0.1:11434/v1/chat/completions");
  expect(JSON.parse(network.sent[0]?.body ?? "")).toMatchObject({ model: "llama3.2:3b" });
});

test("OpenAI is asked to keep no copy", async () => {
  const network = sealedNetwork();
  const language = await openWith({ provider: "openai", model: "gpt-x", apiKey: "k" }, {}, network);
  await language.generate(request);
  expect(JSON.parse(network.sent[0]?.body ?? "")).toMatchObject({ store: false });
});

test("a model object of the SDK is used as it is, with its own network", async () => {
  const network = sealedNetwork();
  const model = createOpenAI({ apiKey: "k", fetch: network.fetch })("gpt-x");
  const language = await openWith(model);
  expect(await language.generate(request)).toEqual({ type: "rejected", reason: "bad_key" });
  expect(language.name).toBe("openai.responses:gpt-x");
  expect(network.sent).toHaveLength(1);
});

test("a model object of the older interface is understood too", async () => {
  const older = {
    provider: "old",
    modelId: "v2",
    doGenerate: async () => ({
      content: [{ type: "text", text: '{"facts":[]}' }],
      finishReason: "stop",
      usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 },
    }),
  };
  const language = await openWith(older);
  expect(await language.generate(request)).toEqual({
    type: "ok",
    value: { facts: [] },
    tokens: { input: 5, output: 2 },
  });
});

test("fast and deep requests go to their own models", async () => {
  const network = sealedNetwork();
  const at = (model: string) => ({ model, baseUrl: "https://models.example.com/v1" });
  const settings = { fast: at("small"), deep: at("large") };
  const language = await openLanguage(settings, { meter: memoryMeter(), outside: network.outside });
  await language.generate(request);
  await language.generate({ ...request, role: "deep" });
  expect(network.sent.map((call) => JSON.parse(call.body).model)).toEqual(["small", "large"]);
});

test.each<[string, LanguageChoice, string]>([
  ["no provider", "gpt-x", "openai:"],
  ["an unknown provider", "acme:gpt-x", "openai:"],
  ["no model", "openai:", "openai:"],
  ["plain http over the network", { model: "x", baseUrl: "http://models.example.com/v1" }, "https"],
  [
    "a host that only looks local",
    { model: "x", baseUrl: "http://127.0.0.1.example.com" },
    "https",
  ],
  [
    "a password in the address",
    { model: "x", baseUrl: "https://a:b@models.example.com" },
    "password",
  ],
  ["another scheme", { model: "x", baseUrl: "file:///etc/passwd" }, "neither"],
  ["no address", { model: "x" }, "base URL"],
])("%s is refused when the model is opened", async (_name, fast, hint) => {
  await expect(openWith(fast)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(hint),
  });
});

test("plain http over the network is called only when the operator allows it", async () => {
  const network = sealedNetwork();
  const fast = { model: "x", baseUrl: "http://models.example.com/v1" };
  const language = await openWith(fast, { allowInsecure: true }, network);
  await language.generate(request);
  expect(network.sent).toHaveLength(1);
});

test("with a list of allowed hosts no other one is called", async () => {
  const network = sealedNetwork();
  const choice = { provider: "openai", model: "gpt-x", apiKey: "k" } as const;
  const language = await openWith(choice, { allowedHosts: ["models.example.com"] }, network);
  expect(await language.generate(request)).toEqual({
    type: "rejected",
    reason: "forbidden_address",
  });
  expect(network.sent).toEqual([]);
});

test("a package that is not installed is named in the error", async () => {
  const name = "@ai-sdk/not-installed-here";
  await expect(loadPackage(name, () => import(name))).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(`npm install ${name}`),
  });
});
