// Takes an import back: what it added goes, what rested on that goes with it, what it only added to is as it was. What
// people decided since stays theirs.

import { eraseLines } from "../curate/erase/erase-lines.ts";
import { withdrawal } from "../curate/message/withdrawal.ts";
import { revise } from "../curate/revise.ts";
import { drainHeld } from "../curate/vault-file/drain-outbox.ts";
import { MemoryError } from "../errors.ts";
import type { Imported } from "../model/imported.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { TransferDeps } from "./deps.ts";
import { actorOf } from "./take-in.ts";

export type UndoInput = Readonly<{
  tenant: string;
  importId: string;
  actor: string;
  /** Only says what would go. */
  dryRun: boolean;
  /** Needed when much would go at once. */
  confirm: boolean;
}>;

export type Undone = Readonly<{
  importId: string;
  messages: number;
  memories: number;
  reviews: number;
  /** Memories that were there before, and are as they were. */
  reverted: number;
  /** Of everything the tenant has. */
  share: number;
  needsConfirmation: boolean;
}>;

type Counts = { messages: number; memories: number; reviews: number; reverted: number };

const MAX_ITEMS = 50;
const MAX_SHARE = 0.2;
const AT_ONCE = 200;

export async function undoImport(input: UndoInput, deps: TransferDeps): Promise<Undone> {
  await refuseUnknown(input, deps);
  const preview = await counted(input, deps);
  if (input.dryRun) return preview;
  if (preview.needsConfirmation && !input.confirm)
    throw new MemoryError(
      "invalid_input",
      `Undoing this import takes ${preview.messages} messages and ${preview.memories} memories; confirm it.`,
      { details: { ...preview } },
    );
  const { tenant, importId } = input;
  const counts: Counts = { messages: 0, memories: 0, reviews: 0, reverted: 0 };
  // What was made of messages goes before them, and memories before what they rest on.
  for (const items of ["memory", "review", "message"] as const)
    for await (const some of broughtIn(input, items, deps))
      add(counts, await takeBack(some, input, deps));
  await deps.store.transfer.forgetImported(tenant, importId);
  const at = deps.now().toISOString();
  await deps.store.transfer.end(tenant, importId, { state: "undone", at });
  return { ...preview, ...counts };
}

async function refuseUnknown({ tenant, importId }: UndoInput, { store }: TransferDeps) {
  const runs = await store.transfer.runs(tenant, Number.MAX_SAFE_INTEGER);
  const run = runs.find(({ id }) => id === importId);
  if (run === undefined || run.state === "undone")
    throw new MemoryError("not_found", `There is no import ${importId} to undo.`);
}

async function* broughtIn(
  { tenant, importId }: UndoInput,
  item: Imported["item"],
  { store }: TransferDeps,
): AsyncGenerator<readonly Imported[]> {
  let after: string | undefined;
  do {
    const query = { limit: AT_ONCE, ...(after === undefined ? {} : { after }) };
    const page = await store.transfer.broughtBy(tenant, importId, query);
    const some = page.filter((one) => one.item === item && one.itemId !== "");
    if (some.length > 0) yield some;
    after = page.length < AT_ONCE ? undefined : page.at(-1)?.key;
  } while (after !== undefined);
}

async function counted(input: UndoInput, deps: TransferDeps): Promise<Undone> {
  const counts: Counts = { messages: 0, memories: 0, reviews: 0, reverted: 0 };
  for (const item of ["memory", "review", "message"] as const)
    for await (const some of broughtIn(input, item, deps))
      for (const { outcome } of some) counts[countOf(item, outcome)] += 1;
  const all = await deps.store.transfer.counts(input.tenant);
  const going = counts.messages + counts.memories;
  const share = going / Math.max(1, all.memories + all.messages);
  const needsConfirmation = going > MAX_ITEMS || share > MAX_SHARE;
  return { importId: input.importId, ...counts, share, needsConfirmation };
}

function countOf(item: "memory" | "review" | "message", outcome: Imported["outcome"]) {
  if (item === "memory") return outcome === "merged" ? "reverted" : "memories";
  return item === "review" ? "reviews" : "messages";
}

