// Erases a person or a message for good: the database, the journals, the vault, the snapshot, and what deleted rows
// leave behind on the disk. Killed half way it can be run again: the files go first, while the database still knows
// what to look for in them.

import { MemoryError } from "../../errors.ts";
import type { Memory } from "../../model/memory.ts";
import type { Files } from "../../ports/files.ts";
import type { EraseTarget } from "../../ports/store.ts";
import { isConflict } from "../again.ts";
import type { CurateDeps } from "../doing.ts";
import { refreshSnapshot } from "../refresh-snapshot.ts";
import { replacedBy } from "../replaced-by.ts";
import { restoring } from "../restore.ts";
import { drainHeld } from "../vault-file/drain-outbox.ts";
import { type Closure, closureOf, type Erasable } from "./closure.ts";
import { countLines, eraseLines, type JournalLine } from "./erase-lines.ts";

export type EraseInput = Readonly<{ tenant: string; of: Erasable; actor: string }>;
export type EraseDeps = Pick<CurateDeps, "store" | "now"> &
  Readonly<{ files: Files; journalLine: JournalLine }>;

export type Erased = Readonly<{
  /** Rows by table, and lines by file. */
  counts: Counts;
  memories: number;
  messages: number;
}>;

type Counts = Readonly<Record<string, number>>;

const MAX_ROUNDS = 5;
const ERASED_AT_ONCE = 250;

export async function erase(input: EraseInput, deps: EraseDeps): Promise<Erased> {
  let total: Erased = { counts: {}, memories: 0, messages: 0 };
  // What was on its way while the first round ran is found by the next.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const closure = await closureOf(input, deps);
    if (round > 0 && closure.memories.length + closure.messages.length === 0) break;
    total = sum(total, await eraseRound(closure, input, deps));
  }
  await refreshSnapshot(input, deps);
  if (!(await deps.store.upkeep.scrub()))
    throw new MemoryError(
      "store_unavailable",
      "Everything is erased, but another reader keeps the database's log; run it again.",
    );
  return total;
}

async function eraseRound(closure: Closure, input: EraseInput, deps: EraseDeps): Promise<Erased> {
  const { store, files, journalLine, now } = deps;
  const put = await putAside(closure, deps);
  const erased = await files.exclusively(async () => {
    await drainHeld(store, files);
    const lines = await eraseLines({ closure, journalLine, person: personOf(input) }, files);
    let rows: Counts = {};
    for (const target of targets(closure, input))
      rows = added(rows, await store.upkeep.erase(input.tenant, target, now().toISOString()));
    await drainHeld(store, files);
    return { ...rows, ...lines };
  });
  for (const memory of put) await bringBack(memory, input, deps);
  return erasedOf(closure, erased);
}

/** The same counts, and nothing is changed. */
export async function previewErase(input: EraseInput, deps: EraseDeps): Promise<Erased> {
  const { store, files, journalLine, now } = deps;
  const closure = await closureOf(input, deps);
  const at = now().toISOString();
  return files.exclusively(async () => {
    await drainHeld(store, files);
    const lines = await countLines({ closure, journalLine, person: personOf(input) }, files);
    const rows = await store.upkeep.previewErase(input.tenant, wholeTarget(closure, input), at);
    return erasedOf(closure, { ...rows, ...lines });
  });
}

function personOf({
  tenant,
  of,
}: EraseInput): Readonly<{ tenant: string; id: string }> | undefined {
  return of.type === "subject" ? { tenant, id: of.subject } : undefined;
}

/** All at once. */
function wholeTarget(closure: Closure, { of }: EraseInput): EraseTarget {
  return {
    memories: closure.memories.map(({ id }) => id),
    messages: closure.messages.map(({ id }) => id),
    ...(of.type === "subject" ? { user: of.subject } : {}),
  };
}

/**
 * Part by part, so that other writers get their turn. What was derived goes before what it was derived from: cut
 * short at any point, the rest can still be found from what is left.
 */
function* targets(closure: Closure, input: EraseInput): Generator<EraseTarget> {
  const { memories, messages, ...person } = wholeTarget(closure, input);
  for (const some of parts(memories.toReversed())) yield { memories: some, messages: [] };
  for (const some of parts(messages)) yield { memories: [], messages: some };
  yield { memories: [], messages: [], ...person };
}

function* parts(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += ERASED_AT_ONCE)
    yield ids.slice(from, from + ERASED_AT_ONCE);
}

function erasedOf(closure: Closure, counts: Counts): Erased {
  return { counts, memories: closure.memories.length, messages: closure.messages.length };
}

function sum(a: Erased, b: Erased): Erased {
  return {
    counts: added(a.counts, b.counts),
    memories: a.memories + b.memories,
    messages: a.messages + b.messages,
  };
}

function added(a: Counts, b: Counts): Counts {
  const counts: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}

/** Other people's memories that a merge had put aside for one that is now erased. */
async function putAside(closure: Closure, { store }: EraseDeps): Promise<readonly Memory[]> {
  const erased = new Set(closure.memories.map(({ id }) => id));
  const found: Memory[] = [];
  for (const memory of closure.memories) found.push(...(await replacedBy(memory, store)));
  return found.filter(({ id }) => !erased.has(id));
}

async function bringBack(memory: Memory, { actor }: EraseInput, deps: EraseDeps): Promise<void> {
  const { tenant } = memory;
  const at = deps.now().toISOString();
  const change = restoring(memory, "what it was merged into was erased", at);
  try {
    await deps.store.commit({ tenant, at, actor, cause: "erase", changes: [change] });
  } catch (thrown) {
    // The same line is in use already, or someone changed this one: either way it is not lost.
    if (!isConflict(thrown)) throw thrown;
  }
}
