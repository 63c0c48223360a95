// `mneme rekey`: gives the store's file another key, or encrypts one that is plain.

import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { Config } from "../../../config.ts";
import { MemoryError } from "../../../errors.ts";
import { withExamples } from "../examples.ts";
import { note } from "../print.ts";
import { type Answering, report, type StoreFlags, stored } from "../session.ts";

const NEW_KEY_VARIABLE = "MNEME_NEW_ENCRYPTION_KEY";

type Options = Answering & StoreFlags & { dryRun?: boolean };

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
