// What is already known that a new line might repeat, refine or contradict.

import type { Memory, MemoryLine } from "../model/memory.ts";
import { terms } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";
import type { Admitted } from "./progress.ts";

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
