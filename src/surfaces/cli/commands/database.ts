// The commands about the database itself: backup, restore-backup, migrate, rekey.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../../config.ts";
import { MemoryError } from "../../../errors.ts";
import { type Consent, mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { note } from "../print.ts";
import { type Answering, report, type StoreFlags, stored, withMemory } from "../session.ts";

type BackupOptions = Answering & StoreFlags;
type Restoring = BackupOptions & Consent & { withoutLedger?: boolean };

export function addBackup(program: Command): void {
  const command = stored(program.command("backup"))
    .description("Copy the store to one file while it is in use.")
    .argument("[file]", "the new file; else named for the store and the time")
    .action(backUp);
  withExamples(command, ["mneme backup", "mneme backup friday.db --json"]);
}

async function backUp(file: string | undefined, options: BackupOptions): Promise<void> {
  const { file: from } = await sqliteStore(options);
  const { path } = from;
  const { backUpSqlite } = await import("../../../engine/backup.ts");
  const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, "");
  note(options, `Copying ${path} …`);
  const made = await backUpSqlite(from, resolve(file ?? `${path}.${time}.backup`));
  report(options, made, () => [
    `${made.path}: ${made.memories} memories, ${made.messages} messages, ${made.bytes} bytes, checked`,
  ]);
}

export function addRestoreBackup(program: Command): void {
  const command = stored(program.command("restore-backup"))
    .description(
      "Put a backup in the store's place; what was erased since is erased from it again.",
    )
    .argument("<file>", "the backup")
    .option("--dry-run", "check the backup, and change nothing")
    .option("--without-ledger", "go on although the damaged store cannot say what was erased")
    .option("--yes", "do not ask")
    .action(restore);
  withExamples(command, [
    "mneme restore-backup monday.db --dry-run",
    "mneme restore-backup monday.db --yes",
  ]);
}

async function restore(file: string, options: Restoring): Promise<void> {
  const backup = resolve(file);
  const { file: at, config } = await sqliteStore(options);
  const { path, key } = at;
  const { folderOfStore, inspectSqlite, restoreBackup } = await import("../../../engine/backup.ts");
  const found = await inspectSqlite({ path: backup, key });
  const about = `${found.memories} memories and ${found.messages} messages`;
  if (options.dryRun === true)
    return report(options, { dryRun: true, backup: found, path }, () => [
      `${backup} is ${found.faults.length === 0 ? "sound" : "damaged"}: ${about}`,
      `It would take the place of ${path}.`,
    ]);
  const question = `Put ${backup} (${about}) in the place of ${path}?`;
  if (!(await mayGoOn(question, options))) return note(options, "Nothing was changed.");
  const restored = await restoreBackup({
    backup,
    path,
    key,
    folder: folderOfStore(config),
    durability: config.durability,
    now: () => new Date(),
    withoutLedger: options.withoutLedger === true,
  });
  report(options, restored, () => [
    `${path}: ${restored.memories} memories, ${restored.messages} messages`,
    `erased again: ${restored.erasedAgain.subject} people, ${restored.erasedAgain.message} messages, ${restored.erasedAgain.memory} memories`,
    ...(restored.replaced === undefined ? [] : [`the store it replaced: ${restored.replaced}`]),
  ]);
  if (restored.replaced !== undefined)
    note(options, "Delete the replaced one when all is well: erasing does not reach it.");
}

type SqliteStore = Readonly<{
  config: Config;
  file: Readonly<{ path: string; key?: string | undefined }>;
}>;

/** Backups are of files; a server has its own tools for the same. */
async function sqliteStore(options: StoreFlags): Promise<SqliteStore> {
  const { configOf, fileOf, refuseWrongPath } = await import("../settings.ts");
  const config = await configOf(options);
  refuseWrongPath(config);
  const path = fileOf(config);
  if (path !== undefined) return { config, file: { path, key: config.encryptionKey } };
  throw new MemoryError(
    "not_supported",
    config.url === undefined
      ? "A store in memory has no file to copy."
      : "This store is in PostgreSQL: use `pg_dump --format=custom` and `pg_restore`, which copy it while it is in use.",
  );
}

// `mneme migrate`: brings a store's schema up to date now, instead of at its next use.

type Options = Answering & StoreFlags & { dryRun?: boolean };

