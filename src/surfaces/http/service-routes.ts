// What the server says of itself: alive, ready, counts, its reference, the stream.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { refusal } from "./errors.ts";
import type { EventStreams } from "./event-stream.ts";
import { json, type Route } from "./route.ts";

const Nothing = z.strictObject({});

type Service = Readonly<{
  engine: MemoryEngine;
  streams: EventStreams;
  metrics: () => string;
  /** The reference, made once all routes are known. */
  reference: () => unknown;
}>;

export function serviceRoutes(service: Service): readonly Route[] {
  const { engine, streams, metrics, reference } = service;
  return [
    open("live", "/health/live", {
      summary: "Whether the process answers.",
      output: z.object({ status: z.literal("ok") }),
      run: async () => json({ status: "ok" }),
    }),
    open("ready", "/health/ready", {
      summary: "Whether the store answers, so that requests can be served.",
      output: z.object({
        status: z.literal("ready"),
        isReadOnly: z.literal(true).exactOptional().describe("The database can only be read."),
      }),
      run: async () => {
        await engine.keys.any();
        return json({ status: "ready", ...(engine.admin.isReadOnly ? { isReadOnly: true } : {}) });
      },
    }),
    open("reference", "/openapi.json", {
      summary: "This reference.",
      output: z.looseObject({ openapi: z.string() }),
      run: async () => json(reference()),
    }),
    {
      name: "metrics",
      method: "GET",
      path: "/metrics",
      access: "operate",
      input: Nothing,
      summary: "Counts and times of requests, as Prometheus reads them.",
      output: { mime: "text/plain; version=0.0.4" },
      run: async () => ({ type: "text", mime: "text/plain; version=0.0.4", text: metrics() }),
    },
    {
      name: "eventStream",
      method: "GET",
      path: "/v1/events/stream",
      access: "read",
      summary: "What the engine does in this tenant, as it happens (server-sent events).",
      input: Nothing,
      output: { mime: "text/event-stream" },
      run: async (asked) => {
        const { credential } = asked;
        if (credential === undefined) throw new MemoryError("unauthorized", "A key is needed.");
        return { type: "stream", open: streams.open({ ...asked, credential }) };
      },
    },
  ];
}

type Open = Pick<Route, "summary" | "output" | "run">;

function open(name: string, path: string, described: Open): Route {
  return { name, path, method: "GET", access: "open", input: Nothing, ...described };
}

// Counts of what the server did, as Prometheus reads them. Labels name routes and outcomes, never a tenant or a user.

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type Served = Readonly<{ route: string; method: string; status: number; seconds: number }>;

export interface Metrics {
  count(served: Served): void;
  /** Gauges are read when someone asks. */
  text(gauges: Readonly<Record<string, number>>): string;
}

type Durations = { readonly buckets: number[]; sum: number; count: number };

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Durations>();
  return {
    count: ({ route, method, status, seconds }) => {
      const labels = `method="${method}",route="${route}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      addDuration(durations, `method="${method}",route="${route}"`, seconds);
    },
    text: (gauges) =>
      [...counters(requests), ...histograms(durations), ...gaugeLines(gauges), ""].join("\n"),
  };
}

function addDuration(durations: Map<string, Durations>, labels: string, seconds: number): void {
  const known = durations.get(labels) ?? { buckets: BOUNDS_SECONDS.map(() => 0), sum: 0, count: 0 };
  for (const [index, bound] of BOUNDS_SECONDS.entries())
    if (seconds <= bound) known.buckets[index] = (known.buckets[index] ?? 0) + 1;
  known.sum += seconds;
  known.count += 1;
  durations.set(labels, known);
}

function counters(requests: ReadonlyMap<string, number>): readonly string[] {
  return [
    "# HELP mneme_http_requests_total Requests answered.",
    "# TYPE mneme_http_requests_total counter",
    ...[...requests].map(([labels, count]) => `mneme_http_requests_total{${labels}} ${count}`),
  ];
}

function histograms(durations: ReadonlyMap<string, Durations>): readonly string[] {
  const name = "mneme_http_request_duration_seconds";
  return [
    `# HELP ${name} Time from the first byte asked to the last byte answered.`,
    `# TYPE ${name} histogram`,
    ...[...durations].flatMap(([labels, { buckets, sum, count }]) => [
      ...BOUNDS_SECONDS.map(
        (bound, index) => `${name}_bucket{${labels},le="${bound}"} ${buckets[index] ?? 0}`,
      ),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ];
}

function gaugeLines(gauges: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(gauges).flatMap(([name, value]) => [
    `# TYPE mneme_${name} gauge`,
    `mneme_${name} ${value}`,
  ]);
}

// How many calls to models one key may cause in a minute: a request that makes a model work costs more than one that
// only reads, and is counted by what it costs.

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

export interface ModelCalls {
  /** Refuses what goes beyond the bound; a refused request costs nothing. */
  charge(keyId: string, calls: number): void;
}

type Spent = { readonly until: number; calls: number };

export function createModelCalls(perMinute: number, now: () => Date): ModelCalls {
  const byKey = new Map<string, Spent>();
  return {
    charge: (keyId, calls) => {
      if (calls === 0) return;
      const at = now().getTime();
      const known = byKey.get(keyId);
      const spent =
        known !== undefined && known.until > at ? known : { until: at + MINUTE_MS, calls: 0 };
      if (spent.calls + calls > perMinute)
        throw refusal("rate_limited", "This key has caused too many calls to models.", {
          limit: "model_calls",
          retryAfterSeconds: Math.ceil((spent.until - at) / 1000),
        });
      spent.calls += calls;
      if (byKey.size >= MAX_KEYS) byKey.clear();
      byKey.set(keyId, spent);
    },
  };
}
