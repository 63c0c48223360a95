// A file handed out as it is: what it is by its ending, and how long a browser may keep it.

import { extname } from "node:path";
import type { FastifyReply } from "fastify";
import { ownValue } from "../../model/own-value.ts";

/** A file that lasts for ever has a name that changes with its content. */
export type StaticFile = Readonly<{ bytes: Buffer; type: string; isForever: boolean }>;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** Nothing for what is not handed out. */
export function typeOf(name: string): string | undefined {
  return /(?:^|\/)\./.test(name) ? undefined : ownValue(TYPES, extname(name));
}

export function sendFile(
  { bytes, type, isForever }: StaticFile,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .header("cache-control", isForever ? "public, max-age=31536000, immutable" : "no-cache")
    .type(type)
    .send(bytes);
}
