// Everything that must go with a person or a message: what was said, what was made of it, and what was made of that,
// also where other people's words went into it.

import type { Memory } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { STATES } from "../../model/state.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { CurateDeps } from "../doing.ts";
import { findAll } from "../find.ts";

export type Erasable =
  | Readonly<{ type: "subject"; subject: string }>
  | Readonly<{ type: "message"; messageId: string }>;

export type Closure = Readonly<{ messages: readonly Message[]; memories: readonly Memory[] }>;

type Deps = Pick<CurateDeps, "store" | "now">;
type Of = Readonly<{ tenant: string; of: Erasable }>;

export async function closureOf(what: Of, deps: Deps): Promise<Closure> {
  const messages = await messagesOf(what, deps);
  const roots = [
    ...(what.of.type === "subject" ? await aboutSubject(what.tenant, what.of.subject, deps) : []),
    ...(await resting(what.tenant, { item: "message", ids: messages.map(({ id }) => id) }, deps)),
  ];
  return { messages, memories: await descendants(what.tenant, roots, deps) };
}

async function messagesOf({ tenant, of }: Of, { store }: Deps): Promise<readonly Message[]> {
  const viewer = hostViewer(tenant);
  if (of.type === "message") return store.messages.get(viewer, [of.messageId]);
  const limit = Number.MAX_SAFE_INTEGER;
  const said = await store.messages.list(viewer, { author: of.subject, limit });
  const owned = await store.messages.list(viewer, { user: of.subject, limit });
  return [...new Map([...said, ...owned].map((message) => [message.id, message])).values()];
}

async function aboutSubject(
  tenant: string,
  subject: string,
  deps: Deps,
): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  const viewer = hostViewer(tenant);
  for (const filter of [{ subject }, { user: subject }])
    for await (const memory of findAll(viewer, { filter, states: STATES }, deps))
      found.push(memory);
  return [...found, ...(await deps.store.memories.tellingOf(tenant, subject))];
}

const ASKED_AT_ONCE = 1_000;

export async function resting(
  tenant: string,
  { item, ids }: Readonly<{ item: "message" | "memory"; ids: readonly string[] }>,
  { store }: Pick<Deps, "store">,
): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
    const some = ids.slice(from, from + ASKED_AT_ONCE);
    found.push(...(await store.memories.restingOn(tenant, { item, ids: some })));
  }
  return found;
}

/** The given memories and all that was derived from them, at any distance. */
export async function descendants(
  tenant: string,
  roots: readonly Memory[],
  deps: Pick<Deps, "store">,
): Promise<readonly Memory[]> {
  const found = new Map<string, Memory>();
  let frontier = roots;
  while (frontier.length > 0) {
    const fresh = frontier.filter((memory) => !found.has(memory.id));
    for (const memory of fresh) found.set(memory.id, memory);
    frontier = await resting(tenant, { item: "memory", ids: fresh.map(({ id }) => id) }, deps);
  }
  return [...found.values()];
}
