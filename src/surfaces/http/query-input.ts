// Reads a query string as the input of an operation: `limit=5&states=active&states=archived&filter.kinds=fact`.
// A value that does not look like what it should be stays text, and the operation's own schema refuses it by name.

import { type JsonSchema, propertiesOf, valueType } from "./input-schema.ts";
import { refusal } from "./problem.ts";
import { isRecord } from "./record.ts";

type Fields = Record<string, unknown>;

const NUMBER = /^-?\d+(?:\.\d+)?(?:e\d{1,3})?$/i;

export function queryInput(
  query: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Readonly<Fields> {
  const input: Fields = Object.create(null);
  for (const [name, value] of Object.entries(query)) place(input, name.split("."), value);
  return typed(input, schema);
}

const REFUSED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const MAX_STEPS = 2;

function place(into: Fields, [first = "", ...rest]: readonly string[], value: unknown): void {
  if (REFUSED.has(first) || rest.length >= MAX_STEPS)
    throw refusal("bad_request", `There is no field "${[first, ...rest].join(".")}".`);
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = into[first] ?? Object.create(null);
  if (!isRecord(inner)) throw refusal("bad_request", `"${first}" is given in two ways.`);
  place(inner, rest, value);
  into[first] = inner;
}

function typed(fields: Readonly<Fields>, schema: JsonSchema): Readonly<Fields> {
  const known = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const of = known[name];
      return [name, of === undefined ? value : readAs(value, of)];
    }),
  );
}

function readAs(value: unknown, schema: JsonSchema): unknown {
  switch (valueType(schema)) {
    case "text":
      return value;
    case "number":
      return typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "list":
      return listOf(value, schema);
    case "object":
      return isRecord(value) ? typed(value, schema) : value;
  }
}

function listOf(value: unknown, schema: JsonSchema): readonly unknown[] {
  const items = schema["items"];
  const given = Array.isArray(value) ? value : [value];
  return isRecord(items) ? given.map((one) => readAs(one, items)) : given;
}
