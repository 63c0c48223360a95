// The addresses that clients of mem0 know, on our server. They pass the same doors as every other request, with the
// key as `Authorization: Token …`.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { readJson } from "../http/read-json.ts";
import { add } from "./adding.ts";
import { type Asking, isFields, notSupported } from "./asking.ts";
import { remove, removeAll, removeEntity, removeMany, update, updateMany } from "./changing.ts";
import { get, history, list, search } from "./finding.ts";

type Address = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  access: "read" | "write";
  answer: (asking: Asking) => Promise<unknown>;
}>;

const ADDRESSES: readonly Address[] = [
  { method: "GET", url: "/v1/ping/", access: "read", answer: ping },
  { method: "POST", url: "/v3/memories/add/", access: "write", answer: add },
  { method: "POST", url: "/v3/memories/search/", access: "read", answer: search },
  { method: "POST", url: "/v3/memories/", access: "read", answer: list },
  { method: "GET", url: "/v1/memories/:id/", access: "read", answer: get },
  { method: "PUT", url: "/v1/memories/:id/", access: "write", answer: update },
  { method: "DELETE", url: "/v1/memories/:id/", access: "write", answer: remove },
  { method: "DELETE", url: "/v1/memories/", access: "write", answer: removeAll },
  { method: "GET", url: "/v1/memories/:id/history/", access: "read", answer: history },
  { method: "PUT", url: "/v1/batch/", access: "write", answer: updateMany },
  { method: "DELETE", url: "/v1/batch/", access: "write", answer: removeMany },
  { method: "DELETE", url: "/v2/entities/:type/:name/", access: "write", answer: removeEntity },
];

/** What mem0 has and we do not. Said in so many words, so that nobody takes it for a mistake in the address. */
const NOT_HERE: readonly (readonly [Address["method"], string])[] = [
  ["GET", "/v1/entities/"],
  ["DELETE", "/v1/entities/:type/:name/"],
  ["GET", "/v2/entities/:type/:name/profile/"],
  ["POST", "/v1/feedback/"],
  ["POST", "/v1/exports/"],
  ["POST", "/v1/exports/get/"],
  ["GET", "/v2/profiles/settings/"],
  ["POST", "/v2/profiles/settings/"],
  ["POST", "/v2/profiles/jobs/"],
  ["GET", "/v2/profiles/jobs/:id/"],
  ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).flatMap(
    (method) =>
      [
        [method, "/api/v1/orgs/*"],
        [method, "/api/v1/webhooks/*"],
      ] as const,
  ),
];

export async function mountMem0(app: FastifyInstance, engine: MemoryEngine): Promise<void> {
  await app.register((scope, _options, done) => {
    takeEmptyBodies(scope);
    for (const { method, url, access, answer } of ADDRESSES)
      scope.route({
        method,
        url,
        config: { access },
        handler: (request) => answer(askingOf(request, engine)),
      });
    for (const [method, url] of NOT_HERE)
      scope.route({ method, url, config: { access: "read" }, handler: refuse });
    done();
  });
}

async function refuse(): Promise<never> {
  throw notSupported("This part of mem0's API");
}

/** mem0's client says that every request is JSON, also those that have no body. */
function takeEmptyBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^application\/json *(?:; *charset="?utf-8"?)?$/i,
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : readJson(body)),
  );
}

function askingOf(request: FastifyRequest, engine: MemoryEngine): Asking {
  const credential = request.who?.credential;
  if (credential === undefined) throw new MemoryError("unauthorized", "A key is needed.");
  return {
    engine,
    credential,
    parameters: isFields(request.params) ? request.params : {},
    query: isFields(request.query) ? request.query : {},
    body: isFields(request.body) ? request.body : {},
  };
}

async function ping({ credential }: Asking): Promise<unknown> {
  return {
    status: "ok",
    org_id: credential.tenant,
    project_id: credential.tenant,
    user_email: null,
  };
}
