// Puts routes and mounts into the framework.

import type { FastifyInstance } from "fastify";
import { MemoryError } from "../../errors.ts";
import type { Tracing } from "../../operations/engine.ts";
import { requestReader } from "./asking.ts";
import type { Idempotency } from "./idempotency.ts";
import { answerTo } from "./idempotency.ts";
import type { Limits, Mount } from "./options.ts";
import type { Route } from "./route.ts";
import type { ModelCalls } from "./service-routes.ts";

type Deps = Readonly<{
  limits: Limits;
  idempotency: Idempotency;
  modelCalls: ModelCalls;
  tracing: Tracing;
}>;

export function registerRoute(app: FastifyInstance, route: Route, deps: Deps): void {
  const read = requestReader(route);
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ":$1"),
    bodyLimit: bodyLimit(route, deps.limits),
    config: { access: route.access, isFile: route.isFile === true },
    handler: async (request, reply) => {
      const asked = read(request, request.who ?? undefined);
      deps.modelCalls.charge(asked.credential?.keyId ?? "", route.modelCalls?.(asked) ?? 0);
      const { body, url } = request;
      return deps.tracing.within(request.headers, () =>
        answerTo({ route, asked, body, url }, reply, deps.idempotency),
      );
    },
  });
}

function bodyLimit({ isBatch, isFile }: Route, limits: Limits): number {
  if (isFile === true) return limits.fileBytes;
  return isBatch === true ? limits.batchBytes : limits.bodyBytes;
}

/** What is mounted writes its own answer; it has passed the same doors. */
export function registerMount(
  app: FastifyInstance,
  { path, methods, handle }: Mount,
  { modelCalls, tracing }: Pick<Deps, "modelCalls" | "tracing">,
): void {
  app.route({
    method: [...methods],
    url: path,
    config: { access: "read" },
    handler: async (request, reply) => {
      const credential = request.who?.credential;
      if (credential === undefined) throw new MemoryError("unauthorized", "A key is needed.");
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      const charge = (calls: number) => modelCalls.charge(credential.keyId, calls);
      const asked = { credential, body: request.body, charge };
      await tracing
        .within(request.headers, () => handle(request.raw, reply.raw, asked))
        .finally(() => request.place?.finish());
    },
  });
}
