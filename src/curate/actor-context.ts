// What every act of a person shares: who acts, finding the memory, its next version, and retry on conflict.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { MemoryFilter } from "../model/filter.ts";
import type { HistoryEvent } from "../model/history.ts";
import { type Kind, POLICIES } from "../model/kinds.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import { mayMove, STATES, type State } from "../model/state.ts";
import { tidy } from "../model/text.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";

/** Who does it: what they may see is all they may change. `actor` is the name under which the history keeps it. */
export type ActorContext = Readonly<{ viewer: Viewer; actor: string }>;

/** Screens a text that someone types in, as the write path screens what it hears. */
export type Screen = (
  text: string,
) => Readonly<{ outcome: "pass" | "hold" | "drop"; text: string }>;

export type CurateDeps = Readonly<{
  store: Store;
  now: Clock;
  ids: Ids;
  embedder: Embedder;
  screen: Screen;
  /** How long what is forgotten can be restored. */
  restorableDays: number;
}>;

type Done = ActorContext & Readonly<{ cause: string; changes: readonly Change[] }>;

/** One act is one transaction. */
export async function commit(
  { viewer, actor, cause, changes }: Done,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<void> {
  if (changes.length === 0) return;
  const set = { tenant: viewer.tenant, at: now().toISOString(), actor, cause, changes };
  await store.commit({ ...set, isDeliberate: true });
}

// Finds the memories an act is about, in whatever state they are, as far as whoever acts may see them.

type Reading = Pick<CurateDeps, "store" | "now">;

export async function find(viewer: Viewer, id: string, deps: Reading): Promise<Memory> {
  const look = { now: deps.now().toISOString(), states: STATES };
  const memory = await deps.store.memories.get(viewer, id, look);
  if (memory === undefined)
    throw new MemoryError("not_found", `There is no memory ${id}.`, { details: { id } });
  return memory;
}

const PAGE = 500;

/** Every memory that matches, a page at a time. */
export async function* findAll(
  viewer: Viewer,
  { filter, states }: Readonly<{ filter: MemoryFilter; states: readonly State[] }>,
  deps: Reading,
): AsyncGenerator<Memory> {
  const look = { now: deps.now().toISOString(), states };
  let after: string | undefined;
  while (true) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const found = await deps.store.memories.list(viewer, { filter, look, page });
    yield* found;
    after = found.at(-1)?.id;
    if (found.length < PAGE || after === undefined) return;
  }
}

// Decides again on fresh ground when another writer came first. Only for acts that do not depend on what was seen.

const MAX_ATTEMPTS = 4;

export async function retryOnConflict<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (thrown) {
      if (!isConflict(thrown) || attempt >= MAX_ATTEMPTS) throw thrown;
    }
  }
}

export function isConflict(thrown: unknown): boolean {
  return thrown instanceof MemoryError && thrown.code === "conflict";
}

// The next version of a memory, bound to the version it was decided on.

type Why = Readonly<{ at: Timestamp; event: HistoryEvent; reason: string }>;

export function revise(
  memory: Memory,
  set: Partial<Memory>,
  { at, event, reason }: Why,
): Extract<Change, { type: "revise" }> {
  const { verdict: _verdict, ...unjudged } = memory;
  const isReworded = set.text !== undefined && set.text !== memory.text;
  const next = {
    ...(isReworded ? unjudged : memory),
    ...set,
    version: memory.version + 1,
    updatedAt: at,
  };
  return { type: "revise", memory: next, expect: memory.version, event, reason };
}

/** Refuses a move that the table of states does not allow. */
export function refuseMove(memory: Memory, to: State): void {
  if (mayMove(memory.state, to)) return;
  throw new MemoryError(
    "invalid_input",
    `Memory ${memory.id} is ${memory.state}, not to be ${to}.`,
    {
      details: { id: memory.id, state: memory.state },
    },
  );
}

/** The words someone gives a memory on purpose: screened, and as long as its kind allows. */
export function screenedText(text: string, kind: Kind, screen: Screen): string {
  const screened = screen(text);
  if (screened.outcome !== "pass")
    throw new MemoryError("invalid_input", "The text is one that the guard does not let in.");
  const kept = tidy(screened.text);
  const { maxLength } = POLICIES[kind];
  if (!/[\p{L}\p{N}]/u.test(kept)) throw new MemoryError("invalid_input", "The text is empty.");
  if (kept.length > maxLength)
    throw new MemoryError(
      "invalid_input",
      `A ${kind} has at most ${maxLength} characters; this has ${kept.length}.`,
    );
  return kept;
}

/** The vector of a new wording: at once where the model is in this process, from the outbox where it is not. */
export async function embed(
  memory: Memory,
  { embedder, ids, now }: Pick<CurateDeps, "embedder" | "ids" | "now">,
): Promise<Change> {
  const { id, tenant } = memory;
  if (!embedder.inline) {
    const runAt = now().toISOString();
    const job = { id: ids(), tenant, name: "embed", key: id, payload: { id }, runAt };
    return { type: "enqueue", job };
  }
  const [vector = new Float32Array(embedder.model.dims)] = await embedder.embed(
    [memoryEmbeddingText(memory)],
    "document",
    { tenant },
  );
  return { type: "embed", item: "memory", id, model: modelKey(embedder.model), vector };
}
