// The only way to a provider over HTTP: no redirects, a bounded wait to connect and for headers, a bounded body.
// Reads the whole answer before handing it on, so that every fault of the wire shows up here.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIPv4, type Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { GARBLED, NOT_REACHED, rejected, TIMED_OUT, WireError } from "./fault.ts";

export type WireLimits = AddressRules &
  Readonly<{
    /** To connect, with the handshake of https. */
    connectMs: number;
    /** To connect, send and get the first headers back. */
    headersMs: number;
    /** After decompression. */
    maxResponseBytes: number;
  }>;

export function guardedFetch(limits: WireLimits, fetch: WireFetch): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (addressProblem(address, limits)) throw new WireError(rejected("forbidden_address"));
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(new WireError(TIMED_OUT)), limits.headersMs);
    const signals = init?.signal ? [init.signal, waiting.signal] : [waiting.signal];
    try {
      const signal = AbortSignal.any(signals);
      const sent: RequestInit = { ...init, redirect: "manual", signal };
      const response = await fetch(input, sent, limits.connectMs);
      clearTimeout(timer);
      return await whole(response, limits.maxResponseBytes);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function whole(response: Response, maxBytes: number): Promise<Response> {
  const { status, statusText } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new WireError(rejected("redirected"));
  }
  const body = await readBody(response, maxBytes);
  const headers = new Headers(response.headers);
  // The body is plain and complete by now; these would describe the one on the wire.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status,
    statusText,
    headers,
  });
}

/** Leaving the loop early cancels the stream, which closes the socket. */
async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new WireError(GARBLED);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// Where a provider may live: https, or this machine, unless the operator says otherwise.

export type AddressRules = Readonly<{
  /** Lets plain http leave this machine. */
  allowInsecure: boolean;
  /** When given, no other host is ever called. */
  allowedHosts?: readonly string[];
}>;

/** Undefined when the address is fine, else what is wrong with it. */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  if (!URL.canParse(address)) return "is not a URL";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither http nor https";
  if (url.username !== "" || url.password !== "") return "carries a user name or password";
  if (rules.allowedHosts && !rules.allowedHosts.includes(url.hostname)) {
    return "is not among the allowed hosts";
  }
  const isSafe = url.protocol === "https:" || rules.allowInsecure || isLoopback(url.hostname);
  return isSafe ? undefined : "must be https unless it is this machine (or allowInsecure is set)";
}

// The URL parser has already turned 0x7f.1 and the like into dotted form.
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}

// A fetch over node's own http, because the built-in one gives no say in how long it may take to connect. Follows no
// redirect, and fails as fetch fails, so that the SDK reads its errors alike.

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
