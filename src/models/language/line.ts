// A line to one provider: asks, waits, asks again, and gives up in bounded time. Knows nothing of what is asked.

import type { RejectedReason, RetryableReason } from "../../ports/language.ts";
import { type Fault, faultOf, TIMED_OUT, WireError } from "./fault.ts";
import { type WireFetch, type WireLimits, wireFetch } from "./guarded-fetch.ts";

export type LineLimits = WireLimits &
  PaceSettings &
  Readonly<{
    /** For one call with all its retries. */
    totalMs: number;
    maxRetries: number;
  }>;

export const LANGUAGE_LIMITS: LineLimits = {
  connectMs: 5_000,
  headersMs: 30_000,
  totalMs: 120_000,
  maxRetries: 3,
  maxResponseBytes: 1024 * 1024,
  maxConcurrent: 4,
  tokensPerMinute: null,
  allowInsecure: false,
};

/** The clock, chance and the network, so that tests need none of them. */
export type Outside = Readonly<{
  /** Milliseconds since 1970. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
  fetch: WireFetch;
}>;

export const OUTSIDE: Outside = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
  fetch: wireFetch,
};

export type Line = Readonly<{
  limits: LineLimits;
  circuit: Circuit;
  pace: Pace;
  outside: Outside;
}>;

export type Asked<T> =
  | Readonly<{ type: "ok"; value: T }>
  | Readonly<{ type: "retryable"; reason: RetryableReason }>
  | Readonly<{ type: "rejected"; reason: RejectedReason }>;

/** What one try came to. */
export type Try<T> = Readonly<{ type: "ok"; value: T }> | Fault;

const CIRCUIT = { maxFailures: 5, windowMs: 30_000, openMs: 30_000 };
const MAX_RETRY_AFTER_MS = 60_000;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;

export function openLine(limits: LineLimits, outside: Outside): Line {
  const circuit = createCircuit(CIRCUIT, outside.now);
  return { limits, circuit, pace: createPace(limits, outside), outside };
}

/** Asks until there is an answer, a fault that will not pass, or no more time. */
export async function ask<T>(
  line: Line,
  tryOnce: (leftMs: number) => Promise<Try<T>>,
): Promise<Asked<T>> {
  const { circuit, limits, outside } = line;
  const deadline = outside.now() + limits.totalMs;
  let reason: RetryableReason = "circuit_open";
  let garbled = 0;
  for (let retries = 0; ; retries++) {
    const permit = circuit.admit();
    if (!permit) return { type: "retryable", reason };
    const result = await reported(permit, () => tryOnce(deadline - outside.now()));
    if (result.type === "garbled") garbled++;
    else if (result.type === "retryable") reason = result.reason;
    const step = afterTry(result, { retries, garbled, deadline }, line);
    if (step.type !== "again") return step;
    await outside.sleep(step.waitMs);
  }
}

type Again = Readonly<{ type: "again"; waitMs: number }>;
type Progress = Readonly<{ retries: number; garbled: number; deadline: number }>;

/** One unusable answer is forgiven; the second means that the model cannot do it. */
function afterTry<T>(result: Try<T>, progress: Progress, line: Line): Asked<T> | Again {
  if (result.type === "ok") return result;
  if (result.type === "rejected") return { type: "rejected", reason: result.reason };
  const isLast = progress.retries >= line.limits.maxRetries;
  if (result.type === "garbled") {
    const isEnough = isLast || progress.garbled > 1;
    return isEnough ? { type: "rejected", reason: "bad_output" } : { type: "again", waitMs: 0 };
  }
  const waitMs = waitBefore(progress.retries, result.retryAfterMs, line);
  const isOver = isLast || line.outside.now() + waitMs >= progress.deadline;
  return isOver ? { type: "retryable", reason: result.reason } : { type: "again", waitMs };
}

/** Full jitter, or what the provider asked for; a provider that asks for too much is left alone instead. */
function waitBefore(retries: number, retryAfterMs: number, { circuit, outside }: Line): number {
  if (retryAfterMs > MAX_RETRY_AFTER_MS) {
    circuit.openFor(MAX_RETRY_AFTER_MS);
    return Number.POSITIVE_INFINITY;
  }
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries);
  return Math.max(retryAfterMs, outside.random() * ceiling);
}

async function reported<T>(
  permit: (result: CallResult) => void,
  run: () => Promise<Try<T>>,
): Promise<Try<T>> {
  let verdict: CallResult = "unused";
  try {
    const result = await run();
    verdict = resultOf(result);
    return result;
  } finally {
    permit(verdict);
  }
}

function resultOf(result: Try<unknown>): CallResult {
  if (result.type === "retryable") return "down";
  return result.type === "rejected" && result.reason === "over_budget" ? "unused" : "up";
}

