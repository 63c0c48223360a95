// The page of operations, made from their descriptions and schemas.

import { z } from "zod";
import { OPERATIONS } from "../src/operations/operations.ts";

type Schema = Readonly<Record<string, unknown>>;
type Described = (typeof OPERATIONS)[keyof typeof OPERATIONS];

const HEAD = `# Operations

Made from the code by \`scripts/generate-docs.ts\`; do not edit it by hand.

Each operation is a method of the library, a method of the typed client and a route of the HTTP server, under the same
name and with the same fields; some of them are MCP tools as well ([mcp](../mcp.md)). Every input has a \`tenant\` in the
library; over HTTP it is that of the key. Which role may do what is in [http](../http.md#keys).

| operation | permission | route |
| --- | --- | --- |
`;

export function operationsPage(): string {
  const all = Object.values(OPERATIONS);
  const rows = all.map(
    ({ name, access, http }) =>
      `| [${name}](#${name.toLowerCase()}) | ${access} | \`${http.method} ${http.path}\` |`,
  );
  return `${HEAD}${rows.join("\n")}\n\n${all.map(section).join("\n")}`;
}

function section(operation: Described): string {
  const { name, summary, access, http } = operation;
  const input = schemaOf(operation.input, "input");
  const lines = fieldLines(input);
  return [
    `## ${name}\n`,
    `${summary}\n`,
    `\`${http.method} ${http.path}\` · permission: ${access}\n`,
    ...(lines.length === 0 ? [] : [`| field | type | what |\n| --- | --- | --- |`, ...lines, ""]),
    `Gives ${typeOf(schemaOf(operation.output, "output"))}.\n`,
  ].join("\n");
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Schema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "date") jsonSchema.type = "string";
    },
  });
}

function fieldLines(input: Schema): readonly string[] {
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  return propertiesOf(input)
    .filter(([name]) => name !== "tenant")
    .flatMap(([name, schema]) => {
      const isNeeded = required.includes(name);
      const inner = propertiesOf(schema).map(([field, of]) => line(`${name}.${field}`, of, false));
      return inner.length > 0 ? inner : [line(name, schema, isNeeded)];
    });
}

function line(name: string, schema: Schema, isNeeded: boolean): string {
  const { description, default: usual } = schema;
  const notes = [
    ...(typeof description === "string" ? [description] : []),
    ...(usual === undefined ? [] : [`Default: \`${JSON.stringify(usual)}\`.`]),
  ].join(" ");
  const type = typeOf(schema).replaceAll("|", "\\|");
  return `| \`${name}\`${isNeeded ? " (needed)" : ""} | ${type} | ${notes.replaceAll("|", "\\|")} |`;
}

function propertiesOf(schema: Schema): readonly [string, Schema][] {
  const { properties } = schema;
  return typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
}

const MAX_WORDS = 16;

/** In a few words, as a reader would say it. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, type, items, const: only, enum: words } = schema;
  if (typeof $ref === "string") return `a \`${$ref.split("/").at(-1)}\``;
  const choices = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(choices)) return [...new Set(choices.map(typeOf))].join(" or ");
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (Array.isArray(words))
    return words.length > MAX_WORDS ? "a word" : words.map((word) => `\`${word}\``).join(", ");
  if (type === "array") return `a list of ${typeOf(Object(items))}`;
  return type === "object" ? objectType(schema) : simpleType(schema);
}

function simpleType({ type, minimum, maximum }: Schema): string {
  const isNumber = type === "integer" || type === "number";
  const isBounded = isNumber && typeof minimum === "number" && typeof maximum === "number";
  const name = type === "string" ? "text" : isNumber ? "number" : String(type ?? "anything");
  return isBounded && maximum < Number.MAX_SAFE_INTEGER ? `${name} ${minimum}..${maximum}` : name;
}

function objectType(schema: Schema): string {
  if (typeof schema["id"] === "string") return `a \`${schema["id"]}\``;
  const names = propertiesOf(schema).map(([name]) => `\`${name}\``);
  return names.length === 0 ? "an object" : `{ ${names.join(", ")} }`;
}
