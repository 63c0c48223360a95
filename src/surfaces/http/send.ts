// Sends an answer. JSON is written here, once, so that a repeated request can be given the same bytes.

import type { FastifyReply } from "fastify";
import type { Idempotency, Sent } from "./idempotency.ts";
import { refusal } from "./problem.ts";
import type { Answer, Asked, Route } from "./route.ts";

type Asking = Readonly<{ route: Route; asked: Asked; body: unknown; url: string }>;

export async function answerTo(
  { route, asked, body, url }: Asking,
  reply: FastifyReply,
  idempotency: Idempotency,
): Promise<FastifyReply> {
  const key = asked.headers["idempotency-key"];
  const isRepeatable = route.method === "POST" && !("mime" in route.output);
  if (key === undefined || !isRepeatable) return send(await route.run(asked), reply);
  const of = [asked.credential?.keyId ?? "", route.name, url];
  const { sent, isRepeat } = await idempotency.once({ key, of, body }, async () =>
    asJson(await route.run(asked)),
  );
  return sendJson(sent, isRepeat ? reply.header("idempotent-replayed", "true") : reply);
}

function send(answer: Answer, reply: FastifyReply): FastifyReply {
  switch (answer.type) {
    case "json":
      return sendJson(asJson(answer), reply);
    case "unchanged":
      return reply.code(304).headers(answer.headers).send();
    case "text":
      return reply.type(answer.mime).send(answer.text);
    case "redirect":
      return reply.headers(answer.headers).redirect(answer.to, 303);
    case "stream":
      answer.open(reply);
      return reply;
  }
}

function asJson(answer: Answer): Sent {
  if (answer.type !== "json")
    throw refusal("bad_request", "`Idempotency-Key` is not understood here.");
  const { status, value, headers = {} } = answer;
  return { status, headers, payload: JSON.stringify(value) };
}

function sendJson({ status, headers, payload }: Sent, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers).type("application/json; charset=utf-8").send(payload);
}
