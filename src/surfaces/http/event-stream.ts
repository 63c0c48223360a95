// The event stream: what the engine does in one tenant, as it happens. A slow reader is not queued for; it is told to
// look again.

import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { asMemoryError, type MemoryError } from "../../errors.ts";
import type { Credential } from "../../model/access-key.ts";
import type { Activity } from "../../model/audit.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { limitSending } from "./doors.ts";
import { refusal } from "./errors.ts";
import type { Limits } from "./options.ts";
import type { Asked } from "./route.ts";

const BEAT_MS = 15_000;
const CHECK_MS = 1_000;

type Own = Readonly<{ tenant: string; streams: Set<ServerResponse> }>;

export interface EventStreams {
  open(asked: Asked & Readonly<{ credential: Credential }>): (reply: FastifyReply) => void;
  count(): number;
  close(): void;
}

export function createEventStreams(watch: Watch, limits: Limits): EventStreams {
  const byKey = new Map<string, Own>();
  const count = (tenant?: string) =>
    [...byKey.values()]
      .filter((own) => tenant === undefined || own.tenant === tenant)
      .reduce((sum, { streams }) => sum + streams.size, 0);
  return {
    open: (asked) => {
      const { keyId, tenant, agent } = asked.credential;
      const own = byKey.get(keyId) ?? { tenant, streams: new Set() };
      const free = limits.streams - count();
      // As with requests: whoever has streams already gets one only while more are free than they have.
      if (own.streams.size >= limits.streamsPerKey || count(tenant) >= free)
        throw refusal("too_many_streams", "Too many streams are open; close one first.");
      return (reply) => {
        const stream = start(reply, limits);
        own.streams.add(stream);
        byKey.set(keyId, own);
        const stopWatching = watch.subscribe(
          { tenant, ...(agent === undefined ? {} : { agent }) },
          teller(stream),
        );
        const stopBeating = keepAlive(stream, asked.isStillValid);
        stream.once("close", () => {
          stopWatching();
          stopBeating();
          own.streams.delete(stream);
          if (own.streams.size === 0) byKey.delete(keyId);
        });
      };
    },
    count: () => count(),
    close: () => {
      for (const { streams } of byKey.values()) for (const stream of streams) stream.end();
    },
  };
}

function start(reply: FastifyReply, limits: Limits): ServerResponse {
  reply.hijack();
  // Streams are counted by themselves.
  reply.request.place?.finish();
  reply.request.place?.leave();
  limitSending(reply.raw, limits.sendSeconds);
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

// Watches what the engine does, once for all who look with the same eyes, by asking for the newest lines again and
// again. Lines have no numbers, so what is new is found by where the page last seen goes on in the new one.

const PAGE = 200;

type Eyes = Readonly<{ tenant: string; agent?: string }>;
/** `resync` when more happened than could be told; the caller should look again from the start. */
export type Seen =
  | Readonly<{ type: "activities"; activities: readonly Activity[] }>
  | Readonly<{ type: "resync" }>;
type Listener = (seen: Seen) => void;

interface Watch {
  /** Tells what happens from now on; the answer ends it. */
  subscribe(eyes: Eyes, listener: Listener): () => void;
  close(): void;
}

type Watching = Readonly<{
  engine: Readonly<{ admin: Pick<MemoryEngine["admin"], "events"> }>;
  everyMs: number;
  failed: (error: MemoryError) => void;
}>;
type Group = {
  readonly listeners: Set<Listener>;
  timer: NodeJS.Timeout;
  seen: readonly string[] | undefined;
};

export function watchActivities(watching: Watching): Watch {
  const groups = new Map<string, Group>();
  return {
    subscribe: (eyes, listener) => {
      const key = JSON.stringify([eyes.tenant, eyes.agent]);
      const group = groups.get(key) ?? startGroup(eyes, watching);
      groups.set(key, group);
      group.listeners.add(listener);
      return () => {
        group.listeners.delete(listener);
        if (group.listeners.size > 0) return;
        clearTimeout(group.timer);
        groups.delete(key);
      };
    },
    close: () => {
      for (const { timer } of groups.values()) clearTimeout(timer);
      groups.clear();
    },
  };
}

function startGroup(eyes: Eyes, watching: Watching): Group {
  const group: Group = { listeners: new Set(), timer: setTimeout(tick, 0), seen: undefined };
  async function tick() {
    try {
      await look(group, eyes, watching.engine);
    } catch (thrown) {
      // The next look tells what this one could not; only whoever runs the server hears of it.
      watching.failed(asMemoryError(thrown));
    }
    if (group.listeners.size > 0) group.timer = setTimeout(tick, watching.everyMs).unref();
  }
  return group;
}

async function look(group: Group, eyes: Eyes, engine: Watching["engine"]): Promise<void> {
  const { events } = await engine.admin.events({ ...eyes, limit: PAGE, counts: false });
  const lines = events.map((event) => JSON.stringify(event));
  const fresh = group.seen === undefined ? 0 : newLines(lines, group.seen);
  group.seen = lines;
  if (fresh === 0) return;
  const seen: Seen =
    fresh === "unknown"
      ? { type: "resync" }
      : { type: "activities", activities: events.slice(0, fresh).toReversed() };
  for (const listener of group.listeners) listener(seen);
}

/** How many lines, newest first, stand before those seen last time. */
function newLines(lines: readonly string[], seen: readonly string[]): number | "unknown" {
  if (seen.length === 0 || lines.length === 0) return lines.length;
  for (let fresh = 0; fresh < lines.length; fresh++) {
    const rest = lines.slice(fresh);
    if (rest.every((line, index) => line === seen[index])) return fresh;
  }
  return "unknown";
}
