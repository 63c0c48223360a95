// The vectors of what is written, and the memories nearest to it: stored ones and those of the same act.

import { asMemoryError } from "../../errors.ts";
import type { Change } from "../../model/change-set.ts";
import { modelKey } from "../../model/embedding-text.ts";
import type { Memory, MemoryLine } from "../../model/memory.ts";
import { terms, textKey } from "../../model/text.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Payer } from "../../ports/language.ts";
import type { Store } from "../../ports/store.ts";
import type { Admitted } from "../stage-types.ts";

export type Embedded = Readonly<{ model: string; vector: Float32Array }>;

const BY_WORDS = 8;
const BY_MEANING = 12;
const MAX_TERMS = 12;

export type Asked = Readonly<{
  embedded: Embedded | undefined;
  now: string;
  /** Look by words as well as by meaning: a decision on what meaning alone found has failed once. */
  isThorough: boolean;
}>;

/** Lines the proposal could merge with: same kind, subject and place. */
export async function rivals(
  proposal: Admitted,
  asked: Asked,
  store: Store,
): Promise<readonly MemoryLine[]> {
  const near = await byMeaning(proposal, asked, store);
  const alike = near === undefined || asked.isThorough ? await byWords(proposal, asked, store) : [];
  return [...new Map([...(near ?? []), ...alike].map((memory) => [memory.id, memory])).values()];
}

/** The disputed lines among them, which are no ground to decide on. */
export async function disputedRivals(
  proposal: Admitted,
  { now }: Asked,
  store: Store,
): Promise<readonly Memory[]> {
  return store.memories.list(hostViewer(proposal.tenant), {
    filter: filterOf(proposal),
    look: { now, states: ["disputed"] },
    page: { limit: BY_MEANING },
  });
}

/** Undefined when there is no vector to look with. */
async function byMeaning(
  proposal: Admitted,
  { embedded, now }: Asked,
  store: Store,
): Promise<readonly MemoryLine[] | undefined> {
  if (embedded === undefined) return undefined;
  const query = { filter: filterOf(proposal), look: { now }, limit: BY_MEANING, ...embedded };
  const hits = await store.search.memoryVectors(hostViewer(proposal.tenant), query);
  return hits.map((hit) => hit.item);
}

async function byWords(
  proposal: Admitted,
  { now }: Asked,
  store: Store,
): Promise<readonly Memory[]> {
  const found = await store.search.memoryWords(hostViewer(proposal.tenant), {
    terms: terms(proposal.text).slice(0, MAX_TERMS),
    filter: filterOf(proposal),
    look: { now },
    limit: BY_WORDS,
  });
  return found.items;
}

function filterOf({ kind, scope, subject, user }: Admitted) {
  return {
    kinds: [kind],
    scope,
    ...(subject === undefined ? {} : { subject }),
    ...(user === undefined ? {} : { user }),
  };
}

// Embeds before the commit when the model is in this process; a remote one is asked afterwards, from the outbox.

export type EmbeddedTexts = Readonly<{
  /** One for each text; undefined where the outbox has to do it. */
  vectors: readonly (Embedded | undefined)[];
  /** The code of what went wrong, when something did: nothing is lost for want of a vector. */
  failure: string | undefined;
}>;

export async function embedNow(
  texts: readonly string[],
  payer: Payer,
  embedder: Embedder,
): Promise<EmbeddedTexts> {
  const none = { vectors: texts.map(() => undefined), failure: undefined };
  if (!embedder.inline || texts.every((text) => text === "")) return none;
  try {
    const vectors = await embedder.embed(texts, "document", payer);
    const model = modelKey(embedder.model);
    return { vectors: vectors.map((vector) => ({ model, vector })), failure: undefined };
  } catch (thrown) {
    return { ...none, failure: asMemoryError(thrown).code };
  }
}

// What an act has decided to write so far, so that the second of two equal lines finds the first.

/** A memory in its newest version; the vector is of the words that wrote it. */
export type PendingWrite = Readonly<{
  memory: Memory;
  key: string;
  vector: Float32Array | undefined;
}>;
/** By id, in the order of the last writing. */
export type PendingWrites = ReadonlyMap<string, PendingWrite>;

/** So many lines of an act are compared with a new one; more would make a long list slow. */
const NEAREST = 12;

export function addPending(
  written: Map<string, PendingWrite>,
  changes: readonly Change[],
  by: Readonly<{ memory: Memory; embedded: Embedded | undefined }>,
): void {
  for (const change of changes) {
    if (change.type !== "create" && change.type !== "revise") continue;
    const { memory } = change;
    const own = memory.id === by.memory.id ? by.embedded?.vector : undefined;
    const vector = own ?? written.get(memory.id)?.vector;
    written.delete(memory.id);
    written.set(memory.id, { memory, key: textKey(memory.text), vector });
  }
}

/** The latest first. */
export function allPending(written: PendingWrites): readonly Memory[] {
  return [...written.values()].map(({ memory }) => memory).reverse();
}

/** Those with the same key, and the nearest in meaning where there are vectors to say which those are. */
export function nearestPending(
  written: PendingWrites,
  line: Readonly<{ text: string; embedded: Embedded | undefined }>,
  isRival: (memory: Memory) => boolean,
): readonly Memory[] {
  const rivals = [...written.values()].filter(({ memory }) => isRival(memory)).reverse();
  const { embedded } = line;
  if (embedded === undefined || rivals.length <= NEAREST) return rivals.map(({ memory }) => memory);
  const key = textKey(line.text);
  const nearness = new Map(rivals.map((one) => [one, nearnessOf(one, embedded.vector)]));
  const nearest = new Set(
    rivals.toSorted((a, b) => (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0)).slice(0, NEAREST),
  );
  return rivals.filter((one) => one.key === key || nearest.has(one)).map(({ memory }) => memory);
}

type Near = Readonly<{ id: string; score: number }>;

/** What the store found near a memory, as what was written since has left it, with what was written in the same place. */
export function withPending(
  stored: readonly Near[],
  { memory: { scope, user }, vector }: Readonly<{ memory: Memory; vector: Float32Array }>,
  written: PendingWrites,
): readonly Near[] {
  const near = new Map(stored.map((one) => [one.id, one]));
  for (const [id, line] of written) {
    const { memory } = line;
    near.delete(id);
    const isHere = memory.scope === scope && (user === undefined || memory.user === user);
    if (memory.state !== "active" || !isHere || line.vector === undefined) continue;
    near.set(id, { id, score: nearnessOf(line, vector) });
  }
  return [...near.values()];
}

/** One without a vector counts as near: nothing says that it is not. */
function nearnessOf({ vector }: PendingWrite, to: Float32Array): number {
  if (vector === undefined) return Number.POSITIVE_INFINITY;
  return vector.reduce((sum, value, at) => sum + value * (to[at] ?? 0), 0);
}
