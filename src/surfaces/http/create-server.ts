// Makes the HTTP server over an engine: the doors every request passes, and a route for everything there is. It does
// not listen, and it prints nothing.

import { randomUUID } from "node:crypto";
import cors, { type FastifyCorsOptions } from "@fastify/cors";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { readDashboard, registerDashboard } from "./dashboard.ts";
import { findDocs, registerDocs } from "./docs-site.ts";
import { addDoors, createIntake } from "./doors.ts";
import { answerEarlyError, answerErrors, refuseBrokenRequest } from "./errors.ts";
import { createEventStreams, watchActivities } from "./event-stream.ts";
import { createIdempotency } from "./idempotency.ts";
import { messageRoute } from "./message-route.ts";
import { openApi } from "./open-api.ts";
import { createCursors, operationRoutes, promisedRoutes } from "./operation-routes.ts";
import { DEFAULT_LIMITS, type ServerOptions } from "./options.ts";
import { readJson } from "./read-json.ts";
import { registerMount, registerRoute } from "./register-routes.ts";
import type { Route } from "./route.ts";
import { createMetrics, createModelCalls, type Metrics, serviceRoutes } from "./service-routes.ts";
import { createSessions, sessionRoutes } from "./session-routes.ts";

const WATCH_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 50;
const CUT_OFF_MS = 500;
const MAX_HEADER_BYTES = 16_384;
const MAX_PARAMETER_CHARACTERS = 3_072;

export type Server = Readonly<{
  app: FastifyInstance;
  /** Everything it answers, for the reference and for tests. */
  routes: readonly Route[];
  /** Turns newcomers away, lets what is under way end, and closes. The engine stays open: it is its owner's. */
  stop: () => Promise<void>;
}>;

export async function createServer(options: ServerOptions): Promise<Server> {
  const { engine, now = () => new Date(), report = () => undefined } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const intake = createIntake();
  const metrics = createMetrics();
  const sessions = createSessions(options.dev, now);
  const failed = (error: Parameters<typeof report>[0]["error"]) => report({ requestId: "", error });
  const watch = watchActivities({ engine, everyMs: WATCH_EVERY_MS, failed });
  const streams = createEventStreams(watch, limits);
  const dashboard = await readDashboard(options.dashboard);
  const docs = await findDocs(options.docs);
  const operating = { engine, cursors: createCursors(options.cursorSecret, now) };
  const routes: readonly Route[] = [
    ...operationRoutes(operating),
    messageRoute({ engine, limits, report }),
    ...promisedRoutes(operating),
    ...sessionRoutes(sessions, dashboard === undefined ? "/openapi.json" : `${dashboard.path}/`),
    ...serviceRoutes({
      engine,
      streams,
      metrics: () => metrics.text(gauges(intake.count(), streams.count())),
      reference: () => openApi(routes),
    }),
  ];
  const app = bareApp(options);
  app.server.maxConnections = limits.connections;
  await app.register(helmet, HEADERS);
  await app.register(rateLimit, { global: false });
  const { allowedOrigins = [] } = options;
  if (allowedOrigins.length > 0) await app.register(cors, sharedWith(allowedOrigins));
  addDoors(app, { options, limits, sessions, intake });
  answerErrors(app, limits, report);
  countAnswers(app, metrics);
  const idempotency = createIdempotency(
    { answers: limits.idempotentAnswers, bytes: limits.idempotentBytes },
    now,
  );
  const modelCalls = createModelCalls(limits.modelCallsPerKeyPerMinute, now);
  const passing = {
    limits,
    idempotency,
    modelCalls,
    tracing: engine.admin.tracing,
  };
  for (const route of routes) registerRoute(app, route, passing);
  if (dashboard !== undefined) registerDashboard(app, dashboard);
  if (docs !== undefined) registerDocs(app, docs);
  for (const mount of options.mounts ?? []) registerMount(app, mount, passing);
  logRequests(app);
  const stop = async () => {
    app.log.info("stopping");
    streams.close();
    watch.close();
    await intake.close(limits.stopSeconds);
    await closeConnections(app);
    app.log.info("stopped");
  };
  return { app, routes, stop };
}

/**
 * Nobody is being served any more. Connections that wait are closed as they fall idle; one that never sent a request
 * never does, so after a moment the rest is cut off.
 */
async function closeConnections(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), CUT_OFF_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cutOff);
}

const HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  frameguard: { action: "deny" },
  // Whether a name is served over TLS only is for whatever stands in front to say.
  strictTransportSecurity: false,
  referrerPolicy: { policy: "no-referrer" },
} as const;

/** For pages of other origins: what they may send, and which headers of an answer they may read. */
const SHARED: FastifyCorsOptions = {
  origin: true,
  methods: ["GET", "POST", "PATCH", "PUT", "DELETE"],
  allowedHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "X-Api-Key"],
  exposedHeaders: ["X-Request-Id", "ETag", "Retry-After"],
  maxAge: 600,
};

type Delegated = (failure: Error | null, options?: FastifyCorsOptions) => void;

/** Whoever else asks gets no header of this kind, and is refused at the doors. */
function sharedWith(origins: readonly string[]) {
  const known = new Set(origins.map((origin) => origin.toLowerCase()));
  const isKnown = ({ headers }: FastifyRequest) => known.has(headers.origin?.toLowerCase() ?? "");
  return {
    delegator: (request: FastifyRequest, done: Delegated) =>
      done(null, isKnown(request) ? SHARED : { origin: false }),
  };
}

function bareApp({ trustProxy = false, log }: ServerOptions): FastifyInstance {
  const app = fastify({
    ...(log === undefined ? { logger: false } : { logger: { ...log, base: null } }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
    frameworkErrors: (error, request, reply) => answerEarlyError(error, request.id, reply),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket),
    forceCloseConnections: "idle",
  });
  app.decorateRequest("refusedAs", null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json *(?:; *charset="?utf-8"?)?$/i,
    { parseAs: "buffer" },
    async ({ routeOptions }: FastifyRequest, body: Buffer) =>
      readJson(body, routeOptions.config.isFile === true ? body.length : undefined),
  );
  return app;
}

/** The pattern of a route, never the address: that may hold a person's name or a question. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { statusCode: status } = reply;
    const level = status >= 500 ? "error" : status >= 400 ? "warn" : "info";
    app.log[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.who === null ? {} : { key: request.who.credential.keyId }),
        ...(request.refusedAs === null ? {} : { refused: request.refusedAs }),
      },
      "request",
    );
  });
}

function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    metrics.count({
      route: request.routeOptions.url ?? "none",
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

function gauges(requests: number, streams: number): Readonly<Record<string, number>> {
  return {
    http_requests_under_way: requests,
    http_event_streams: streams,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_uptime_seconds: process.uptime(),
  };
}
