// Checks what a program passes to `createMemory` beside the settings: models, a pool and functions. Refused by name, before
// anything is opened.

import { z } from "zod";
import type { MemoryOptions } from "../engine.ts";
import { MemoryError } from "../errors.ts";
import { inputProblems } from "../model/input-problems.ts";

const aFunction = methods([], "a function");
const Count = z.int().min(0).optional();

const Settings = z.strictObject({
  provider: z.enum(["openai", "anthropic", "google", "ollama", "compatible"]).optional(),
  model: z.string().min(1),
  baseUrl: z.string().optional(),
  apiKey: z.string().optional(),
});
const named = "a name such as `openai:<model>`, settings with a `model`";
const Language = choice(["doGenerate"], `${named}, or a language model of the AI SDK`);
const Embedding = choice(["doEmbed"], `${named}, an embedding model of the AI SDK, or an embedder`);
const Embedder = z.looseObject({
  model: z.looseObject({ id: z.string().min(1), revision: z.string() }),
  embed: aFunction,
});

const EmbedderChoice = z.custom(
  (given) => Embedder.safeParse(given).success || Embedding.safeParse(given).success,
  {
    error: ({ input }) =>
      `must be ${named}, an embedding model of the AI SDK, or an embedder; ${kindOf(input)} is none`,
  },
);
const NARRATES = ["episode", "topics", "profile", "consolidate", "insights"] as const;
const Narrator = z.custom(
  (given) =>
    typeof given === "object" &&
    given !== null &&
    Object.keys(given).some((name) => NARRATES.some((one) => one === name)) &&
    Object.entries(given).every(([name, value]) => name === "name" || typeof value === "function"),
  {
    error: ({ input }) =>
      `must be an object with one or more of the functions ${NARRATES.join(", ")}; ${kindOf(input)} is none`,
  },
);

const Options = z.looseObject({
  extractor: own(["extract"], "a function of a message, or an extractor").optional(),
  narrator: Narrator.optional(),
  judge: own(["judge"], "a function of pairs of lines, or a judge").optional(),
  reranker: own(
    ["rerank"],
    "a function of a query and lines, a reranker, or a reranking model of the AI SDK",
    ["doRerank"],
  ).optional(),
  extraction: z
    .looseObject({ schema: methods(["safeParse"], "an object schema of zod").optional() })
    .optional(),
  embedder: EmbedderChoice.optional(),
  pool: methods(["connect", "query"], "an open pool of PostgreSQL connections").optional(),
  now: aFunction.optional(),
  ids: aFunction.optional(),
  warn: aFunction.optional(),
  models: z
    .strictObject({
      fast: Language.optional(),
      deep: Language.optional(),
      embedder: EmbedderChoice.optional(),
      fallback: z.boolean().optional(),
      dailyTokens: Count,
      dailyTokensPerUser: Count,
      functionSeconds: z.number().optional(),
    })
    .optional(),
});

/** A name, settings, or an object with these methods. */
function choice(names: readonly string[], what: string) {
  return z.custom(
    (given) =>
      (typeof given === "string" && given !== "") ||
      Settings.safeParse(given).success ||
      hasMethods(given, names),
    { error: ({ input }) => `must be ${what}; ${kindOf(input)} is none` },
  );
}

function methods(names: readonly string[], what: string) {
  return z.custom(
    (given) => (names.length === 0 ? typeof given === "function" : hasMethods(given, names)),
    { error: ({ input }) => `must be ${what}; ${kindOf(input)} is none` },
  );
}

/** A function, or an object of the port or of the AI SDK. */
function own(names: readonly string[], what: string, orNames: readonly string[] = names) {
  return z.custom(
    (given) =>
      typeof given === "function" || hasMethods(given, names) || hasMethods(given, orNames),
    { error: ({ input }) => `must be ${what}; ${kindOf(input)} is none` },
  );
}

function hasMethods(given: unknown, names: readonly string[]): boolean {
  return (
    typeof given === "object" &&
    given !== null &&
    names.every((name) => typeof Reflect.get(given, name) === "function")
  );
}

function kindOf(given: unknown): string {
  if (given === null || given === undefined) return String(given);
  if (Array.isArray(given)) return "a list";
  return typeof given === "object" ? "this object" : `a ${typeof given}`;
}

export function parseOptions(given: unknown): MemoryOptions {
  const parsed = Options.safeParse(given);
  if (parsed.success) {
    const options = given as MemoryOptions;
    if (options.embedder === undefined || options.models?.embedder === undefined) return options;
    throw new MemoryError(
      "invalid_input",
      "`embedder` and `models.embedder` are the same setting: give one of them.",
    );
  }
  throw new MemoryError(
    "invalid_input",
    `The options are not right.\n${inputProblems(parsed.error)}`,
    {
      cause: parsed.error,
    },
  );
}