function add(counts: Counts, more: Partial<Counts>): void {
  for (const name of ["messages", "memories", "reviews", "reverted"] as const)
    counts[name] += more[name] ?? 0;
}

async function takeBack(
  some: readonly Imported[],
  input: UndoInput,
  deps: TransferDeps,
): Promise<Partial<Counts>> {
  const [first] = some;
  if (first?.item === "message") return takeMessages(some, input, deps);
  if (first?.item === "memory") return takeMemories(some, input, deps);
  const reviews = some.map(({ itemId }) => itemId);
  await deps.store.transfer.takeBack(input.tenant, { memories: [], messages: [], reviews });
  return { reviews: reviews.length };
}

async function takeMemories(
  some: readonly Imported[],
  input: UndoInput,
  deps: TransferDeps,
): Promise<Partial<Counts>> {
  const { store, now } = deps;
  const { tenant } = input;
  const ids = some.map(({ itemId }) => itemId);
  const found = await store.memories.list(hostViewer(tenant), {
    filter: { ids },
    look: { now: now().toISOString(), states: STATES },
    page: { limit: ids.length },
  });
  const merged = new Set(some.flatMap((one) => (one.outcome === "merged" ? [one.itemId] : [])));
  const own = found.filter(({ id }) => !merged.has(id));
  await withoutLines({ messages: [], memories: own }, deps);
  const memories = own.map(({ id }) => id);
  await store.transfer.takeBack(tenant, { memories, messages: [], reviews: [] });
  let reverted = 0;
  for (const memory of found.filter(({ id }) => merged.has(id)))
    reverted += await revert(memory, input, deps);
  return { memories: memories.length, reverted };
}

/** Only while the import's own version is the latest: whoever changed it since knew what it said. */
async function revert(memory: Memory, input: UndoInput, deps: TransferDeps): Promise<number> {
  const { store, now } = deps;
  const { tenant, importId, actor } = input;
  const viewer = hostViewer(tenant);
  const history = await store.memories.history(viewer, memory.id);
  const own = history.filter((entry) => entry.actor === actorOf(importId) && entry.new);
  const versions = await store.memories.versions(viewer, memory.id);
  const before = versions.find(({ version }) => version === own[0]?.old?.version);
  if (before === undefined || own.at(-1)?.new?.version !== memory.version) return 0;
  const at = now().toISOString();
  const { version: _version, updatedAt: _updated, ...content } = before;
  const reason = "the import was undone";
  const changes = [revise(memory, content, { at, event: "UPDATE", reason })];
  await store.commit({ tenant, at, actor, cause: "import_undo", changes });
  return 1;
}

async function takeMessages(
  some: readonly Imported[],
  input: UndoInput,
  deps: TransferDeps,
): Promise<Partial<Counts>> {
  const { store } = deps;
  const { tenant } = input;
  const ids = some.map(({ itemId }) => itemId);
  const messages = await store.messages.get(hostViewer(tenant), ids);
  await withoutLines({ messages, memories: [] }, deps);
  let memories = 0;
  for (const message of messages) memories += await endDerived(message, input, deps);
  const taken = messages.map(({ id }) => id);
  await store.transfer.takeBack(tenant, { memories: [], messages: taken, reviews: [] });
  return { messages: taken.length, memories };
}

/** What was read out of a message ends with it; what has other support loses this one. */
async function endDerived(
  message: Message,
  { tenant, actor }: UndoInput,
  deps: TransferDeps,
): Promise<number> {
  const reason = "the import was undone";
  const { ended, changes } = await withdrawal({ message, purge: true, reason }, deps);
  const at = deps.now().toISOString();
  if (changes.length > 0)
    await deps.store.commit({ tenant, at, actor, cause: "import_undo", changes });
  return ended.length;
}

/** Their lines in the journals and the vault, while the store still knows them. */
async function withoutLines(
  closure: Readonly<{ messages: readonly Message[]; memories: readonly Memory[] }>,
  { store, files, journalLine }: TransferDeps,
): Promise<void> {
  await files.exclusively(async () => {
    await drainHeld(store, files);
    await eraseLines({ closure, journalLine }, files);
  });
}
