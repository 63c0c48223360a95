// Every setting by its dotted name with what it allows, out of the one schema.

import { z } from "zod";
import { Config, ENVIRONMENT } from "../config.ts";

export type SettingRow = Readonly<{
  name: string;
  about: string;
  /** Undefined where nothing is set by itself. */
  fallback: unknown;
  allowed: string;
  /** The environment variables that set it, where there are any. */
  variable: string | undefined;
}>;

type Schema = Readonly<{
  type?: string;
  enum?: readonly unknown[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  properties?: Readonly<Record<string, Schema>>;
  anyOf?: readonly Schema[];
}>;

export function settingsTable(): readonly SettingRow[] {
  const schema = z.toJSONSchema(Config, { io: "input", unrepresentable: "any" });
  return rowsOf(schema as Schema, []);
}

function rowsOf({ properties = {} }: Schema, above: readonly string[]): readonly SettingRow[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = [...above, key];
    if (schema.properties !== undefined) return rowsOf(schema, path);
    const name = path.join(".");
    const variable =
      Object.entries(ENVIRONMENT)
        .filter(([, setting]) => setting === name)
        .map(([each]) => each)
        .join(", ") || undefined;
    const { description: about = "", default: fallback } = schema;
    return [{ name, about, fallback, allowed: allowedIn(schema), variable }];
  });
}

function allowedIn(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(", ");
  if (schema.type === "number" || schema.type === "integer") return numbersIn(schema);
  if (schema.anyOf !== undefined) return schema.anyOf.map(allowedIn).join(" or ");
  return KINDS.get(schema.type ?? "") ?? "any";
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a table by name"],
  ["null", "null"],
]);

function numbersIn({ type, minimum, maximum, exclusiveMinimum }: Schema): string {
  const what = type === "integer" ? "a whole number" : "a number";
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum;
  const from = exclusiveMinimum === undefined ? "from" : "above";
  const most =
    maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? "" : ` up to ${maximum}`;
  return least === undefined ? `${what}${most}` : `${what} ${from} ${least}${most}`;
}
