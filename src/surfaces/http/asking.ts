// Reads the input of a request: the parameters of the path, and the query or the body, tied to whoever asks.

import { MemoryError } from "../../errors.ts";
import { bindToCredential, refuseOther } from "../../operations/permission.ts";
import { fieldsOf, inputSchema, type JsonSchema } from "./input-schema.ts";
import { refusal } from "./problem.ts";
import { queryInput } from "./query-input.ts";
import { isRecord } from "./record.ts";
import type { Asked, Route } from "./route.ts";
import type { Who } from "./who-asks.ts";

type Fields = Readonly<Record<string, unknown>>;

export type Request = Readonly<{
  params: unknown;
  query: unknown;
  body?: unknown;
  headers: Asked["headers"];
}>;

/** Headers in which other programs name a tenant; one that is not the key's is refused like anywhere else. */
const TENANT_HEADERS = ["x-tenant", "x-tenant-id"];

export type ReadRequest = (request: Request, who: Who | undefined) => Asked;

export function requestReader(route: Route): ReadRequest {
  const schema = inputSchema(route.input);
  const fields = fieldsOf(route.input);
  const { access } = route;
  return (request, who) => {
    const query = isRecord(request.query) ? request.query : {};
    if (who !== undefined) refuseOtherTenant(request, query, who);
    const given = isBodied(route)
      ? bodyInput(request, query, route)
      : bareInput(request, query, schema);
    const input = withParameters(given, isRecord(request.params) ? request.params : {});
    return {
      input:
        who === undefined || access === "open"
          ? input
          : bindToCredential(input, who.credential, { access, fields }),
      query,
      headers: request.headers,
      credential: who?.credential,
      isStillValid: who?.isStillValid ?? (async () => true),
    };
  };
}

function isBodied({ method }: Route): boolean {
  return method === "POST" || method === "PATCH";
}

function refuseOtherTenant({ headers }: Request, query: Fields, { credential }: Who): void {
  for (const name of TENANT_HEADERS) refuseOther("tenant", headers[name], credential.tenant);
  refuseOther("tenant", query["tenant"], credential.tenant);
}

function bareInput({ body }: Request, query: Fields, schema: JsonSchema): Fields {
  if (body !== undefined)
    throw refusal("bad_request", "This takes its input after the `?`, not from a body.");
  return queryInput(query, schema);
}

function bodyInput({ body = {} }: Request, query: Fields, { queryFields = [] }: Route): Fields {
  const unknown = Object.keys(query).find(
    (name) => name !== "tenant" && !queryFields.includes(name),
  );
  if (unknown !== undefined)
    throw refusal("bad_request", `"${unknown}" is not taken after the \`?\` here.`);
  if (!isRecord(body))
    throw new MemoryError("invalid_input", "The body must be a JSON object.", {
      details: { issues: [{ path: "", message: "must be an object" }] },
    });
  return body;
}

function withParameters(input: Fields, parameters: Fields): Fields {
  for (const [name, value] of Object.entries(parameters))
    if (input[name] !== undefined && input[name] !== value)
      throw refusal("bad_request", `"${name}" is one thing in the path and another beside it.`);
  return { ...input, ...parameters };
}
