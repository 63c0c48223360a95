// What can be set, what it means, and what is refused. The only reader of the environment.

import { z } from "zod";
import { Limits } from "./config/limits.ts";
import { MemoryError } from "./errors.ts";
import { BUILT_IN_CATEGORIES } from "./model/memory.ts";
import { ownValue } from "./model/own-value.ts";
import { WEBHOOK_EVENTS } from "./model/webhook.ts";

const Text = z.string().min(1);
const Action = z.enum(["allow", "redact", "hold", "drop"]);

const Store = z.strictObject({
  path: Text.optional().describe("SQLite file; `:memory:` keeps nothing."),
  url: Text.optional().describe(
    "PostgreSQL, as postgres://user@host/database; several hosts with commas: the one that takes writes.",
  ),
  readUrl: Text.optional().describe(
    "A standby of `url` that answers what only reads: searches, queries, contexts.",
  ),
  readMaxStalenessMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(1_000)
    .describe(
      "How old the standby's answers may be. What was written on this node is always there; 0: what was written anywhere.",
    ),
  poolSize: z
    .int()
    .min(1)
    .max(500)
    .default(10)
    .describe("Connections that this program holds to PostgreSQL, and as many to `readUrl`."),
  folder: Text.nullable()
    .optional()
    .describe("Where journals, snapshot and vault file go; null: no files."),
  rowSecurity: z
    .boolean()
    .default(false)
    .describe(
      "PostgreSQL itself keeps tenants apart, as a second wall; search by index is slower.",
    ),
  encryptionKey: z
    .string()
    .min(12)
    .optional()
    .describe("Encrypts the SQLite file as a whole; no files are kept beside it."),
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
    blockedUsers: z
      .array(Text)
      .default([])
      .describe("User ids that are neither captured nor recalled."),
    blockedChannels: z
      .array(Text)
      .default([])
      .describe("Channels and threads that are neither captured nor recalled."),
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
  about: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe("What belongs in it, for the model that reads messages."),
  context: z.enum(["all", "rag"]).default("rag"),
  ragLength: z.int().min(1).max(200).default(30),
});

const MAX_WEBHOOKS = 20;
const Webhook = z
  .strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/, "must be letters, digits, `_` and `-`, at most 64"),
    url: z.url({ protocol: /^https?$/ }),
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, "must be `whsec_` and 24 to 64 bytes in base64"),
    events: z.array(z.enum(WEBHOOK_EVENTS)).default([]),
    tenants: z.array(Text).default([]),
    allowPrivate: z.boolean().default(false),
  })
  .refine(({ url, allowPrivate }) => allowPrivate || url.startsWith("https:"), {
    path: ["url"],
    message: "must begin with https:, or `allowPrivate` must be true",
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
  sensitive: z
    .strictObject({
      agents: z.array(Text).default([]).describe("Agents that read sensitive lines about anyone."),
      users: z.array(Text).default([]).describe("Ids of users who do."),
      host: z
        .boolean()
        .default(false)
        .describe("Whether contexts that name neither an agent nor a user hold them."),
    })
    .prefault({}),
  extraction: z
    .strictObject({
      instructions: z
        .string()
        .min(1)
        .max(8_000)
        .optional()
        .describe("What else the language model is told to look for in messages."),
      examples: z
        .array(z.strictObject({ message: Text, facts: z.array(Text).max(10) }))
        .max(20)
        .default([])
        .describe("Messages and the facts that are to be read out of them."),
    })
    .prefault({}),
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
      functionSeconds: z
        .number()
        .min(0.01)
        .max(3_600)
        .default(120)
        .describe("How long a function of yours (extractor, narrator, judge, embedder) may take."),
    })
    .prefault({}),
  upkeep: z.boolean().default(true).describe("Whether scheduled jobs run by themselves."),
  catchUp: z
    .enum(["background", "before_opening"])
    .default("background")
    .describe("When a missed night is made up for: `before_opening` keeps callers waiting for it."),
  scopes: z
    .array(Text)
    .default([])
    .describe("Agents that have a scope of their own; none: any name. `shared` and `user` exist."),
  webhooks: z
    .array(Webhook)
    .max(MAX_WEBHOOKS)
    .default([])
    .describe(
      "Where events are sent: `name`, `url`, `secret`, `events`, `tenants`, `allowPrivate`.",
    ),
  limits: Limits,
  vaultCapacity: z
    .int()
    .min(1)
    .default(100)
    .describe("Active canon and register records in a tenant."),
  vaultBlockItems: z
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe("Records in the memory block of a context; the snapshot block holds all."),
  vaultSimilarity: z
    .number()
    .gt(0)
    .max(1)
    .default(0.7)
    .describe("Likeness of letters from which on a new record is a near-duplicate."),
  maxRecentMessages: z
    .number()
    .default(35)
    .transform((n) => Math.min(120, Math.max(10, Math.round(n))))
    .describe("Recent messages that go into a prompt; 10 to 120."),
});
export type Config = Readonly<z.infer<typeof Config>>;
/** The same before its defaults are filled in: what a file or a program may give. */
export type ConfigInput = Readonly<z.input<typeof Config>>;

