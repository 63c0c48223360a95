// The composition root: opens the store and the models, and hands out one object whose methods are the operations.

import { dirname, join } from "node:path";
import type { ZodType } from "zod";
import { type Config, type ConfigInput, parseConfig } from "./config.ts";
import { newIds } from "./engine/new-ids.ts";
import { parseOptions } from "./engine/parse-options.ts";
import { MemoryError } from "./errors.ts";
import type { Metadata } from "./model/metadata.ts";
import { ledgerMeter } from "./models/language/metered.ts";
import { type ModelChoices, type Models, type OwnMind, openModels } from "./models/open-models.ts";
import { createEngine } from "./operations/create-engine.ts";
import type { MemoryEngine } from "./operations/engine.ts";
import { factsRead, narrationLimits } from "./operations/policies.ts";
import type { Clock, Ids } from "./ports/clock.ts";
import type { Files } from "./ports/files.ts";
import type { ForeignServer } from "./ports/foreign-database.ts";
import type { Store } from "./ports/store.ts";
import { refuseNewerStore } from "./store/backup/backup.ts";
import { noFiles, openFiles, openFilesForReading } from "./store/files/open-files.ts";
import type { PostgresStore } from "./store/postgres/open-postgres.ts";
import type { PostgresPool } from "./store/postgres/postgres-database.ts";
import { openScratchStore, openSqliteStore } from "./store/sqlite/open-sqlite.ts";
import { openForeignDatabase } from "./store/transfer/foreign-sqlite.ts";

/** Every setting of the configuration, and what only a program can pass. */
export type MemoryOptions = Readonly<
  Partial<Omit<ConfigInput, "models" | "extraction">> & {
    /** `schema`: fields that the language model gives each fact besides; they become its metadata. */
    extraction?: NonNullable<ConfigInput["extraction"]> & { schema?: ZodType<Metadata> };
    models?: Partial<ModelChoices> & Partial<Figures>;
    /** The same as `models.embedder`. */
    embedder?: ModelChoices["embedder"];
    /** An open pool instead of a `url`. */
    pool?: PostgresPool;
    now?: Clock;
    ids?: Ids;
    /** Told once when something must be done without. */
    warn?: (message: string) => void;
  } & OwnMind
>;

type Figures = Record<"dailyTokens" | "dailyTokensPerUser" | "functionSeconds", number>;

export async function createMemory(options: MemoryOptions = {}): Promise<MemoryEngine> {
  const {
    pool,
    now = () => new Date(),
    ids = newIds(),
    warn = processWarning,
    models = {},
    embedder = models.embedder,
    extractor,
    narrator,
    judge,
    reranker,
    extraction: { schema, ...extraction } = {},
    ...settings
  } = parseOptions(options);
  const { fast, deep, embedder: _named, ...figures } = models;
  const config = parseConfig({ ...settings, extraction, models: figures });
  const folder = folderOf(config, pool);
  const store = await openStore(config, { pool, now, warn, keepsFiles: folder !== undefined });
  try {
    const chosen = { fast, deep, embedder, extractor, narrator, judge, reranker };
    const opened = await modelsOf(chosen, config, { store, now, ids, schema });
    const files = await filesOf(folder, store);
    return await createEngine({
      config,
      store,
      ...("reading" in store ? { readStore: store.reading } : {}),
      files,
      keepsFiles: folder !== undefined,
      models: opened,
      now,
      ids,
      openScratch: () => openScratchStore({ now, key: config.encryptionKey }),
      openForeign: openForeignDatabase,
      openForeignServer,
    });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

type Chosen = Pick<ModelChoices, "fast" | "deep" | "embedder"> & OwnMind;
type Metering = Readonly<{
  store: Store;
  now: Clock;
  ids: Ids;
  schema: ZodType<Metadata> | undefined;
}>;

function modelsOf(chosen: Chosen, config: Config, metering: Metering): Promise<Models> {
  const { dailyTokens, dailyTokensPerUser, fallback, functionSeconds } = config.models;
  const { extraction, categories, limits } = config;
  const { store, now, ids, schema } = metering;
  const hasTask =
    schema !== undefined || extraction.instructions !== undefined || extraction.examples.length > 0;
  if (hasTask && (chosen.fast === undefined || chosen.extractor !== undefined))
    throw new MemoryError(
      "invalid_input",
      "`extraction` tells a language model what to look for, and none reads messages here: set `models.fast`, such as `openai:gpt-5-mini`, and no `extractor`.",
    );
  const budgets = { tenant: dailyTokens, user: dailyTokensPerUser };
  return openModels(
    {
      ...chosen,
      ...{ fallback, functionSeconds, task: { ...extraction, categories, schema } },
      ...{ narration: narrationLimits(config), reading: factsRead(config) },
      rerankSeconds: limits.recall.rerankMilliseconds / 1_000,
    },
    ledgerMeter(store.ledger, budgets, { now, ids }),
  );
}

async function filesOf(folder: string | undefined, store: Store): Promise<Files> {
  if (folder === undefined) return noFiles();
  return (await store.info()).isReadOnly ? openFilesForReading(folder) : openFiles(folder);
}

function processWarning(message: string): void {
  process.emitWarning(message, { type: "MnemeWarning" });
}

/** Files go beside the database file; with none, or with PostgreSQL, only where they are asked for. */
export function folderOf(config: Config, pool: PostgresPool | undefined): string | undefined {
  if (config.folder === null || config.encryptionKey !== undefined) return undefined;
  if (config.folder !== undefined) return config.folder;
  const { path } = config;
  return path === undefined || path === ":memory:" || pool !== undefined
    ? undefined
    : join(dirname(path), "memory");
}

type Opening = Readonly<{
  pool: PostgresPool | undefined;
  now: Clock;
  warn: (message: string) => void;
  keepsFiles: boolean;
}>;

async function openStore(config: Config, opening: Opening): Promise<Store | PostgresStore> {
  if (opening.pool !== undefined || config.url !== undefined) return openServer(config, opening);
  const { now, keepsFiles } = opening;
  const { path = "memory.db", durability, encryptionKey: key } = config;
  await refuseNewerStore({ path, key });
  return openSqliteStore({ path, durability, key, keepsFiles, now });
}

async function openForeignServer(url: string): Promise<ForeignServer> {
  return (await import("./store/transfer/foreign-postgres.ts")).openForeignPostgres(url);
}

/** Nothing of the PostgreSQL driver is loaded unless a server is used. */
async function openServer(config: Config, opening: Opening): Promise<PostgresStore> {
  const { url = "", readUrl, readMaxStalenessMs: maxStalenessMs, poolSize: size } = config;
  const { openPostgresPool } = await import("./store/postgres/postgres-database.ts");
  const { openPostgresStore } = await import("./store/postgres/open-postgres.ts");
  return openPostgresStore({
    ...opening,
    pool: opening.pool ?? openPostgresPool(url, { size }),
    ...(readUrl === undefined
      ? {}
      : { replica: { pool: openPostgresPool(readUrl, { size }), maxStalenessMs } }),
    rowSecurity: config.rowSecurity,
  });
}
