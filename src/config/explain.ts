// Says of every setting what it is and who set it. Secrets are masked.

import { z } from "zod";
import {
  Config,
  ENVIRONMENT,
  type Environment,
  type Given,
  isRecord,
  type Layers,
  loadConfig,
  variableOf,
} from "../config.ts";
import { ownValue } from "../model/own-value.ts";
import { withoutSecrets } from "./without-secrets.ts";

export type Origin =
  | Readonly<{ type: "flag" }>
  | Readonly<{ type: "environment"; variable: string }>
  | Readonly<{ type: "file"; path: string }>
  | Readonly<{ type: "default" }>;

/** `value` is null where nothing is set. */
export type Setting = Readonly<{ key: string; value: unknown; origin: Origin; about: string }>;

export function explainConfig(
  layers: Layers,
  file: string | undefined,
  env: Environment = {},
): readonly Setting[] {
  const config: Given = withoutSecrets(loadConfig(layers));
  return leaves(Config).map(({ key, about }) => ({
    key,
    value: valueAt(config, key) ?? null,
    origin: originOf(key, layers, { file, env, isSet: valueAt(config, key) !== undefined }),
    about,
  }));
}

type Leaf = Readonly<{ key: string; about: string }>;

/** Every setting by its dotted name; a group of settings is told by its members. */
function leaves(group: z.ZodObject, under = ""): readonly Leaf[] {
  return Object.entries(group.shape).flatMap(([name, schema]) => {
    const key = under === "" ? name : `${under}.${name}`;
    const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    if (inner instanceof z.ZodObject) return leaves(inner, key);
    const about = z.globalRegistry.get(schema as z.ZodType)?.description;
    return [{ key, about: about ?? "" }];
  });
}

function originOf(
  key: string,
  layers: Layers,
  { file, env, isSet }: Readonly<{ file: string | undefined; env: Environment; isSet: boolean }>,
): Origin {
  if (!isSet) return { type: "default" };
  if (valueAt(layers.flags ?? {}, key) !== undefined) return { type: "flag" };
  const variable =
    variableOf(key, env) ?? Object.entries(ENVIRONMENT).find(([, setting]) => setting === key)?.[0];
  if (variable !== undefined && valueAt(layers.environment ?? {}, key) !== undefined)
    return { type: "environment", variable };
  if (file !== undefined && valueAt(layers.file ?? {}, key) !== undefined)
    return { type: "file", path: file };
  return { type: "default" };
}

function valueAt(given: Given, key: string): unknown {
  let value: unknown = given;
  for (const name of key.split(".")) value = isRecord(value) ? ownValue(value, name) : undefined;
  return value;
}
