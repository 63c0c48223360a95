// Puts load on a server and says what came back, and how the server's pulse was meanwhile.

import autocannon from "autocannon";

export type Load = Readonly<{
  url: string;
  key: string;
  path: string;
  /** A body for each request, made anew; without it the request is a `GET`. */
  body?: () => object;
  connections: number;
  seconds: number;
}>;

export type Figures = Readonly<{
  requestsPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  statuses: Readonly<Record<string, number>>;
  errors: number;
}>;

/** The distinct bodies a run goes through, so that no answer is the same question again and again. */
const BODIES = 500;
const TIMEOUT_SECONDS = 30;

export async function load(wanted: Load): Promise<Figures> {
  const { url, key, path, body, connections, seconds } = wanted;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const requests =
    body === undefined
      ? [{ method: "GET" as const, path, headers }]
      : Array.from({ length: BODIES }, () => ({
          ...{ method: "POST" as const, path, headers },
          body: JSON.stringify(body()),
        }));
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      { url, connections, duration: seconds, timeout: TIMEOUT_SECONDS, requests },
      (error, done) => (error === null ? resolve(done) : reject(error)),
    );
    run.on("response", (...[, status, , milliseconds]) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(milliseconds);
    });
  });
  latencies.sort((a, b) => a - b);
  const at = (share: number) => round(latencies[Math.floor((latencies.length - 1) * share)] ?? 0);
  return {
    requestsPerSecond: round(latencies.length / seconds),
    ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    statuses,
    errors: result.errors + result.timeouts,
  };
}

const BEAT_MS = 50;

/** Asks whether the server lives, twenty times a second until `stop` is called; the worst and the p99 in ms. */
export function takePulse(url: string): { stop: () => Promise<{ p99: number; worst: number }> } {
  const beats: number[] = [];
  const state = { isOver: false };
  const beating = (async () => {
    while (!state.isOver) {
      const began = performance.now();
      await (await fetch(`${url}/health/live`)).text();
      beats.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
    }
  })();
  return {
    stop: async () => {
      state.isOver = true;
      await beating;
      beats.sort((a, b) => a - b);
      return {
        p99: round(beats[Math.floor((beats.length - 1) * 0.99)] ?? 0),
        worst: round(beats.at(-1) ?? 0),
      };
    },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
