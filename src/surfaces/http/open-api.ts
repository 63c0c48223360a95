// The reference as OpenAPI 3.1, made from the routes and their schemas, so that it cannot say anything else.

import { z } from "zod";
import { ownValue } from "../../model/own-value.ts";
import { MemoryOutput } from "../../operations/outputs.ts";
import type { Route } from "./route.ts";
import {
  inputSchema,
  isRecord,
  type JsonSchema,
  outputSchema,
  propertiesOf,
  valueType,
} from "./route.ts";

const REF = "#/components/schemas/";

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe("The same code that the library and the command line give."),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Routes without a key, in the words of their own failures. */
const STATUSES_OF_ALL = ["400", "403", "414", "429", "500", "503"];
const STATUSES_WITH_KEY = ["401", "404", "409", "413"];

export function openApi(routes: readonly Route[]): JsonSchema {
  const schemas = new Map<string, unknown>([["Problem", outputSchema(Problem)]]);
  const paths = new Map<string, JsonSchema>();
  for (const route of routes)
    paths.set(route.path, {
      ...paths.get(route.path),
      [route.method.toLowerCase()]: operationOf(route, schemas),
    });
  return {
    openapi: "3.1.0",
    info: {
      title: "Mneme",
      // Of the interface: which program answers is nobody's business before they show a key.
      version: "1",
      summary: "Durable memory for AI agents and chat bots.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "`mk_<id>_<secret>`" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        session: { type: "apiKey", in: "cookie", name: "mneme_session" },
      },
      schemas: Object.fromEntries(schemas),
    },
  };
}

function operationOf(route: Route, schemas: Map<string, unknown>): JsonSchema {
  const input = hoisted(withoutTenant(inputSchema(route.input)), schemas);
  const hasBody = route.method === "POST" || route.method === "PATCH";
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const body = hasBody ? bodyOf(input, inPath) : undefined;
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.access === "open" ? { security: [] } : {}),
    "x-access": route.access,
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: "path",
        required: true,
        schema: ownValue(propertiesOf(input), name) ?? { type: "string" },
      })),
      ...(hasBody ? [] : queryParameters(input, inPath)),
      ...(route.queryFields ?? []).map((name) => ({
        name,
        in: "query",
        schema: { type: "string" },
      })),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successOf(route, schemas), ...problemsOf(route) },
  };
}

/** The tenant is that of the key. It may be repeated, but never chosen. */
function withoutTenant(schema: JsonSchema): JsonSchema {
  const { anyOf, items, required, properties } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.filter(isRecord).map(withoutTenant) };
  if (isRecord(items)) return { ...schema, items: withoutTenant(items) };
  if (!isRecord(properties)) return schema;
  const inner = Object.entries(propertiesOf(schema)).map(([name, of]) => [name, withoutTenant(of)]);
  const needed = Array.isArray(required) ? required.filter((name) => name !== "tenant") : [];
  return { ...schema, properties: Object.fromEntries(inner), required: needed };
}

function bodyOf(input: JsonSchema, inPath: readonly string[]): JsonSchema {
  const { required, properties } = input;
  if (!isRecord(properties)) return jsonBody(input);
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const needed = Array.isArray(required) ? required.filter((name) => !inPath.includes(name)) : [];
  return jsonBody({ ...input, properties: Object.fromEntries(rest), required: needed });
}

function jsonBody(schema: JsonSchema): JsonSchema {
  return { required: true, content: { "application/json": { schema } } };
}

/** An object becomes one parameter for each of its fields, `filter.kinds`. */
function queryParameters(input: JsonSchema, inPath: readonly string[]): readonly JsonSchema[] {
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  return Object.entries(propertiesOf(input)).flatMap(([name, schema]) => {
    if (inPath.includes(name)) return [];
    if (valueType(schema) !== "object")
      return [{ name, in: "query", required: required.includes(name), schema }];
    return Object.entries(propertiesOf(schema)).map(([inner, of]) => ({
      ...{ name: `${name}.${inner}`, in: "query", required: false },
      schema: of,
    }));
  });
}

function successOf(
  { output, isBatch, method, path }: Route,
  schemas: Map<string, unknown>,
): JsonSchema {
  if ("mime" in output) {
    if (path === "/auth/session") return { "303": { description: "To the dashboard." } };
    const content = { [output.mime]: { schema: { type: "string" } } };
    return { "200": { description: "Done.", content } };
  }
  const schema = hoisted(outputSchema(output), schemas);
  const done = { description: "Done.", content: { "application/json": { schema } } };
  return {
    "200": done,
    ...(isBatch ? { "202": { ...done, description: "Taken." } } : {}),
    ...(output === MemoryOutput && method === "GET"
      ? { "304": { description: "As the caller has it already." } }
      : {}),
  };
}

function problemsOf({ access, method }: Route): JsonSchema {
  const statuses = [
    ...STATUSES_OF_ALL,
    ...(access === "open" ? ["401"] : STATUSES_WITH_KEY),
    ...(method === "GET" ? [] : ["507"]),
    ...(method === "POST" || method === "PATCH" ? ["415", "422"] : []),
    ...(method === "PATCH" ? ["412"] : []),
  ];
  const content = { "application/problem+json": { schema: { $ref: `${REF}Problem` } } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: "Refused or failed.", content }]),
  );
}

/** Moves the definitions of a schema to where all of them can use one. */
function hoisted(schema: JsonSchema, schemas: Map<string, unknown>): JsonSchema {
  const { $defs, $schema: _dialect, ...rest } = schema;
  if (isRecord($defs))
    for (const [name, of] of Object.entries($defs))
      if (isRecord(of)) schemas.set(name, pointed(of));
  const moved = pointed(rest);
  return isRecord(moved) ? moved : rest;
}

function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === "$ref" && typeof inner === "string" ? inner.replace("#/$defs/", REF) : pointed(inner),
  ]);
  return Object.fromEntries(entries);
}
