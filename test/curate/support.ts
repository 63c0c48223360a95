// A store in a scratch folder with its files beside it, and the acts' dependencies over them.

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CurateDeps } from "../../src/curate/actor-context.ts";
import { drainOutbox } from "../../src/curate/vault-file.ts";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import type { Proposal } from "../../src/model/candidate.ts";
import { POLICIES } from "../../src/model/kinds.ts";
import type { Memory } from "../../src/model/memory.ts";
import { STATES } from "../../src/model/state.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Files } from "../../src/ports/files.ts";
import type { Store } from "../../src/ports/store.ts";
import { openFiles } from "../../src/store/files/open-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";
import { journalLine } from "../../src/write/message-changes.ts";
import type { WriteDeps } from "../../src/write/remember.ts";
import { at, host } from "../support/store-conformance/samples.ts";

export const doing = { viewer: host, actor: "operator-1" } as const;
export const DAY = 24 * 60;

export type Desk = Readonly<{
  folder: string;
  store: Store;
  files: Files;
  deps: CurateDeps & Readonly<{ files: Files; journalLine: typeof journalLine }>;
  write: WriteDeps;
  /** Moves the clock to so many minutes after the start. */
  setClock(minutes: number): void;
  drain(): Promise<number>;
  reopen(path: string): Promise<Store>;
}>;

/** Where a desk keeps its rows, if not in a SQLite file. */
export type OpenRows = (now: () => Date) => Promise<Store>;

export async function openDesk(openRows?: OpenRows): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), "mneme-curate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let minutes = 0;
  let count = 0;
  const now = () => new Date(at(minutes));
  const open = async (path: string) => {
    const store =
      (await openRows?.(now)) ??
      (await openSqliteStore({ path, durability: "normal", keepsFiles: true, now }));
    onTestFinished(() => store.close());
    return store;
  };
  const store = await open(join(folder, "memory.db"));
  const files = await openFiles(join(folder, "memory"));
  const ids = () => `new-${++count}`;
  const embedder = builtinEmbedder();
  const screen = (text: string) => guard(text, DEFAULT_GUARD_POLICY);
  const deps = { store, files, now, ids, embedder, screen, journalLine, restorableDays: 30 };
  const gate = { isEcho: () => false, categories: "all", scopes: "all", kinds: POLICIES } as const;
  return {
    folder,
    store,
    files,
    deps,
    write: { store, embedder, now, ids, policy: DEFAULT_WRITE_POLICY, gate },
    setClock: (to) => {
      minutes = to;
    },
    drain: () => drainOutbox(store, files),
    reopen: open,
  };
}

/** The memory in whatever state it is. */
export async function stored(store: Store, id: string): Promise<Memory | undefined> {
  return store.memories.get(host, id, { now: at(0), states: STATES });
}

export function proposal(fields: Partial<Proposal> = {}): Proposal {
  return {
    kind: "fact",
    tenant: host.tenant,
    scope: "shared",
    subject: "u1",
    text: "Ana lives in Porto.",
    category: "profile",
    confidence: 0.9,
    importance: 3,
    evidence: [],
    stability: "stable",
    participants: [],
    pinned: false,
    derivedFrom: [],
    provenance: { origins: ["user"], trust: 3 },
    writer: {},
    ...fields,
  };
}

/** Files below a folder that hold a piece of text, byte for byte. */
export async function filesHolding(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const holding: string[] = [];
  for (const entry of names.filter((name) => name.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(text)) holding.push(entry.name);
  }
  return holding.sort();
}

export async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
