// Reads LangGraph's `configurable` once, at the edge. It comes from whoever calls the graph.

import type { RunnableConfig } from "@langchain/core/runnables";
import { getCheckpointId } from "@langchain/langgraph-checkpoint";
import type { GraphThread } from "../../model/graph-checkpoint.ts";
import { present } from "../../model/present.ts";
import type { GraphQuery } from "../../operations/frameworks.ts";

type Given = Readonly<Record<string, unknown>>;

function given(config: RunnableConfig): Given {
  return config.configurable ?? {};
}

function textOf(from: Given, field: string): string | undefined {
  const value = from[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new Error(`\`configurable.${field}\` must be a string.`);
}

export function threadOf(tenant: string, config: RunnableConfig): GraphThread | undefined {
  const thread = textOf(given(config), "thread_id");
  if (thread === undefined) return undefined;
  return { tenant, thread, namespace: textOf(given(config), "checkpoint_ns") ?? "" };
}

export type WrittenPlace = GraphThread &
  Readonly<{ parent: string | undefined; user: string | undefined }>;

/** Where something is written: below the checkpoint that the configuration names, if it names one. */
export function writtenPlaceOf(tenant: string, config: RunnableConfig): WrittenPlace {
  const thread = threadOf(tenant, config);
  if (thread === undefined || thread.thread === "")
    throw new Error(
      'A checkpoint belongs to a thread: pass `{ configurable: { thread_id: "…" } }` when you call the graph.',
    );
  return {
    ...thread,
    parent: textOf(given(config), "checkpoint_id"),
    user: textOf(given(config), "user_id"),
  };
}

/** What a listing is narrowed to; a field that is absent narrows nothing. */
export function queryOf(
  tenant: string,
  config: RunnableConfig,
  before: RunnableConfig | undefined,
): Omit<GraphQuery, "limit"> {
  return present({
    tenant,
    thread: textOf(given(config), "thread_id"),
    namespace: textOf(given(config), "checkpoint_ns"),
    id: textOf(given(config), "checkpoint_id"),
    before: before === undefined ? undefined : getCheckpointId(before) || undefined,
  });
}
