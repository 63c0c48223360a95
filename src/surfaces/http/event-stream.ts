// The event stream: what the engine does in one tenant, as it happens. A slow reader is not queued for; it is told to
// look again.

import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Credential } from "../../model/access-key.ts";
import type { Limits } from "./options.ts";
import { refusal } from "./problem.ts";
import type { Asked } from "./route.ts";
import type { Seen, Watch } from "./watch-activities.ts";

const BEAT_MS = 15_000;
const CHECK_MS = 1_000;

export interface EventStreams {
  open(asked: Asked & Readonly<{ credential: Credential }>): (reply: FastifyReply) => void;
  count(): number;
  close(): void;
}

export function createEventStreams(watch: Watch, limits: Limits): EventStreams {
  const byKey = new Map<string, Set<ServerResponse>>();
  const count = () => [...byKey.values()].reduce((sum, streams) => sum + streams.size, 0);
  return {
    open: (asked) => {
      const { keyId, tenant, agent } = asked.credential;
      const own = byKey.get(keyId) ?? new Set();
      if (own.size >= limits.streamsPerKey || count() >= limits.streams)
        throw refusal("too_many_streams", "Too many streams are open; close one first.");
      return (reply) => {
        const stream = start(reply);
        byKey.set(keyId, own.add(stream));
        const stopWatching = watch.subscribe(
          { tenant, ...(agent === undefined ? {} : { agent }) },
          teller(stream),
        );
        const stopBeating = keepAlive(stream, asked.isStillValid);
        stream.once("close", () => {
          stopWatching();
          stopBeating();
          own.delete(stream);
          if (own.size === 0) byKey.delete(keyId);
        });
      };
    },
    count,
    close: () => {
      for (const streams of byKey.values()) for (const stream of streams) stream.end();
    },
  };
}

function start(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const stream = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) stream.setHeader(name, value);
  stream.writeHead(200, {
    "content-type": "text/event-stream",
    "x-accel-buffering": "no",
    connection: "close",
  });
  stream.write("event: ready\ndata: {}\n\n");
  return stream;
}

function teller(stream: ServerResponse): (seen: Seen) => void {
  let isBehind = false;
  const resync = () => stream.write("event: resync\ndata: {}\n\n");
  return (seen) => {
    if (isBehind) return;
    const hasRoom =
      seen.type === "resync"
        ? resync()
        : stream.write(
            seen.activities
              .map((one) => `event: activity\ndata: ${JSON.stringify(one)}\n\n`)
              .join(""),
          );
    if (hasRoom) return;
    isBehind = true;
    stream.once("drain", () => {
      isBehind = false;
      resync();
    });
  };
}

/** A stream lives no longer than the key it was opened with. */
function keepAlive(stream: ServerResponse, isStillValid: () => Promise<boolean>): () => void {
  const beat = setInterval(() => stream.write(": beat\n\n"), BEAT_MS);
  const check = setInterval(() => {
    isStillValid().then(
      (isValid) => isValid || stream.end(),
      () => stream.end(),
    );
  }, CHECK_MS);
  return () => {
    clearInterval(beat);
    clearInterval(check);
  };
}