/** Runs one call with a signal; ends in time even if the callee ignores it. Faults come back as values. */
export async function callProvider<T>(
  run: (signal: AbortSignal) => PromiseLike<T>,
  { leftMs, now }: Readonly<{ leftMs: number; now: () => number }>,
): Promise<Try<T>> {
  if (leftMs <= 0) return { ...TIMED_OUT, charge: "none" };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new WireError(TIMED_OUT)), leftMs);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason), { once: true });
  });
  try {
    return { type: "ok", value: await Promise.race([run(stop.signal), stopped]) };
  } catch (thrown) {
    const fault = faultOf(thrown, now());
    if (fault) return fault;
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

// Stops calling a provider that keeps failing, and lets one call through now and then to see if it is back.

type CircuitSettings = Readonly<{
  maxFailures: number;
  windowMs: number;
  openMs: number;
}>;

/** `unused`: the call was never made, so it says nothing about the provider. */
type CallResult = "up" | "down" | "unused";

/** Leave to make one call, whose result must be told exactly once. */
type Permit = (result: CallResult) => void;

interface Circuit {
  /** Undefined while the circuit is open. */
  admit(): Permit | undefined;
  /** For a provider that asks to be left alone. */
  openFor(ms: number): void;
}

type CircuitState = { failures: readonly number[]; openUntil: number | null; isProbing: boolean };
type Report = Readonly<{ result: CallResult; isProbe: boolean; now: number }>;

function createCircuit(settings: CircuitSettings, now: () => number): Circuit {
  const state: CircuitState = { failures: [], openUntil: null, isProbing: false };
  return {
    admit: () => {
      const isProbe = state.openUntil !== null;
      if (!mayCall(state, now())) return undefined;
      state.isProbing = isProbe;
      return (result) => record(state, { result, isProbe, now: now() }, settings);
    },
    openFor: (ms) => open(state, now() + ms),
  };
}

function mayCall(state: CircuitState, now: number): boolean {
  return state.openUntil === null || (now >= state.openUntil && !state.isProbing);
}

function record(state: CircuitState, report: Report, settings: CircuitSettings): void {
  const { result, isProbe, now } = report;
  if (isProbe) state.isProbing = false;
  if (result === "up") {
    state.failures = [];
    state.openUntil = null;
  } else if (result === "down") {
    state.failures = [...state.failures.filter((at) => now - at < settings.windowMs), now];
    const isTooMany = state.failures.length >= settings.maxFailures;
    if (isProbe || isTooMany) open(state, now + settings.openMs);
  }
}

function open(state: CircuitState, until: number): void {
  state.openUntil = Math.max(state.openUntil ?? 0, until);
  state.failures = [];
}

// Keeps one provider's share of calls and tokens inside what its operator allows.

type PaceSettings = Readonly<{
  maxConcurrent: number;
  /** Null: no limit of ours. */
  tokensPerMinute: number | null;
}>;

interface Pace {
  /** Runs the work when there is room for it, first come first served. */
  run<T>(tokens: number, work: () => Promise<T>): Promise<T>;
}

type Timing = Readonly<{ now: () => number; sleep: (ms: number) => Promise<void> }>;
type PaceState = {
  running: number;
  readonly waiting: (() => void)[];
  recent: readonly { at: number; tokens: number }[];
};

const MINUTE_MS = 60_000;

export function createPace(settings: PaceSettings, outside: Timing): Pace {
  const state: PaceState = { running: 0, waiting: [], recent: [] };
  return {
    run: async (tokens, work) => {
      await takeSlot(state, settings.maxConcurrent);
      try {
        await waitForTokens(state, tokens, { settings, outside });
        return await work();
      } finally {
        leaveSlot(state);
      }
    },
  };
}

async function takeSlot(state: PaceState, maxConcurrent: number): Promise<void> {
  if (state.running < maxConcurrent) state.running++;
  else await new Promise<void>((resolve) => state.waiting.push(resolve));
}

/** A freed slot goes straight to the next in line, so nobody can slip in between. */
function leaveSlot(state: PaceState): void {
  const next = state.waiting.shift();
  if (next) next();
  else state.running--;
}

async function waitForTokens(
  state: PaceState,
  tokens: number,
  { settings, outside }: { settings: PaceSettings; outside: Timing },
): Promise<void> {
  const limit = settings.tokensPerMinute;
  if (limit === null) return;
  for (;;) {
    const now = outside.now();
    state.recent = state.recent.filter((call) => now - call.at < MINUTE_MS);
    const used = state.recent.reduce((sum, call) => sum + call.tokens, 0);
    const oldest = state.recent[0];
    // A call larger than the whole allowance still gets its turn, alone.
    if (oldest === undefined || used + tokens <= limit) break;
    await outside.sleep(oldest.at + MINUTE_MS - now);
  }
  state.recent = [...state.recent, { at: outside.now(), tokens }];
}
