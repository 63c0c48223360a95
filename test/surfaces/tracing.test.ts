// Spans: one for each operation, in the caller's trace, with names and outcomes and nothing that anyone said.

import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTracing } from "../../src/operations/tracing.ts";
import { mcpMount } from "../../src/surfaces/mcp/mount.ts";
import { testEngine } from "../support/engine.ts";
import { keysOf, TENANT, testServer } from "./http-support.ts";
import { call, clientOf, ERAS } from "./mcp-support.ts";

type Recorded = {
  name: string;
  parent: string | undefined;
  attributes: Record<string, unknown>;
  status?: number;
  isEnded: boolean;
};

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

let spans: Recorded[];

/** The smallest program that traces: it keeps what it is told. */
beforeEach(() => {
  spans = [];
  context.setGlobalContextManager(contextManager());
  propagation.setGlobalPropagator(PROPAGATOR);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
});
afterEach(() => {
  trace.disable();
  propagation.disable();
  context.disable();
});

function contextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (of, act, self) => storage.run(of, () => Reflect.apply(act, self, [])),
    bind: (_of, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

const PROPAGATOR: TextMapPropagator = {
  fields: () => ["traceparent"],
  inject: () => undefined,
  extract: (of, carrier, getter) => {
    const [, traceId = "", spanId = ""] = String(getter.get(carrier, "traceparent")).split("-");
    return trace.setSpanContext(of, { traceId, spanId, traceFlags: 1 });
  },
};

const tracer: Tracer = {
  startSpan: () => {
    throw new Error("not used");
  },
  startActiveSpan: (name: string, ...rest: unknown[]) => {
    const act = rest.at(-1) as (span: Span) => unknown;
    const { attributes = {} } = rest[0] as { attributes?: Record<string, unknown> };
    const parent = trace.getSpanContext(context.active())?.traceId;
    const recorded: Recorded = { name, parent, attributes, isEnded: false };
    spans.push(recorded);
    const span = {
      setAttribute: (key: string, value: unknown) => {
        recorded.attributes[key] = value;
      },
      setStatus: ({ code }: { code: number }) => {
        recorded.status = code;
      },
      end: () => {
        recorded.isEnded = true;
      },
    };
    return act(span as unknown as Span) as never;
  },
};

const SECRET = "The harbour master hides a zebra.";

test("every operation is a span with a name of the conventions, and holds nothing that was said", async () => {
  const { memory } = await testEngine();
  const { stored } = await memory.remember({ tenant: TENANT, kind: "log", text: SECRET });
  await memory.search({ tenant: TENANT, query: "zebra" });
  await memory.forget({ tenant: TENANT, id: stored[0]?.id ?? "" });
  await memory.stats({ tenant: TENANT });
  expect(spans.map(({ name, attributes }) => [name, attributes])).toEqual([
    ["create_memory", { "mneme.operation": "remember", "gen_ai.operation.name": "create_memory" }],
    ["search_memory", { "mneme.operation": "search", "gen_ai.operation.name": "search_memory" }],
    ["delete_memory", { "mneme.operation": "forget", "gen_ai.operation.name": "delete_memory" }],
    ["mneme stats", { "mneme.operation": "stats" }],
  ]);
  expect(JSON.stringify(spans)).not.toMatch(/zebra|harbour|acme/);
  expect(spans.every(({ isEnded }) => isEnded)).toBe(true);
});

test("a failure is told by its code alone", async () => {
  const { memory } = await testEngine();
  await expect(
    memory.edit({ tenant: TENANT, id: "zebra", set: { text: SECRET } }),
  ).rejects.toThrow();
  expect(spans).toMatchObject([
    { status: SpanStatusCode.ERROR, attributes: { "error.type": "not_found" }, isEnded: true },
  ]);
  expect(JSON.stringify(spans)).not.toContain("zebra");
});

test("a request over HTTP goes on in the trace of its `traceparent`", async () => {
  const started = await testServer();
  const { read } = await keysOf(started);
  spans = [];
  await started.ask("GET /v1/stats", { key: read, headers: { traceparent: TRACEPARENT } });
  await started.ask("GET /v1/stats", { key: read });
  expect(spans.map(({ parent }) => parent)).toEqual([TRACE, undefined]);
});

test.each(ERAS)("a tool call of %s goes on in the trace of its `_meta`", async (era) => {
  const mount: { close?: () => Promise<void> } = {};
  const started = await testServer({
    mounts: (memory) => {
      const mcp = mcpMount(memory, () => undefined);
      mount.close = mcp.close;
      return [mcp];
    },
  });
  const { read } = await keysOf(started);
  const endpoint = { url: new URL(`${started.server.url}/mcp`), reported: [] };
  const client = await clientOf(endpoint, read, era);
  spans = [];
  await client.callTool({
    ...{ name: "memory_list", arguments: {} },
    _meta: { traceparent: TRACEPARENT },
  });
  await call(client, "memory_list");
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ["mneme list", TRACE],
    ["mneme list", undefined],
  ]);
  await client.close();
  await mount.close?.();
});

test("without OpenTelemetry everything runs, and any other failure to load it is told", async () => {
  const missing = Object.assign(new Error("no such package"), { code: "ERR_MODULE_NOT_FOUND" });
  const tracing = await openTracing(() => Promise.reject(missing));
  expect(await tracing.operation("search", async () => 7)).toBe(7);
  expect(tracing.within({ traceparent: TRACEPARENT }, () => 8)).toBe(8);
  expect(spans).toEqual([]);
  await expect(openTracing(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
