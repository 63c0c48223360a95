// The schema of an input as JSON Schema, for reading query strings and for the reference.

import { z } from "zod";
import { isRecord } from "./record.ts";

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

export type ValueType = "text" | "number" | "boolean" | "list" | "object";

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
