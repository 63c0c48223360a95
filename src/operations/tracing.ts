// A span for every operation, for whoever traces the program this runs in. Only names, outcomes and times: nothing
// that anyone said, no tenant and no person. Without OpenTelemetry it costs nothing.

import { asMemoryError } from "../errors.ts";
import { ownValue } from "../model/own-value.ts";
import type { Tracing } from "./engine.ts";

/** What the conventions for generative AI call it. */
const GEN_AI_NAMES: Readonly<Record<string, string>> = {
  remember: "create_memory",
  rememberLine: "create_memory",
  rememberMany: "create_memory",
  ingest: "create_memory",
  updateByTopic: "upsert_memory",
  edit: "update_memory",
  pin: "update_memory",
  restore: "update_memory",
  merge: "update_memory",
  unmerge: "update_memory",
  promote: "update_memory",
  correctProfile: "update_memory",
  forget: "delete_memory",
  forgetMany: "delete_memory",
  deleteProfile: "delete_memory",
  erase: "delete_memory",
  search: "search_memory",
  query: "search_memory",
  context: "search_memory",
  vaultSearch: "search_memory",
};

const NO_TRACING: Tracing = { operation: (_name, act) => act(), within: (_carrier, act) => act() };

type OpenTelemetry = typeof import("@opentelemetry/api");

/** `load` brings the library; where it is not installed nothing is traced. */
export async function openTracing(
  load: () => Promise<OpenTelemetry> = () => import("@opentelemetry/api"),
): Promise<Tracing> {
  try {
    return tracingBy(await load());
  } catch (thrown) {
    if (isMissing(thrown)) return NO_TRACING;
    throw thrown;
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND";
}

function tracingBy(api: OpenTelemetry): Tracing {
  return {
    operation: (name, act) => traced(name, act, api),
    within: (carrier, act) => {
      const sent = Object.entries(carrier).filter(([key]) => /^trace(?:parent|state)$/.test(key));
      if (sent.length === 0) return act();
      const { context, propagation } = api;
      return context.with(propagation.extract(context.active(), Object.fromEntries(sent)), act);
    },
  };
}

function traced<T>(name: string, act: () => Promise<T>, api: OpenTelemetry): Promise<T> {
  const genAi = ownValue(GEN_AI_NAMES, name);
  const attributes = {
    "mneme.operation": name,
    ...(genAi === undefined ? {} : { "gen_ai.operation.name": genAi }),
  };
  const tracer = api.trace.getTracer("mneme");
  return tracer.startActiveSpan(genAi ?? `mneme ${name}`, { attributes }, async (span) => {
    try {
      return await act();
    } catch (thrown) {
      // The code alone: a message may hold what someone said.
      span.setAttribute("error.type", asMemoryError(thrown).code);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      throw thrown;
    } finally {
      span.end();
    }
  });
}