export function addMigrate(program: Command): void {
  const command = stored(program.command("migrate"))
    .description("Bring the store's schema up to date; any use of it does the same.")
    .option("--dry-run", "say what it waits for, and change nothing")
    .action(migrate);
  withExamples(command, ["mneme migrate --dry-run", "mneme migrate"]);
}

async function migrate(options: Options): Promise<void> {
  const { configOf, fileOf } = await import("../settings.ts");
  const config = await configOf(options);
  const file = fileOf(config);
  const pending = await pendingIn(file, config.encryptionKey);
  const copy = file === undefined || pending.length === 0 ? undefined : `${file}.before-migration`;
  if (options.dryRun === true)
    return report(options, { dryRun: true, pending }, () => [
      pending.length === 0 ? "Up to date." : `Waits for: ${pending.join(", ")}`,
    ]);
  await withMemory(
    options,
    async (memory) => {
      const { schema } = (await memory.stats({ tenant: "default" })).store;
      const kept = copy !== undefined && existsSync(copy) ? { before: copy } : {};
      report(options, { schema, applied: pending, ...kept }, () => [
        pending.length === 0 ? `Up to date: schema ${schema}.` : `Applied ${pending.join(", ")}.`,
        ...(kept.before === undefined ? [] : [`The store as it was: ${kept.before}`]),
      ]);
    },
    { mustExist: true },
  );
}

/** A server cannot be asked without bringing it up to date. */
async function pendingIn(
  path: string | undefined,
  key: string | undefined,
): Promise<readonly string[]> {
  if (path === undefined || !existsSync(path)) return [];
  const { inspectSqlite } = await import("../../../engine/backup.ts");
  return (await inspectSqlite({ path, key })).pending;
}

// `mneme rekey`: gives the store's file another key, or encrypts one that is plain.

const NEW_KEY_VARIABLE = "MNEME_NEW_ENCRYPTION_KEY";

export function addRekey(program: Command): void {
  const command = stored(program.command("rekey"))
    .description(
      `Encrypt the store with a new key, from ${NEW_KEY_VARIABLE}, a prompt or standard input.`,
    )
    .option("--dry-run", "say what would be done, and change nothing")
    .action(changeKeyOf);
  withExamples(command, ["mneme rekey --dry-run"]);
}

async function changeKeyOf(options: Options): Promise<void> {
  const { configOf, refuseMissing } = await import("../settings.ts");
  const config = await configOf(options);
  refuseMissing(config);
  const path = await sqliteFile(config);
  const from = config.encryptionKey;
  if (options.dryRun === true) return say(path, from, options);
  const { readNewKey } = await import("../new-key.ts");
  const to = await readNewKey(NEW_KEY_VARIABLE);
  const { changeKey } = await import("../../../engine/change-key.ts");
  note(options, `Writing ${path} anew …`);
  const { wasChanged, store } = await changeKey({ path, from, to });
  const { memories, messages } = store;
  report(options, { path, wasChanged, memories, messages }, () => [
    `${path}: ${wasChanged ? "has the new key" : "had the new key already"}; ${memories} memories, ${messages} messages`,
  ]);
  note(
    options,
    "From now on MNEME_ENCRYPTION_KEY, or encryptionKey in the settings, must be the new key.",
  );
  await tellOfPlainText(config, options);
}

async function say(path: string, from: string | undefined, options: Options): Promise<void> {
  const { inspectSqlite } = await import("../../../engine/backup.ts");
  const { bytes } = await inspectSqlite({ path, key: from });
  const isEncrypted = from !== undefined;
  report(options, { dryRun: true, path, isEncrypted, bytes }, () => [
    `${path} is ${isEncrypted ? "encrypted, and its key fits" : "not encrypted"}; ${bytes} bytes would be written anew.`,
  ]);
}

/** An encrypted store keeps no files; those that a plain one left stay as they are. */
async function tellOfPlainText(config: Config, options: Options): Promise<void> {
  const { folderOfStore } = await import("../../../engine/backup.ts");
  const folder = folderOfStore(config);
  if (folder !== undefined && existsSync(folder))
    note(options, `${folder} still holds journals and a vault in plain text; delete it.`);
}

async function sqliteFile(config: Config): Promise<string> {
  const { fileOf } = await import("../settings.ts");
  const path = fileOf(config);
  if (path !== undefined) return path;
  throw new MemoryError(
    "not_supported",
    "Only a SQLite file has a key; a PostgreSQL server encrypts its own disk.",
  );
}
