// What the server says of itself: alive, ready, counts, its reference, the stream.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { EventStreams } from "./event-stream.ts";
import { json, type Route } from "./route.ts";

const Nothing = z.strictObject({});

export type Service = Readonly<{
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
        await engine.hasKeys();
        return json({ status: "ready", ...(engine.isReadOnly ? { isReadOnly: true } : {}) });
      },
    }),
    open("reference", "/openapi.json", {
      summary: "This reference.",
      output: z.looseObject({ openapi: z.string() }),
      run: async () => json(reference()),
    }),
    {
      ...{ name: "metrics", method: "GET", path: "/metrics", access: "operate", input: Nothing },
      summary: "Counts and times of requests, as Prometheus reads them.",
      output: { mime: "text/plain; version=0.0.4" },
      run: async () => ({ type: "text", mime: "text/plain; version=0.0.4", text: metrics() }),
    },
    {
      ...{ name: "eventStream", method: "GET", path: "/v1/events/stream", access: "read" },
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
