// Erases a person or a message for good: the database, the journals, the vault, the snapshot, and what deleted rows
// leave behind on the disk. Killed half way it can be run again: the files go first, while the database still knows
// what to look for in them.

import { MemoryError } from "../../errors.ts";
import type { Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { summed } from "../../model/own-value.ts";
import type { Files } from "../../ports/files.ts";
import type { EraseTarget } from "../../ports/store.ts";
import type { CurateDeps } from "../actor-context.ts";
import { isConflict } from "../actor-context.ts";
import { restoring } from "../forget.ts";
import { replacedBy } from "../merge.ts";
import { refreshSnapshot } from "../snapshot.ts";
import { drainHeld } from "../vault-file.ts";
import {
  type Closure,
  closureOf,
  type Erasable,
  type KnownAs,
  knownAs,
  mentionsOf,
} from "./closure.ts";
import { countLines, eraseLines, type JournalLine } from "./erase-lines.ts";

export type EraseInput = Readonly<{
  tenant: string;
  of: Erasable;
  actor: string;
  /** What to do with what other people said of the person, and names to find it by beside those that are known. */
  mentions?: Readonly<{ act: "keep" | "erase"; names: readonly string[] }>;
}>;
export type EraseDeps = Pick<CurateDeps, "store" | "now"> &
  Readonly<{ files: Files; journalLine: JournalLine }>;

export type Erased = Readonly<{
  /** Rows by table, and lines by file. */
  counts: Counts;
  memories: number;
  messages: number;
  mentions?: MentionsTold;
}>;

/** What other people said of the person: counted and shown before, counted after. */
type MentionsTold = Readonly<{
  erased: boolean;
  names: readonly string[];
  shared: readonly string[];
  messages: number;
  memories: number;
  reviews: number;
  examples: readonly Readonly<{ type: "message" | "memory"; id: string; text: string }>[];
}>;

type Counts = Readonly<Record<string, number>>;

const MAX_ROUNDS = 5;
const ERASED_AT_ONCE = 250;
const MAX_EXAMPLES = 20;

export async function erase(input: EraseInput, deps: EraseDeps): Promise<Erased> {
  let total: Erased = { counts: {}, memories: 0, messages: 0 };
  // What was on its way while the first round ran is found by the next.
  const named = input.mentions?.act === "erase" ? await namesOf(input, deps) : undefined;
  const told = named === undefined ? undefined : await mentionsTold(input, named, deps);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const closure = await closureOf({ ...input, named }, deps);
    const { memories, messages, reviews } = closure;
    if (round > 0 && memories.length + messages.length + reviews.length === 0) break;
    total = sum(total, await eraseRound(closure, input, deps));
  }
  await refreshSnapshot(input, deps);
  if (!(await deps.store.upkeep.scrub()))
    throw new MemoryError(
      "store_unavailable",
      "Everything is erased, but another reader keeps the database's log; run it again.",
    );
  return omitUndefined({ ...total, mentions: told });
}

async function eraseRound(closure: Closure, input: EraseInput, deps: EraseDeps): Promise<Erased> {
  const { store, files, journalLine, now } = deps;
  const put = await putAside(closure, deps);
  const erased = await files.exclusively(async () => {
    await drainHeld(store, files);
    const lines = await eraseLines({ closure, journalLine, person: personOf(input) }, files);
    let rows: Counts = {};
    for (const target of targets(closure, input))
      rows = summed(rows, await store.upkeep.erase(input.tenant, target, now().toISOString()));
    await drainHeld(store, files);
    return { ...rows, ...lines };
  });
  for (const memory of put) await bringBack(memory, input, deps);
  return erasedOf(closure, erased);
}

/** The same counts, and nothing is changed. */
export async function previewErase(input: EraseInput, deps: EraseDeps): Promise<Erased> {
  const { store, files, journalLine, now } = deps;
  const names = await namesOf(input, deps);
  const named = input.mentions?.act === "erase" ? names : undefined;
  const mentions = names === undefined ? undefined : await mentionsTold(input, names, deps);
  const closure = await closureOf({ ...input, named }, deps);
  const at = now().toISOString();
  return files.exclusively(async () => {
    await drainHeld(store, files);
    const lines = await countLines({ closure, journalLine, person: personOf(input) }, files);
    const rows = await store.upkeep.previewErase(input.tenant, wholeTarget(closure, input), at);
    return omitUndefined({ ...erasedOf(closure, { ...rows, ...lines }), mentions });
  });
}

async function namesOf({ tenant, of, mentions }: EraseInput, deps: EraseDeps) {
  return of.type === "subject"
    ? knownAs({ tenant, subject: of.subject }, mentions?.names ?? [], deps)
    : undefined;
}

/** Beside what goes with the person anyhow. */
async function mentionsTold(
  { tenant, of, mentions }: EraseInput,
  known: KnownAs,
  deps: EraseDeps,
): Promise<MentionsTold> {
  const own = await closureOf({ tenant, of }, deps);
  const ids = new Set([...own.messages, ...own.memories].map(({ id }) => id));
  const found = await mentionsOf(tenant, known, deps);
  const messages = found.messages.filter(({ id }) => !ids.has(id));
  const memories = found.memories.filter(({ id }) => !ids.has(id));
  const reviews = found.reviews.filter(({ user }) => user === undefined || user !== known.person);
  const shown = [
    ...messages.map((one) => ({ type: "message" as const, ...one })),
    ...memories.map((one) => ({ type: "memory" as const, ...one })),
  ];
  return {
    names: known.names,
    shared: known.shared,
    erased: mentions?.act === "erase",
    messages: messages.length,
    memories: memories.length,
    reviews: reviews.length,
    examples: shown.slice(0, MAX_EXAMPLES).map(({ type, id, text }) => ({ type, id, text })),
  };
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
    ...(closure.reviews.length > 0 ? { reviews: closure.reviews.map(({ id }) => id) } : {}),
    ...(of.type === "subject" ? { user: of.subject } : {}),
  };
}

/**
 * Part by part, so that other writers get their turn. What was derived goes before what it was derived from: cut
 * short at any point, the rest can still be found from what is left.
 */
function* targets(closure: Closure, input: EraseInput): Generator<EraseTarget> {
  const { memories, messages, ...person } = wholeTarget(closure, input);
  const nothing = { memories: [], messages: [] };
  for (const some of parts(memories.toReversed())) yield { ...nothing, memories: some };
  for (const some of parts(messages)) yield { ...nothing, messages: some };
  yield { ...nothing, ...person };
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
    counts: summed(a.counts, b.counts),
    memories: a.memories + b.memories,
    messages: a.messages + b.messages,
  };
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
