// Takes an import back: what it added goes, what rested on that goes with it, what it only added to is as it was. What
// people decided since stays theirs.

import { revise } from "../curate/actor-context.ts";
import { eraseLines } from "../curate/erase/erase-lines.ts";
import { withdrawal } from "../curate/messages.ts";
import { drainHeld } from "../curate/vault-file.ts";
import { MemoryError } from "../errors.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { STATES } from "../model/state.ts";
import type { Imported } from "../model/transfer-format.ts";
import { hostViewer } from "../model/viewer.ts";
import type { TransferDeps } from "./deps.ts";
import { actorOf } from "./taking.ts";

export type UndoInput = Readonly<{
  tenant: string;
  importId: string;
  actor: string;
  /** Also in the other tenants that the import went to; for who runs the engine. */
  everyTenant?: boolean;
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
  /** Everything it brought in, whatever it is; none where an earlier import had brought all of it. */
  records: number;
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
  const tenants = await tenantsOf(input, deps);
  const preview = await counted(input, tenants, deps);
  if (input.dryRun) return preview;
  if (preview.needsConfirmation && !input.confirm)
    throw new MemoryError(
      "invalid_input",
      `Undoing this import takes ${preview.messages} messages and ${preview.memories} memories; confirm it.`,
      { details: { ...preview } },
    );
  const counts: Counts = { messages: 0, memories: 0, reviews: 0, reverted: 0 };
  for (const tenant of tenants) add(counts, await undoIn({ ...input, tenant }, deps));
  return { ...preview, ...counts };
}

/** The one that was named comes last: until all is taken back it still knows the import. */
async function tenantsOf(
  { tenant, importId, everyTenant = false }: UndoInput,
  { store }: TransferDeps,
): Promise<readonly string[]> {
  const all = everyTenant ? await store.transfer.tenantsOf(importId) : [];
  return [...all.filter((other) => other !== tenant), tenant];
}

async function undoIn(input: UndoInput, deps: TransferDeps): Promise<Counts> {
  const { tenant, importId } = input;
  const counts: Counts = { messages: 0, memories: 0, reviews: 0, reverted: 0 };
  // What was made of messages goes before them, and memories before what they rest on.
  for (const items of ["memory", "review", "message"] as const)
    for await (const some of broughtIn(input, items, deps))
      add(counts, await takeBack(some, input, deps));
  await deps.store.transfer.forgetImported(tenant, importId);
  const at = deps.now().toISOString();
  await deps.store.transfer.end(tenant, importId, { state: "undone", at });
  return counts;
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
  deps: TransferDeps,
): AsyncGenerator<readonly Imported[]> {
  for await (const page of pagesOf({ tenant, importId }, deps)) {
    const some = page.filter((one) => one.item === item && one.itemId !== "");
    if (some.length > 0) yield some;
  }
}

async function* pagesOf(
  { tenant, importId }: Pick<UndoInput, "tenant" | "importId">,
  { store }: TransferDeps,
): AsyncGenerator<readonly Imported[]> {
  let after: string | undefined;
  do {
    const query = { limit: AT_ONCE, ...(after === undefined ? {} : { after }) };
    const page = await store.transfer.broughtBy(tenant, importId, query);
    yield page;
    after = page.length < AT_ONCE ? undefined : page.at(-1)?.key;
  } while (after !== undefined);
}

async function counted(
  input: UndoInput,
  tenants: readonly string[],
  deps: TransferDeps,
): Promise<Undone> {
  const counts: Counts = { messages: 0, memories: 0, reviews: 0, reverted: 0 };
  let kept = 0;
  let records = 0;
  for (const tenant of tenants) {
    for await (const page of pagesOf({ ...input, tenant }, deps)) {
      records += page.length;
      for (const name of page.flatMap((one) => countOf(one) ?? [])) counts[name] += 1;
    }
    const all = await deps.store.transfer.counts(tenant);
    kept += all.memories + all.messages;
  }
  const going = counts.messages + counts.memories;
  const share = going / Math.max(1, kept);
  const needsConfirmation = going > MAX_ITEMS || share > MAX_SHARE;
  return { importId: input.importId, ...counts, records, share, needsConfirmation };
}

function countOf({ item, itemId, outcome }: Imported): keyof Counts | undefined {
  if (itemId === "") return undefined;
  if (item === "memory") return outcome === "merged" ? "reverted" : "memories";
  if (item === "review") return "reviews";
  return item === "message" ? "messages" : undefined;
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
  const ended: Memory[] = [];
  for (const message of messages) ended.push(...(await endDerived(message, input, deps)));
  // As if they had never been: neither lines, nor history, nor a mark stays of what was read out of them.
  if (ended.length > 0) await withoutLines({ messages: [], memories: ended }, deps);
  const taken = messages.map(({ id }) => id);
  const memories = ended.map(({ id }) => id);
  await store.transfer.takeBack(tenant, { memories, messages: taken, reviews: [] });
  return { messages: taken.length, memories: memories.length };
}

/** What was read out of a message ends with it; what has other support loses this one. */
async function endDerived(
  message: Message,
  { tenant, actor }: UndoInput,
  deps: TransferDeps,
): Promise<readonly Memory[]> {
  const reason = "the import was undone";
  const { ended, changes } = await withdrawal(
    { message, purge: true, reason },
    { ...deps, restorableDays: deps.policy.restorableDays },
  );
  if (changes.length === 0) return [];
  const at = deps.now().toISOString();
  const memories = await deps.store.memories.list(hostViewer(tenant), {
    filter: { ids: ended },
    look: { now: at, states: STATES },
    page: { limit: Math.max(1, ended.length) },
  });
  await deps.store.commit({ tenant, at, actor, cause: "import_undo", changes });
  return memories;
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
