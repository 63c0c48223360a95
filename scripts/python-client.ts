// The methods of the Python client, made from the OpenAPI description that a server of ours gives out. What sends them is
// written by hand, in `clients/python/src/mneme_client/transport.py`.

import { createMemory } from "../src/index.ts";
import { OPERATIONS } from "../src/operations/operations.ts";
import { serve } from "../src/surfaces/http/serve.ts";

type Schema = Readonly<Record<string, unknown>>;
type Parameter = Readonly<{ name: string; in: string; required?: boolean; schema: Schema }>;
type Described = Readonly<{
  operationId: string;
  summary: string;
  parameters: readonly Parameter[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>;
}>;
type Argument = Readonly<{ wire: string; isRequired: boolean; type: string; about: string }>;

const HEAD = `"""The operations of a Mneme server, as methods.

Made by scripts/python-client.ts from the server's OpenAPI description; do not edit it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from .transport import Transport


class Client(Transport):
    """A client of one Mneme server: \`Client("http://127.0.0.1:7420", "mk_...")\`.

    Arguments that are left out, or \`None\`, are not sent. Answers are the JSON of the server as dicts and lists; \`None\` is
    nothing. A refusal is a \`MnemeError\` with its code.
    """
`;

export async function pythonClient(): Promise<string> {
  const { paths } = await description();
  const found = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (Object.hasOwn(OPERATIONS, operation.operationId))
        found.set(operation.operationId, methodOf(method.toUpperCase(), path, operation));
  const inOrder = Object.keys(OPERATIONS).map((name) => found.get(name) ?? missing(name));
  return `${HEAD}\n${inOrder.join("\n")}`;
}

function missing(name: string): never {
  throw new Error(`The operation ${name} is not in the OpenAPI description.`);
}

async function description() {
  const engine = await createMemory({ path: ":memory:", upkeep: false });
  const server = await serve({ engine, port: 0 });
  try {
    const response = await fetch(`${server.url}/openapi.json`);
    return (await response.json()) as {
      paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    };
  } finally {
    await server.stop();
    await engine.close();
  }
}

function methodOf(method: string, path: string, operation: Described): string {
  const given = argumentsOf(operation).filter(({ wire }) => wire !== "tenant");
  const needed = given.filter(({ isRequired }) => isRequired);
  const optional = given.filter(({ isRequired }) => !isRequired);
  const signature = [
    ...needed.map(({ wire, type }) => `${named(wire)}: ${type}`),
    ...optional.map(({ wire, type }) => `${named(wire)}: ${type} | None = None`),
  ];
  const told = given.filter(({ about }) => about !== "");
  const sent = given.map(({ wire }) => `                "${wire}": ${named(wire)},\n`);
  const list = signature.map((one) => `        ${one},\n`).join("");
  return `    def ${named(operation.operationId)}(
        self,
${given.length === 0 ? "" : `        *,\n${list}`}    ) -> Any:
        """${operation.summary.replaceAll("\\", "")}${
          told.length === 0
            ? ""
            : `\n\n${told.map(({ wire, about }) => `        ${named(wire)}: ${about}\n`).join("")}        `
        }"""
        return self._call(
            "${method}",
            "${path}",
            {
${sent.join("")}            },
        )
`;
}

function argumentsOf({ parameters, requestBody }: Described): readonly Argument[] {
  const body = firstObject(requestBody?.content["application/json"]?.schema ?? {});
  const required = Array.isArray(body["required"]) ? body["required"] : [];
  const fields = Object.entries(Object(body["properties"]) as Record<string, Schema>);
  return [
    // Beside a body a query only says how to answer, which this client does not ask for.
    ...parameters
      .filter((one) => one.in === "path" || requestBody === undefined)
      .map(({ name, required: isRequired = false, schema }) => argument(name, isRequired, schema)),
    ...fields.map(([name, schema]) => argument(name, required.includes(name), schema)),
  ];
}

/** Where one or many may be sent, one is. */
function firstObject(schema: Schema): Schema {
  const choices = schema["anyOf"];
  return Array.isArray(choices) ? ((choices[0] ?? {}) as Schema) : schema;
}

function argument(wire: string, isRequired: boolean, schema: Schema): Argument {
  const about = schema["description"];
  return { wire, isRequired, type: typeOf(schema), about: typeof about === "string" ? about : "" };
}

const TYPES: ReadonlyMap<unknown, string> = new Map([
  ["string", "str"],
  ["integer", "int"],
  ["number", "float"],
  ["boolean", "bool"],
  ["array", "Sequence[Any]"],
  ["object", "Mapping[str, Any]"],
]);

const TIMES: ReadonlyMap<unknown, string> = new Map([
  ["date-time", "datetime | str"],
  ["date", "date | str"],
]);

function typeOf(schema: Schema): string {
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(choices))
    return TIMES.get(schema["format"]) ?? TYPES.get(schema["type"]) ?? "Any";
  const types = new Set(choices.flatMap((one: Schema) => typeOf(one).split(" | ")));
  return types.has("Any") ? "Any" : [...types].sort().join(" | ");
}

const KEYWORDS = new Set(["import", "from", "class", "global", "return", "pass", "is", "in"]);

/** `budgetTokens` and `filter.kinds` as Python names them. */
function named(wire: string): string {
  const snake = wire.replaceAll(".", "_").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}
