// What is already known that a new line might repeat, refine or contradict.

import type { Memory } from "../model/memory.ts";
import { terms } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";
import type { Admitted } from "./progress.ts";

export type Embedded = Readonly<{ model: string; vector: Float32Array }>;

const BY_WORDS = 8;
const BY_MEANING = 12;
const MAX_TERMS = 12;

type Asked = Readonly<{ embedded: Embedded | undefined; now: string }>;

/** Lines the proposal could merge with: same kind, subject and place; disputed ones too, so that none is doubled. */
export async function rivals(
  proposal: Admitted,
  { embedded, now }: Asked,
  store: Store,
): Promise<readonly Memory[]> {
  const viewer = hostViewer(proposal.tenant);
  const filter = {
    kinds: [proposal.kind],
    scope: proposal.scope,
    ...(proposal.subject === undefined ? {} : { subject: proposal.subject }),
    ...(proposal.user === undefined ? {} : { user: proposal.user }),
  };
  const look = { now, states: ["active", "disputed"] } as const;
  const words = await store.search.memoryWords(viewer, {
    terms: terms(proposal.text).slice(0, MAX_TERMS),
    filter,
    look,
    limit: BY_WORDS,
  });
  const near =
    embedded === undefined
      ? []
      : await store.search.memoryVectors(viewer, { ...embedded, filter, look, limit: BY_MEANING });
  const all = new Map(
    [...words.items, ...near.map((hit) => hit.item)].map((memory) => [memory.id, memory]),
  );
  return [...all.values()].filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
}
