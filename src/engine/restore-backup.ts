// Puts a backup in the place of a store. What was erased since the backup was made is erased from it again, and keys
// revoked since stay revoked. The store that it replaces is kept beside it.

import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { type EraseDeps, erase } from "../curate/erase/erase.ts";
import { recordKey, vaultHead } from "../curate/vault-file.ts";
import { MemoryError } from "../errors.ts";
import {
  applyLedger,
  type HeldStore,
  holdStore,
  inspectSqlite,
  knownVersions,
  type Ledger,
  type Risen,
} from "../store/backup/backup.ts";
import { noFiles, openFiles } from "../store/files/open-files.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite.ts";
import { openSqliteDatabase } from "../store/sqlite/sqlite-database.ts";
import { journalLine } from "../write/message-changes.ts";

export type RestoreOptions = Readonly<{
  backup: string;
  /** The store it shall become. */
  path: string;
  /** Of the backup and of the store, where they are encrypted. */
  key?: string | undefined;
  /** Where the vault file lies, when there is one. */
  folder: string | undefined;
  durability: "normal" | "full";
  now: () => Date;
  /** Go on although nothing can tell what was erased since. */
  withoutLedger: boolean;
}>;

export type Restored = Readonly<{
  path: string;
  memories: number;
  messages: number;
  /** What was taken out again, because it was erased after the backup was made. */
  erasedAgain: Readonly<Record<Risen["item"], number>>;
  /** `none`: there was no store to ask. `unreadable`: it could not say what was erased since. */
  ledger: "applied" | "none" | "unreadable";
  /** Lines of the vault file that told of what the backup does not know of. */
  vaultLinesDropped: number;
  replaced?: string;
}>;

export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { backup, path, key } = options;
  const found = await inspectSqlite({ path: backup, key });
  if (found.faults.length > 0)
    throw new MemoryError("corrupt_store", `${backup} is damaged: ${found.faults[0]}.`);
  const draft = `${path}.restoring-${process.pid}`;
  const { state, held } = await holdIfThere(options);
  try {
    copyFileSync(backup, draft);
    chmodSync(draft, 0o600);
    const erasedAgain = await eraseAgain(draft, held.ledger, options);
    await held.letGo();
    const replaced = putAside(path);
    renameSync(draft, path);
    const vaultLinesDropped = await trimVault(options);
    const { memories, messages } = await inspectSqlite({ path, key });
    return {
      ...{ path, memories, messages, erasedAgain, ledger: state, vaultLinesDropped },
      ...(replaced === undefined ? {} : { replaced }),
    };
  } catch (thrown) {
    await held.letGo();
    throw thrown;
  } finally {
    for (const part of ["", "-wal", "-shm", "-reserve", ".before-migration"])
      rmSync(`${draft}${part}`, { force: true });
  }
}

type Holding = Readonly<{ state: Restored["ledger"]; held: HeldStore }>;

const NOBODY: HeldStore = { ledger: { tombstones: [], keys: [] }, letGo: async () => undefined };

async function holdIfThere({ path, key, withoutLedger }: RestoreOptions): Promise<Holding> {
  if (!existsSync(path)) return { state: "none", held: NOBODY };
  try {
    return { state: "applied", held: await holdStore({ path, key }) };
  } catch (thrown) {
    if (!(thrown instanceof MemoryError) || thrown.code !== "corrupt_store") throw thrown;
    if (withoutLedger) return { state: "unreadable", held: NOBODY };
    throw new MemoryError(
      "corrupt_store",
      `${path} cannot say what was erased since the backup. Restoring may bring that back; if so be it, say --without-ledger.`,
      { cause: thrown },
    );
  }
}

async function eraseAgain(
  path: string,
  ledger: Ledger,
  { durability, key, now }: RestoreOptions,
): Promise<Restored["erasedAgain"]> {
  const open = () => openSqliteStore({ path, key, durability, keepsFiles: false, now });
  // Opened once to bring its schema up to date.
  await (await open()).close();
  const db = await openSqliteDatabase({ path, key, durability });
  const risen = await db.write(() => applyLedger(ledger));
  await db.close();
  const store = await open();
  try {
    const counts = { subject: 0, message: 0, memory: 0 };
    for (const one of risen) {
      await eraseOne(one, { store, now, files: noFiles(), journalLine });
      counts[one.item] += 1;
    }
    if (risen.length > 0) await store.upkeep.scrub();
    return counts;
  } finally {
    await store.close();
  }
}

/** A person goes with all that rests on them, so what comes later in the list may be gone by then. */
async function eraseOne({ tenant, item, id }: Risen, deps: EraseDeps): Promise<void> {
  const at = deps.now().toISOString();
  if (item === "memory")
    await deps.store.upkeep.erase(tenant, { memories: [id], messages: [] }, at);
  else {
    const of =
      item === "subject"
        ? ({ type: "subject", subject: id } as const)
        : ({ type: "message", messageId: id } as const);
    await erase({ tenant, of, actor: "restore-backup" }, deps);
  }
}

function putAside(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const aside = `${path}.before-restore`;
  for (const part of ["", "-wal", "-shm"]) {
    rmSync(`${aside}${part}`, { force: true });
    if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${aside}${part}`);
  }
  return aside;
}

/** Rebuilding from a vault file that knows more than the store would bring back what the restoring took away. */
async function trimVault({ path, key, folder, durability }: RestoreOptions): Promise<number> {
  if (folder === undefined || !existsSync(folder)) return 0;
  const db = await openSqliteDatabase({ path, key, durability });
  const known = new Set((await db.read(knownVersions)).map(versionName));
  await db.close();
  const files = await openFiles(folder);
  return files.exclusively(() =>
    files.rewriteVault((line) => {
      const head = vaultHead(line);
      if (head?.version === undefined || head.purged === true) return line;
      return known.has(versionName({ ...head, version: head.version })) ? line : undefined;
    }),
  );
}

function versionName(one: Readonly<{ tenant: string; id: string; version: number }>): string {
  return `${recordKey(one)}@${one.version}`;
}
