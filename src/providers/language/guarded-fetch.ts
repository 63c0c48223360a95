// The only way to a provider over HTTP: no redirects, a bounded wait to connect and for headers, a bounded body.
// Reads the whole answer before handing it on, so that every fault of the wire shows up here.

import { type AddressRules, addressProblem } from "./address.ts";
import { GARBLED, rejected, TIMED_OUT, WireError } from "./fault.ts";
import type { WireFetch } from "./wire-fetch.ts";

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
