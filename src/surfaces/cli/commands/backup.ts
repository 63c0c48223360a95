// `mneme backup` copies a store while it is in use; `mneme restore-backup` puts a copy in its place.

import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../../config.ts";
import { MemoryError } from "../../../errors.ts";
import { type Consent, mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { note } from "../print.ts";
import { type Answering, report, type StoreFlags, stored } from "../session.ts";

type Options = Answering & StoreFlags;
type Restoring = Options & Consent & { withoutLedger?: boolean };

export function addBackup(program: Command): void {
  const command = stored(program.command("backup"))
    .description("Copy the store to one file while it is in use.")
    .argument("[file]", "the new file; else named for the store and the time")
    .action(backUp);
  withExamples(command, ["mneme backup", "mneme backup friday.db --json"]);
}

async function backUp(file: string | undefined, options: Options): Promise<void> {
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
    ...{ backup, path, key, folder: folderOfStore(config), durability: config.durability },
    ...{ now: () => new Date(), withoutLedger: options.withoutLedger === true },
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