/** Settings as a file, the environment or flags give them: by their names, not yet checked. */
export type Given = Readonly<Record<string, unknown>>;

/** Which variable sets which setting. */
export const ENVIRONMENT = {
  MNEME_PATH: "path",
  MNEME_URL: "url",
  MNEME_READ_URL: "readUrl",
  MNEME_FOLDER: "folder",
  MNEME_DURABILITY: "durability",
  MNEME_ENCRYPTION_KEY: "encryptionKey",
  MNEME_FAST_MODEL: "models.fast",
  MNEME_DEEP_MODEL: "models.deep",
  MNEME_EMBEDDER: "models.embedder",
  DEFAULT_MEMORY_EMBEDDING_MODEL: "models.embedder",
} as const;

/** By its bare name, as `text-embedding-3-small`; it gives way to a variable of ours. */
const OLDER_EMBEDDER = "DEFAULT_MEMORY_EMBEDDING_MODEL";

/** The first variable that sets it. */
export function variableOf(key: string, env: Environment): string | undefined {
  return Object.entries(ENVIRONMENT).find(
    ([name, setting]) => setting === key && (ownValue(env, name) ?? "") !== "",
  )?.[0];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's own environment, read here and nowhere else. */
export function environment(): Environment {
  return process.env;
}

/** Strongest last; each only what it sets itself. */
export type Layers = Readonly<{ file?: Given; environment?: Given; flags?: Given }>;

/** Flags over environment over file over defaults; a bad setting is refused by name. */
export function loadConfig({ file = {}, environment: env = {}, flags = {} }: Layers): Config {
  return parseConfig([file, env, flags].reduce(laidOver));
}

/** What the environment sets, by the names of the settings. */
export function fromEnvironment(env: Environment): Given {
  let found: Given = {};
  for (const [name, key] of Object.entries(ENVIRONMENT)) {
    const given = ownValue(env, name);
    if (given === undefined || given === "") continue;
    if (name === OLDER_EMBEDDER && variableOf(key, env) !== name) continue;
    const value = name === OLDER_EMBEDDER && !given.includes(":") ? `openai:${given}` : given;
    const [first = key, second] = key.split(".");
    found = laidOver(found, { [first]: second === undefined ? value : { [second]: value } });
  }
  return found;
}

/** Either names the store, so whoever names one of them overrules whoever named the other. */
const STORE_KEYS = ["path", "url"] as const;

function laidOver(under: Given, over: Given): Given {
  const namesStore = STORE_KEYS.some((key) => over[key] !== undefined);
  const kept = Object.entries(under).filter(
    ([key]) => !(namesStore && STORE_KEYS.some((one) => one === key)),
  );
  const merged = new Map(kept);
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    merged.set(key, isRecord(below) && isRecord(value) ? { ...below, ...value } : value);
  }
  return Object.fromEntries(merged);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseConfig(given: unknown): Config {
  if (hasLostName(given)) throw invalid("Nothing can be called `__proto__`.");
  const parsed = Config.safeParse(given);
  if (!parsed.success)
    throw invalid(
      [z.prettifyError(parsed.error), ...hintsFor(parsed.error)].join("\n"),
      parsed.error,
    );
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) throw invalid(contradiction);
  return parsed.data;
}

