// A language model behind the fault server, with still time and a fresh ledger for every test.

import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { z } from "zod";
import { openLanguage } from "../../src/models/language/ai-sdk.ts";
import type { LineLimits } from "../../src/models/language/line.ts";
import type { Language } from "../../src/ports/language.ts";
import { type FaultServer, type Misbehaviour, startFaultServer } from "./fault-server.ts";
import { type MemoryMeter, memoryMeter } from "./memory-meter.ts";
import { type StillOutside, stillOutside } from "./still-outside.ts";

export const WELL = '{"facts":["Ana moved to Lisbon."]}';

export const REQUEST = {
  role: "fast",
  system: "Find facts.",
  prompt: "I moved to Lisbon",
  schema: z.object({ facts: z.array(z.string()) }),
  maxOutputTokens: 100,
  tenant: "acme",
  user: "u1",
} as const;

export const OK = {
  type: "ok",
  value: { facts: ["Ana moved to Lisbon."] },
  tokens: { input: 11, output: 7 },
};

export type FaultyLanguage = Readonly<{
  open: (limits?: Partial<LineLimits>, meter?: MemoryMeter) => Promise<Language>;
  deps: () => Readonly<{ meter: MemoryMeter; outside: StillOutside }>;
  server: () => FaultServer;
  meter: () => MemoryMeter;
  outside: () => StillOutside;
  /** Calls that reached the server in this test. */
  calls: () => number;
  /** Misbehaves for longer than any test asks. */
  always: (fault: Misbehaviour) => void;
  expectAbandoned: (count: number) => Promise<void>;
}>;

export function faultyLanguage(): FaultyLanguage {
  let server: FaultServer;
  let now: { outside: StillOutside; meter: MemoryMeter; calls: number; abandoned: number };
  beforeAll(async () => {
    server = await startFaultServer({ says: WELL, dims: 4 });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.heal();
    const [calls, abandoned] = [server.calls().length, server.abandoned()];
    now = { outside: stillOutside(), meter: memoryMeter(), calls, abandoned };
  });
  return {
    open: (limits = {}, meter = now.meter) => {
      now = { ...now, meter };
      const fast = { baseUrl: server.url, model: "test", apiKey: "k" };
      return openLanguage({ fast, limits }, now);
    },
    deps: () => now,
    server: () => server,
    meter: () => now.meter,
    outside: () => now.outside,
    calls: () => server.calls().length - now.calls,
    always: (fault) => server.misbehave(...Array.from({ length: 20 }, () => fault)),
    expectAbandoned: (count) => expect.poll(() => server.abandoned() - now.abandoned).toBe(count),
  };
}
