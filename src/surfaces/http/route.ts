// One route: what it takes, what it gives, who may call it, and the call. All routes are data, so that the reference
// and the permissions cannot miss one.

import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { Credential } from "../../model/access-key.ts";
import type { Access } from "../../operations/operation.ts";

/** `open` needs no credential. */
export type RouteAccess = Access | "open";

export type Answer =
  | Readonly<{ type: "json"; status: number; value: unknown; headers?: Headers }>
  /** The caller has this version already. */
  | Readonly<{ type: "unchanged"; headers: Headers }>
  | Readonly<{ type: "text"; mime: string; text: string }>
  | Readonly<{ type: "redirect"; to: string; headers: Headers }>
  /** Writes to the connection itself, for as long as it lives. */
  | Readonly<{ type: "stream"; open: (reply: FastifyReply) => void }>;
export type Headers = Readonly<Record<string, string>>;

export type Asked = Readonly<{
  /** Parsed by nobody yet: the engine does that. Tied to the credential already. */
  input: Readonly<Record<string, unknown>>;
  /** What stood after the `?` where the input is a body. */
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Nobody on an open route. */
  credential: Credential | undefined;
  /** Whether that credential would still let its holder in. */
  isStillValid: () => Promise<boolean>;
}>;

export type Route = Readonly<{
  /** Unique; the name of the operation where it is one. */
  name: string;
  summary: string;
  access: RouteAccess;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With parameters as `{id}`. */
  path: string;
  input: z.ZodType;
  /** JSON that fits a schema, or text of another type. */
  output: z.ZodType | Readonly<{ mime: string }>;
  /** Fields that may stand after the `?` beside a body. */
  queryFields?: readonly string[];
  isBatch?: boolean;
  /** Its body holds a whole file. */
  isFile?: boolean;
  /** How many calls to a model this request may cause; without it, none. */
  modelCalls?: (asked: Asked) => number;
  run: (asked: Asked) => Promise<Answer>;
}>;

export function json(value: unknown, status = 200): Answer {
  return { type: "json", status, value };
}
