// Reads the server's event stream with `fetch`, which unlike EventSource can send a key. Reconnects by itself, each
// time a little later, and says when what is on the screen may be old.

import type { Activity } from "../../../src/model/audit.ts";
import { apiAddress, keyHeaders } from "./connection.ts";

export type StreamState = "connecting" | "live" | "stale" | "ended";

export type StreamListener = Readonly<{
  state: (state: StreamState) => void;
  activity: (activity: Activity) => void;
  /** Something may have been missed. */
  resync: () => void;
}>;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** The server beats every 15 seconds; a line silent for longer is dead even if nobody closed it. */
const SILENCE_MS = 40_000;

export function followEvents(key: string | undefined, listener: StreamListener): () => void {
  const over = new AbortController();
  void follow(key, listener, over.signal);
  return () => over.abort();
}

async function follow(
  key: string | undefined,
  listener: StreamListener,
  over: AbortSignal,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!over.aborted) {
    const outcome = await readOnce(key, listener, over);
    if (over.aborted) return;
    if (outcome === "refused") return listener.state("ended");
    listener.state("stale");
    if (outcome === "was_live") waitMs = FIRST_WAIT_MS;
    await pause(waitMs, over);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  }
}

type Outcome = "refused" | "was_live" | "failed";

async function readOnce(
  key: string | undefined,
  listener: StreamListener,
  over: AbortSignal,
): Promise<Outcome> {
  const silence = new AbortController();
  const signal = AbortSignal.any([over, silence.signal]);
  let isLive = false;
  try {
    const headers = { accept: "text/event-stream", ...keyHeaders(key) };
    const response = await fetch(apiAddress("/v1/events/stream"), { headers, signal });
    if (response.status === 401) return "refused";
    if (!response.ok || response.body === null) return "failed";
    isLive = true;
    await readBody(response.body, listener, silence);
    return "was_live";
  } catch {
    // A broken line is this loop's business: the caller hears `stale` and it is tried again.
    return isLive ? "was_live" : "failed";
  }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  listener: StreamListener,
  silence: AbortController,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = "";
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    const { done, value } = await reader.read();
    clearTimeout(timer);
    if (done) return;
    const blocks = `${unread}${decoder.decode(value, { stream: true })}`.split("\n\n");
    unread = blocks.pop() ?? "";
    for (const block of blocks) tell(block, listener);
  }
}

function tell(block: string, listener: StreamListener): void {
  const field = (name: string) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const event = field("event");
  if (event === "ready") listener.state("live");
  if (event === "resync") listener.resync();
  if (event === "activity") listener.activity(JSON.parse(field("data") ?? "{}") as Activity);
}

function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    over.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