/** What would be right in the place of each number or name that is not. */
function hintsFor(error: z.ZodError): readonly string[] {
  const schema = z.toJSONSchema(Config, { io: "input", unrepresentable: "any" });
  return error.issues.flatMap((issue) => {
    const place = issue.path.map(String);
    const found = place.reduce<Allowed | undefined>(
      (at, name) => ownValue(at?.properties ?? {}, name),
      schema as Allowed,
    );
    if (issue.code === "unrecognized_keys" && found?.properties !== undefined) {
      const known = Object.keys(found.properties).join(", ");
      return issue.keys.map(
        (key) => `There is no \`${[...place, key].join(".")}\`. There are: ${known}.`,
      );
    }
    const { type, minimum, maximum, default: usual } = found ?? {};
    if (minimum === undefined || maximum === undefined || usual === undefined) return [];
    const what = type === "integer" ? "a whole number" : "a number";
    return [
      `\`${place.join(".")}\` must be ${what} from ${minimum} up to ${maximum}, such as ${String(usual)}.`,
    ];
  });
}

type Allowed = Readonly<{
  properties?: Readonly<Record<string, Allowed>>;
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}>;

/** Parsing leaves this name out, and with it the allowlist of an agent that has it. */
function hasLostName(given: unknown): boolean {
  if (!isRecord(given)) return false;
  return Object.entries(given).some(([name, value]) => name === "__proto__" || hasLostName(value));
}

function invalid(why: string, cause?: unknown): MemoryError {
  return new MemoryError("invalid_input", `Invalid configuration\n${why}`, { cause });
}

function storeContradiction({
  path,
  url,
  readUrl,
  folder,
  encryptionKey,
}: Partial<Config>): string | undefined {
  if (path !== undefined && url !== undefined)
    return "Give either `path` (SQLite) or `url` (PostgreSQL), not both.";
  if (readUrl !== undefined && path !== undefined)
    return "`readUrl` is a standby of a PostgreSQL `url`; a SQLite `path` has none.";
  if (readUrl?.includes(",") === true)
    return "`readUrl` names one standby; what one of several knows says nothing of the others.";
  if (encryptionKey === undefined) return undefined;
  if (url !== undefined)
    return "`encryptionKey` is for SQLite; a PostgreSQL server encrypts its own disk.";
  return typeof folder === "string"
    ? "`folder` would keep journals in plain text beside an encrypted store; leave one of them out."
    : undefined;
}

function twiceIn(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** What each setting allows by itself, and no store could honour together. */
function contradictionIn(config: Config): string | undefined {
  const { categories, allowlists, webhooks, ...store } = config;
  const contradiction = storeContradiction(store);
  if (contradiction !== undefined) return contradiction;
  const names = categories.map(({ name }) => name);
  for (const [what, list] of Object.entries({ categories, webhooks })) {
    const twice = twiceIn(list.map(({ name }) => name));
    if (twice !== undefined) return `\`${what}\` has "${twice}" twice.`;
  }
  if (names.length === 0) return undefined;
  for (const [agent, allowed] of Object.entries(allowlists)) {
    const unknown = allowed.find(
      (name) => !names.includes(name) && !BUILT_IN_CATEGORIES.includes(name),
    );
    if (unknown !== undefined)
      return `\`allowlists.${agent}\` has "${unknown}", which is none of the \`categories\`: ${names.join(", ")}.`;
  }
  return undefined;
}
