// The short form of a schema that `tools/list` shows. Every client puts it before its model in every session, so it
// says what a caller needs to fill in a call, and no limit that an error would name anyway. The whole schema is still
// what arguments and answers are held to.

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { z } from "zod";

type JsonSchema = Readonly<Record<string, unknown>>;
type Converter = StandardSchemaWithJSON["~standard"]["jsonSchema"];

/** Keywords that cost more than they tell: the tool's own check answers with the field and what it may be. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "$schema",
  "additionalProperties",
  "format",
  "maxItems",
  "maxLength",
  "minItems",
  "minLength",
  "minimum",
  "pattern",
]);
const LARGEST = Number.MAX_SAFE_INTEGER;

/** Says what the arguments are and lets anything through: the tool refuses them itself, with a code and a hint. */
export function advertisedInput(schema: z.ZodObject): StandardSchemaWithJSON {
  const { jsonSchema, ...standard } = schema["~standard"];
  const input: Converter["input"] = (options) => ({
    ...shortened(jsonSchema.input(options)),
    additionalProperties: false,
  });
  const validate = (value: unknown) => ({ value });
  return { "~standard": { ...standard, validate, jsonSchema: { ...jsonSchema, input } } };
}

/** The fields of an answer by name and type; what is in them, the answer shows. */
export function advertisedOutput(schema: z.ZodObject): StandardSchemaWithJSON {
  const { jsonSchema, ...standard } = schema["~standard"];
  const output: Converter["output"] = (options) => {
    const { properties } = jsonSchema.output(options);
    const fields = Object.entries(Object(properties) as Record<string, JsonSchema>);
    return {
      type: "object",
      properties: Object.fromEntries(fields.map(([name, { type }]) => [name, { type }])),
    };
  };
  return { "~standard": { ...standard, jsonSchema: { ...jsonSchema, output } } };
}

function shortened(schema: JsonSchema): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([name, value]) => !LEFT_OUT.has(name) && value !== LARGEST,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => constants(name, value) ?? [name, shorter(name, value)]),
  );
}

/** A choice between constants, which zod writes as a schema each. */
function constants(name: string, value: unknown): [string, unknown] | undefined {
  if (name !== "anyOf" || !Array.isArray(value)) return undefined;
  const choices = value.filter((one: JsonSchema) => "const" in one);
  return choices.length === value.length
    ? ["enum", choices.map((one: JsonSchema) => one["const"])]
    : undefined;
}

function shorter(name: string, value: unknown): unknown {
  if (name === "properties") {
    const fields = Object.entries(Object(value) as Record<string, JsonSchema>);
    return Object.fromEntries(fields.map(([field, schema]) => [field, shortened(schema)]));
  }
  return name === "items" ? shortened(Object(value) as JsonSchema) : value;
}
