// Every fault of a provider's wire, over a real socket, has one known outcome (R-PROV-1, 2, 7; items 76 to 79, 89, 90).

import { describe, expect, test } from "vitest";
import { openLanguage } from "../../src/models/language/ai-sdk.ts";
import { type Misbehaviour, startFaultServer } from "../support/fault-server.ts";
import { faultyLanguage, OK as ok, REQUEST as request, WELL } from "../support/faulty-language.ts";

const bench = faultyLanguage();

test("a healthy provider answers in one call, and what it says it used is what is booked", async () => {
  const language = await bench.open();
  expect(await language.generate(request)).toEqual(ok);
  expect(bench.calls()).toBe(1);
  expect(bench.meter().entries()).toEqual([
    {
      account: { tenant: "acme", user: "u1", model: "compatible:test" },
      reserved: { input: expect.any(Number), output: 100 },
      spent: { input: 11, output: 7 },
    },
  ]);
});

describe("trouble that may pass", () => {
  test.each<[string, number, string]>([
    ["a request timeout", 408, "timeout"],
    ["a conflict", 409, "server_error"],
    ["too many requests", 429, "rate_limited"],
    ["a server error", 500, "server_error"],
    ["a bad gateway", 502, "server_error"],
    ["unavailability", 503, "server_error"],
    ["overload", 529, "server_error"],
  ])("%s (%i) is asked four times and then is retryable, at no charge", async (...row) => {
    const [, status, reason] = row;
    bench.always({ type: "status", status, body: "<html>upstream is away</html>" });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual({ type: "retryable", reason });
    expect(bench.calls()).toBe(4);
    expect(bench.outside().slept()).toEqual([250, 500, 1000]);
    expect(
      bench
        .meter()
        .entries()
        .map((entry) => entry.spent),
    ).toEqual(Array(4).fill({ input: 0, output: 0 }));
  });

  test("a refused connection is retryable, and after healing the same language answers", async () => {
    const language = await bench.open();
    await bench.server().refuse();
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "unreachable" });
    expect(bench.calls()).toBe(0);
    expect(bench.meter().entries().at(-1)?.spent).toEqual({ input: 0, output: 0 });
    await bench.server().heal();
    expect(await language.generate(request)).toEqual(ok);
  });

  test("a connection reset after sending is retryable, and its estimate is booked", async () => {
    bench.always({ type: "reset" });
    const language = await bench.open({ maxRetries: 1 });
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "unreachable" });
    expect(bench.calls()).toBe(2);
    const [first] = bench.meter().entries();
    expect(first?.spent).toEqual(first?.reserved);
  });

  test("one failure and then an answer is an answer", async () => {
    bench.server().misbehave({ type: "status", status: 500 }, { type: "reset" });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual(ok);
    expect(bench.calls()).toBe(3);
  });
});

describe("waiting", () => {
  test("headers that never come end at the header timeout and the socket is closed", async () => {
    bench.always({ type: "hang_headers" });
    const language = await bench.open({ headersMs: 40, maxRetries: 1 });
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "timeout" });
    expect(bench.calls()).toBe(2);
    await bench.expectAbandoned(2);
    const [first] = bench.meter().entries();
    expect(first?.spent).toEqual(first?.reserved);
  });

  test.each<[string, Misbehaviour]>([
    ["that stops in the middle", { type: "hang_body" }],
    ["that drips", { type: "drip", everyMs: 5 }],
  ])("a body %s ends at the total timeout and the socket is closed", async (_name, fault) => {
    bench.always(fault);
    const language = await bench.open({ totalMs: 60, maxRetries: 0 });
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "timeout" });
    await bench.expectAbandoned(1);
  });

  test("a model object that ignores its signal is left behind at the total timeout", async () => {
    const deaf = {
      provider: "home",
      modelId: "deaf",
      doGenerate: () => new Promise<never>(() => undefined),
    };
    const language = await openLanguage(
      { fast: deaf, limits: { totalMs: 30, maxRetries: 0 } },
      bench.deps(),
    );
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "timeout" });
  });

  test.each<[string, string, number]>([
    ["in seconds", "7", 7000],
    ["as a date", new Date(Date.parse("2026-05-01T10:00:09Z")).toUTCString(), 9000],
  ])("Retry-After %s is waited for", async (_name, value, waited) => {
    bench.server().misbehave({ type: "status", status: 429, headers: { "retry-after": value } });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual(ok);
    expect(bench.outside().slept()).toEqual([waited]);
  });

  test("an absurd Retry-After is not waited for: the provider is left alone for a minute", async () => {
    bench.server().misbehave({ type: "status", status: 429, headers: { "retry-after": "999999" } });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "rate_limited" });
    expect(bench.outside().slept()).toEqual([]);
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "circuit_open" });
    expect(bench.calls()).toBe(1);
    bench.outside().pass(60_000);
    expect(await language.generate(request)).toEqual(ok);
  });

  test("waits that would pass the total timeout are not begun", async () => {
    bench.always({ type: "status", status: 429, headers: { "retry-after": "50" } });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "rate_limited" });
    expect(bench.outside().slept()).toEqual([50_000, 50_000]);
  });
});

describe("trouble that will not pass", () => {
  test.each<[number, string]>([
    [400, "bad_request"],
    [401, "bad_key"],
    [402, "no_credit"],
    [403, "bad_key"],
    [404, "unknown_model"],
    [413, "too_large"],
    [422, "bad_request"],
  ])("status %i is rejected as %s after one call, at no charge", async (status, reason) => {
    bench.always({ type: "status", status, body: '{"error":{"message":"no"}}' });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual({ type: "rejected", reason });
    expect(bench.calls()).toBe(1);
    expect(bench.meter().entries().at(-1)?.spent).toEqual({ input: 0, output: 0 });
  });

  // The trap is on loopback too, so that this test sends nothing elsewhere even when the rule is broken.
  test.each([301, 302, 303, 307, 308])(
    "a redirect (%i) is refused and not followed",
    async (status) => {
      const trap = await startFaultServer({ says: WELL, dims: 4 });
      bench.always({
        type: "status",
        status,
        headers: { location: `${trap.url}/chat/completions` },
      });
      const language = await bench.open();
      expect(await language.generate(request)).toEqual({ type: "rejected", reason: "redirected" });
      expect([bench.calls(), trap.calls().length]).toEqual([1, 0]);
      await trap.close();
    },
  );
});
