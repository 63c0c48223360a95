// How long a provider may take to be reached, as against to answer (R-PROV-2), over real sockets.

import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openLanguage } from "../../src/models/language/ai-sdk.ts";
import { wireFetch } from "../../src/models/language/guarded-fetch.ts";
import { LANGUAGE_LIMITS, type LineLimits } from "../../src/models/language/line.ts";
import { startFaultServer } from "../support/fault-server.ts";
import { REQUEST as request, WELL } from "../support/faulty-language.ts";
import { memoryMeter } from "../support/memory-meter.ts";
import { stillOutside } from "../support/still-outside.ts";

/** Takes the connection and never says a word, so that no handshake comes to an end. */
async function silentServer(): Promise<Readonly<{ port: number; open: () => number }>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, open: () => sockets.size };
}

async function ask(baseUrl: string, limits: Partial<LineLimits>) {
  const meter = memoryMeter();
  const fast = { baseUrl, model: "test", apiKey: "k" };
  const language = await openLanguage({ fast, limits }, { meter, outside: stillOutside() });
  return { said: await language.generate(request), meter };
}

test("five seconds to connect, thirty to the headers and two minutes in all", () => {
  expect(LANGUAGE_LIMITS).toMatchObject({ connectMs: 5_000, headersMs: 30_000, totalMs: 120_000 });
});

test("a provider that cannot be reached in time is unreachable, costs nothing, and its socket is closed", async () => {
  const silent = await silentServer();
  const limits = { connectMs: 60, headersMs: 20_000, maxRetries: 1 };
  const { said, meter } = await ask(`https://127.0.0.1:${silent.port}/v1`, limits);
  expect(said).toEqual({ type: "retryable", reason: "unreachable" });
  expect(meter.entries().map(({ spent }) => spent)).toEqual(Array(2).fill({ input: 0, output: 0 }));
  await expect.poll(silent.open).toBe(0);
});

test("a provider that is slow to answer is not taken for one that cannot be reached", async () => {
  const silent = await silentServer();
  const limits = { connectMs: 30, headersMs: 150, maxRetries: 0 };
  const { said, meter } = await ask(`http://127.0.0.1:${silent.port}/v1`, limits);
  expect(said).toEqual({ type: "retryable", reason: "timeout" });
  expect(meter.entries()[0]?.spent).toEqual(meter.entries()[0]?.reserved);
});

test("one connection serves call after call, and a kept one is not waited for", async () => {
  const server = await startFaultServer({ says: WELL, dims: 4 });
  onTestFinished(() => server.close());
  const call = () => wireFetch(`${server.url}/chat`, { method: "POST", body: "{}" }, 1_000);
  for (let n = 0; n < 3; n += 1) {
    const answer = await call();
    expect(answer.status).toBe(200);
    // Only after an answer was read to its end is its connection free for the next call.
    await answer.text();
    await setImmediate();
  }
  const answer = await wireFetch(`${server.url}/chat`, { method: "POST", body: "{}" }, 0);
  expect(answer.status).toBe(200);
});

test("what is no HTTP at all fails as fetch fails", async () => {
  const server = createServer((socket) =>
    socket.on("error", () => undefined).end("nonsense\r\n\r\n"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { said } = await ask(`http://127.0.0.1:${port}/v1`, { maxRetries: 0 });
  expect(said).toEqual({ type: "retryable", reason: "unreachable" });
});
