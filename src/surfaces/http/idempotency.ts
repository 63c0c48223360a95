// One effect for one `Idempotency-Key`, however often it is sent. Kept in this process for a day and bounded: after a
// restart, or once pushed out by newer ones, a repeated key counts as new.

import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { refusal } from "./errors.ts";
import type { Answer, Asked, Route } from "./route.ts";

const LIFE_MS = 24 * 3_600_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** What was sent, ready to be sent again. */
type Sent = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  payload: string;
}>;

type Repeatable = Readonly<{
  /** The key as it came. */
  key: unknown;
  /** Who sent it, and to which route. */
  of: readonly string[];
  body: unknown;
}>;

export interface Idempotency {
  once(
    request: Repeatable,
    act: () => Promise<Sent>,
  ): Promise<Readonly<{ sent: Sent; isRepeat: boolean }>>;
}

type Entry = { readonly body: string; readonly until: number; sent: Promise<Sent>; bytes: number };
type Bounds = Readonly<{ answers: number; bytes: number }>;
type Kept = { readonly entries: Map<string, Entry>; bytes: number };

export function createIdempotency(bounds: Bounds, now: () => Date): Idempotency {
  const kept: Kept = { entries: new Map(), bytes: 0 };
  return {
    once: async ({ key, of, body }, act) => {
      if (typeof key !== "string" || !KEY.test(key))
        throw refusal("bad_request", "`Idempotency-Key` must be 1 to 255 visible characters.");
      const place = hash([...of, key]);
      const fingerprint = hash(body);
      const before = kept.entries.get(place);
      if (before !== undefined && before.until > now().getTime()) {
        if (before.body !== fingerprint)
          throw refusal("idempotency_mismatch", "That `Idempotency-Key` came with another body.");
        return { sent: await before.sent, isRepeat: true };
      }
      remove(kept, place);
      const entry = { body: fingerprint, until: now().getTime() + LIFE_MS, sent: act(), bytes: 0 };
      kept.entries.set(place, entry);
      const sent = await settled(kept, place, entry);
      makeRoom(kept, bounds);
      return { sent, isRepeat: false };
    },
  };
}

/** What failed may be tried again under the same key. */
async function settled(kept: Kept, place: string, entry: Entry): Promise<Sent> {
  try {
    const sent = await entry.sent;
    entry.bytes = sent.payload.length;
    kept.bytes += entry.bytes;
    return sent;
  } catch (thrown) {
    remove(kept, place);
    throw thrown;
  }
}

/** The oldest go first; what is still being done has no size yet and stays. */
function makeRoom(kept: Kept, bounds: Bounds): void {
  for (const [place, { bytes }] of kept.entries) {
    if (kept.entries.size <= bounds.answers && kept.bytes <= bounds.bytes) return;
    if (bytes > 0) remove(kept, place);
  }
}

function remove(kept: Kept, place: string): void {
  kept.bytes -= kept.entries.get(place)?.bytes ?? 0;
  kept.entries.delete(place);
}

function hash(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([value]))
    .digest("hex");
}

// Sends an answer. JSON is written here, once, so that a repeated request can be given the same bytes.

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
