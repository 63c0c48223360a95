// Counts of what the server did, as Prometheus reads them. Labels name routes and outcomes, never a tenant or a user.

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Served = Readonly<{ route: string; method: string; status: number; seconds: number }>;

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
