// A fetch over node's own http, because the built-in one gives no say in how long it may take to connect. Follows no
// redirect, and fails as fetch fails, so that the SDK reads its errors alike.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { NOT_REACHED, WireError } from "./fault.ts";

/** `connectMs` is for the connection alone, the handshake of https included. */
export type WireFetch = (
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  connectMs: number,
) => Promise<Response>;

const DECODERS = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export const wireFetch: WireFetch = async (input, init, connectMs) => {
  const request = new Request(input, init);
  try {
    const body = Buffer.from(await request.arrayBuffer());
    return responseOf(await send(request, body, connectMs));
  } catch (thrown) {
    request.signal.throwIfAborted();
    throw new TypeError("fetch failed", { cause: thrown });
  }
};

function send(request: Request, body: Buffer, connectMs: number): Promise<IncomingMessage> {
  const { method, url, signal } = request;
  const headers = {
    ...Object.fromEntries(request.headers),
    "accept-encoding": Object.keys(DECODERS).join(", "),
    "content-length": body.length,
  };
  const open = url.startsWith("https:") ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = open(url, { method, headers, signal });
    call.once("socket", (socket) => limitConnecting(call, socket, connectMs));
    call.once("response", resolve);
    call.once("error", reject);
    call.end(body);
  });
}

/** A kept connection has nothing to wait for. */
function limitConnecting(call: ClientRequest, socket: Socket, connectMs: number): void {
  if (call.reusedSocket) return;
  const timer = setTimeout(() => call.destroy(new WireError(NOT_REACHED)), connectMs);
  const stop = () => clearTimeout(timer);
  socket.once("encrypted" in socket ? "secureConnect" : "connect", stop);
  call.once("close", stop);
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "" } = message;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  if (!BODILESS.has(status)) return new Response(plain(message), { status, statusText, headers });
  message.resume();
  return new Response(null, { status, statusText, headers });
}

/** A stream that breaks on the way breaks for its reader; a reader that leaves closes the socket. */
function plain(message: IncomingMessage): Readable {
  const encoding = message.headers["content-encoding"]?.toLowerCase();
  if (encoding === undefined || !isKnown(encoding)) return message;
  const decoder = DECODERS[encoding]();
  return pipeline(message, decoder, () => undefined);
}

function isKnown(encoding: string): encoding is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, encoding);
}
