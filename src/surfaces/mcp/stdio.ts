// MCP over standard input and output. Output is JSON-RPC and nothing else. When the input ends, what was asked is still
// answered; then the promise resolves, so that the engine can be closed.

import { Readable, type Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { isJSONRPCRequest, type RequestId, type Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "./server.ts";
import type { McpSession } from "./session.ts";

/** Leaves the engine time to close within the two seconds that a client waits. */
const GRACE_MS = 1_000;

type StdioStreams = Readonly<{ input: Readable; output: Writable; stop: AbortSignal }>;

export async function serveMcpStdio(session: McpSession, streams: StdioStreams): Promise<void> {
  const { input, output, stop } = streams;
  // The transport drops what it has not answered when its input ends, so it is not told of the end until that is done.
  const held = new Readable({ read: () => undefined });
  const { transport, answered } = answering(new StdioServerTransport(held, output));
  const handle = serveStdio(() => createMcpServer(session), { transport, onerror: session.report });
  const closed = new Promise<void>((resolve) => {
    held.once("close", resolve);
    output.once("error", () => resolve());
    input.once("close", resolve);
    input.once("end", resolve);
    stop.addEventListener("abort", () => resolve(), { once: true });
    if (stop.aborted) resolve();
  });
  input.on("data", (chunk: Uint8Array) => held.push(chunk));
  await closed;
  await setImmediate();
  await answered(GRACE_MS);
  await handle.close();
  input.destroy();
}

// A transport that knows which requests still wait for their answer.

type Answering = Readonly<{
  transport: Transport;
  /** Resolves when every request has its answer, or when the time is up. */
  answered: (withinMs: number) => Promise<void>;
}>;

function answering(inner: Transport): Answering {
  const waiting = new Set<RequestId>();
  const listeners = new Set<() => void>();
  const transport: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        if (isJSONRPCRequest(message)) waiting.add(message.id);
        transport.onmessage?.(message, extra);
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => transport.onclose?.();
      return inner.start();
    },
    send: async (message, options) => {
      await inner.send(message, options);
      if (!("method" in message) && message.id !== undefined) waiting.delete(message.id);
      if (waiting.size === 0) for (const tell of listeners) tell();
    },
    close: () => inner.close(),
  };
  const answered = async (withinMs: number) => {
    if (waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      listeners.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  };
  return { transport, answered };
}
