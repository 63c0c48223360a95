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

const Options = z.looseObject({
  pool: methods(["connect", "query"], "an open pool of PostgreSQL connections").optional(),
  now: aFunction.optional(),
  ids: aFunction.optional(),
  warn: aFunction.optional(),
  models: z
    .strictObject({
      fast: Language.optional(),
      deep: Language.optional(),
      embedder: z
        .custom(
          (given) => Embedder.safeParse(given).success || Embedding.safeParse(given).success,
          {
            error: ({ input }) =>
              `must be ${named}, an embedding model of the AI SDK, or an embedder; ${kindOf(input)} is none`,
          },
        )
        .optional(),
      fallback: z.boolean().optional(),
      dailyTokens: Count,
      dailyTokensPerUser: Count,
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
  if (parsed.success) return given as MemoryOptions;
  throw new MemoryError(
    "invalid_input",
    `The options are not right.\n${inputProblems(parsed.error)}`,
    {
      cause: parsed.error,
    },
  );
}
