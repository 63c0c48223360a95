// `mneme migrate`: brings a store's schema up to date now, instead of at its next use.

import { existsSync } from "node:fs";
import type { Command } from "commander";
import { withExamples } from "../examples.ts";
import { type Answering, report, type StoreFlags, stored, withMemory } from "../session.ts";

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
