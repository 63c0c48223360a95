// What can be set, what it means, and what is refused. The only reader of the environment.

import { z } from "zod";
import { MemoryError } from "./errors.ts";

const Text = z.string().min(1);
const Action = z.enum(["allow", "redact", "hold", "drop"]);

const Store = z.strictObject({
  path: Text.optional().describe("SQLite file; `:memory:` keeps nothing."),
  url: Text.optional().describe("PostgreSQL, as postgres://user@host/database."),
  folder: Text.nullable()
    .optional()
    .describe("Where journals, snapshot and vault file go; null: no files."),
  durability: z
    .enum(["normal", "full"])
    .default("normal")
    .describe(
      "`full` also survives a power cut, at the cost of a disk flush for each commit (SQLite).",
    ),
});

const Capture = z
  .strictObject({
    enabled: z.boolean().default(true).describe("Whether messages are listened to at all."),
    blockedUsers: z.array(Text).default([]).describe("User ids that are never captured."),
    blockedChannels: z.array(Text).default([]).describe("Channels that are never captured."),
    onlyTenant: Text.optional().describe("When set, no other tenant is remembered."),
  })
  .prefault({});

const Conversation = z
  .strictObject({
    quietMinutes: z
      .number()
      .min(1)
      .max(1440)
      .default(25)
      .describe("Quiet that ends a conversation."),
    maxMinutes: z.number().min(1).max(1440).default(120).describe("A longer conversation is cut."),
  })
  .prefault({});

const Category = z.strictObject({
  name: Text,
  context: z.enum(["all", "rag"]).default("rag"),
  ragLength: z.int().min(1).max(200).default(30),
});

export const Config = Store.extend({
  capture: Capture,
  conversation: Conversation,
  guard: z
    .record(z.string(), Action)
    .default({})
    .describe("What happens to each class of private text."),
  categories: z.array(Category).default([]).describe("Categories that exist; none: any."),
  allowlists: z
    .record(Text, z.array(Text))
    .default({})
    .describe("Which categories an agent may read."),
  models: z
    .strictObject({
      fast: Text.optional().describe(
        "Model for notes and facts, as `openai:…`, `anthropic:…`, `ollama:…`.",
      ),
      deep: Text.optional().describe("Model for clusters and consolidation."),
      embedder: Text.optional().describe("Embedding model; none: the built-in one."),
      fallback: z
        .boolean()
        .default(false)
        .describe("Whether the built-in models stand in for a failed one."),
      dailyTokens: z
        .int()
        .min(0)
        .default(2_000_000)
        .describe("Tokens a tenant may spend in a day."),
      dailyTokensPerUser: z
        .int()
        .min(0)
        .default(200_000)
        .describe("Tokens a user may cause in a day."),
    })
    .prefault({}),
  upkeep: z.boolean().default(true).describe("Whether scheduled jobs run by themselves."),
  vaultCapacity: z
    .int()
    .min(1)
    .default(100)
    .describe("Active canon and register records in a tenant."),
  maxRecentMessages: z
    .number()
    .default(35)
    .transform((n) => Math.min(120, Math.max(10, Math.round(n)))),
});
export type Config = Readonly<z.infer<typeof Config>>;

const ENVIRONMENT = {
  MNEME_PATH: "path",
  MNEME_URL: "url",
  MNEME_FOLDER: "folder",
  MNEME_DURABILITY: "durability",
} as const satisfies Record<string, keyof Config>;

const MODEL_ENVIRONMENT = {
  MNEME_FAST_MODEL: "fast",
  MNEME_DEEP_MODEL: "deep",
  MNEME_EMBEDDER: "embedder",
} as const satisfies Record<string, keyof Config["models"]>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's own environment, read here and nowhere else. */
export function environment(): Environment {
  return process.env;
}

/** Flags over environment over file over defaults; a bad setting is refused by name. */
export function loadConfig(given: Readonly<Record<string, unknown>>, env: Environment): Config {
  const models = { ...fromEnvironment(MODEL_ENVIRONMENT, env), ...record(given["models"]) };
  return parseConfig({ ...fromEnvironment(ENVIRONMENT, env), ...given, models });
}

export function parseConfig(given: unknown): Config {
  const parsed = Config.safeParse(given);
  if (!parsed.success)
    throw new MemoryError(
      "invalid_input",
      `Invalid configuration\n${z.prettifyError(parsed.error)}`,
      {
        cause: parsed.error,
      },
    );
  if (parsed.data.path !== undefined && parsed.data.url !== undefined)
    throw new MemoryError(
      "invalid_input",
      "Give either `path` (SQLite) or `url` (PostgreSQL), not both.",
    );
  return parsed.data;
}

function fromEnvironment(
  names: Readonly<Record<string, string>>,
  env: Environment,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, key] of Object.entries(names)) {
    const value = env[name];
    if (value !== undefined && value !== "") found[key] = value;
  }
  return found;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
