// What a route is, and its input as a schema.

import type { FastifyReply } from "fastify";
import { z } from "zod";
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

// The schema of an input as JSON Schema, for reading query strings and for the reference.

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A `Date` is a library caller's; on the wire every time is text. */
export function inputSchema(input: z.ZodType): JsonSchema {
  return z.toJSONSchema(input, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== "date") return;
      jsonSchema.type = "string";
      jsonSchema.format = "date-time";
    },
  });
}

export function outputSchema(output: z.ZodType): JsonSchema {
  return z.toJSONSchema(output, { io: "output", unrepresentable: "any" });
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = schema["properties"];
  if (!isRecord(properties)) return {};
  return Object.fromEntries(Object.entries(properties).filter(isSchemaEntry));
}

function isSchemaEntry(entry: [string, unknown]): entry is [string, JsonSchema] {
  return isRecord(entry[1]);
}

type ValueType = "text" | "number" | "boolean" | "list" | "object";

/** What a value is, as far as a query string must know. Where it may be text, it is text. */
export function valueType(schema: JsonSchema): ValueType {
  const types = typesOf(schema);
  if (types.includes("string")) return "text";
  if (types.includes("integer") || types.includes("number")) return "number";
  if (types.includes("boolean")) return "boolean";
  if (types.includes("array")) return "list";
  return types.includes("object") ? "object" : "text";
}

function typesOf(schema: JsonSchema): readonly unknown[] {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.filter(isRecord).flatMap(typesOf);
  return [type];
}

/** The names of the fields an input has, where it is one object. */
export function fieldsOf(input: z.ZodType): ReadonlySet<string> {
  return new Set(Object.keys(propertiesOf(inputSchema(input))));
}

/** Whether a value from outside is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
