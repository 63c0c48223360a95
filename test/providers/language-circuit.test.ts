// A provider that keeps failing is left alone, and found again when it is well (R-PROV-2; items 78, 79).

import { describe, expect, test } from "vitest";
import { faultyLanguage, OK as ok, REQUEST as request } from "../support/faulty-language.ts";
import { memoryMeter } from "../support/memory-meter.ts";

const bench = faultyLanguage();

describe("the circuit", () => {
  test("five failures in thirty seconds stop the calls, and one probe at a time finds out that it is well", async () => {
    bench.always({ type: "status", status: 500 });
    const language = await bench.open();
    await language.generate(request);
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "server_error" });
    expect(bench.calls()).toBe(5);
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "circuit_open" });
    expect(bench.calls()).toBe(5);
    bench.outside().pass(30_000);
    await bench.server().heal();
    const both = await Promise.all([language.generate(request), language.generate(request)]);
    expect(both).toEqual([ok, { type: "retryable", reason: "circuit_open" }]);
    expect(await language.generate(request)).toEqual(ok);
  });

  test("a failed probe keeps it open for another while", async () => {
    bench.always({ type: "status", status: 503 });
    const language = await bench.open();
    await language.generate(request);
    await language.generate(request);
    bench.outside().pass(30_000);
    expect(await language.generate(request)).toEqual({ type: "retryable", reason: "server_error" });
    expect(bench.calls()).toBe(6);
  });

  test("ten failures and then health give one answer in the end", async () => {
    bench.server().misbehave(...Array(10).fill({ type: "status", status: 500 }));
    const language = await bench.open();
    let outcome = await language.generate(request);
    for (let round = 0; round < 20 && outcome.type !== "ok"; round++) {
      bench.outside().pass(30_000);
      outcome = await language.generate(request);
    }
    expect(outcome).toEqual(ok);
    expect(bench.calls()).toBe(11);
  });

  test("a spent budget says nothing about the provider", async () => {
    const language = await bench.open({}, memoryMeter(0));
    for (let call = 0; call < 6; call++) {
      expect(await language.generate(request)).toEqual({ type: "rejected", reason: "over_budget" });
    }
    expect(bench.calls()).toBe(0);
    expect(bench.meter().entries()).toEqual([]);
  });
});
