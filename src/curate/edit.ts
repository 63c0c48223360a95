// Changes a memory in place: its words, its pin, its rise to canon, the register of a topic. History keeps the old
// version.

import { MemoryError } from "../errors.ts";
import type { Proposal } from "../model/candidate.ts";
import { POLICIES } from "../model/kinds.ts";
import type { Memory, VaultSource } from "../model/memory.ts";
import { screenedMetadata } from "../model/metadata.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import { derive, type Origin, provenanceOf, TRUST_OF } from "../model/origin.ts";
import type { Outcome } from "../model/receipt.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  embed,
  find,
  retryOnConflict,
  revise,
  screenedText,
} from "./actor-context.ts";

type Edits = Readonly<
  Partial<
    Pick<
      Memory,
      | "text"
      | "title"
      | "tags"
      | "importance"
      | "category"
      | "confidence"
      | "sensitivity"
      | "section"
      | "validFrom"
      | "validTo"
      | "expiresAt"
      | "metadata"
      | "supersededBy"
    >
  >
>;

type EditInput = ActorContext &
  Readonly<{
    id: string;
    set: Edits;
    /** The version the caller saw; another one is a conflict, and nothing is changed. */
    ifVersion?: number;
    /** Where the new words come from. */
    origin: Origin;
  }>;

const EDITABLE: ReadonlySet<string> = new Set(["active", "disputed", "archived"]);

export async function edit(input: EditInput, deps: CurateDeps): Promise<Memory> {
  return input.ifVersion === undefined
    ? retryOnConflict(() => editOnce(input, deps))
    : editOnce(input, deps);
}

async function editOnce(input: EditInput, deps: CurateDeps): Promise<Memory> {
  const memory = await find(input.viewer, input.id, deps);
  refuseStale(memory, input);
  const successor = await successorOf(memory, input, deps);
  const state = successor === undefined ? {} : ({ state: "superseded" } as const);
  const change = revise(
    memory,
    { ...reworded(memory, input, deps), ...state },
    {
      at: deps.now().toISOString(),
      event: "UPDATE",
      reason: successor === undefined ? "edited" : `replaced by ${successor.id}`,
    },
  );
  const isReworded = change.memory.text !== memory.text || change.memory.title !== memory.title;
  const vector = isReworded ? [await embed(change.memory, deps)] : [];
  await commit({ ...input, cause: "edit", changes: [change, ...vector] }, deps);
  return change.memory;
}

/** What takes its place is there, is of the same kind and place, and is not on its way back to it. */
async function successorOf(
  memory: Memory,
  { viewer, set }: EditInput,
  deps: CurateDeps,
): Promise<Memory | undefined> {
  if (set.supersededBy === undefined) return undefined;
  const successor = await find(viewer, set.supersededBy, deps);
  const isAlike =
    successor.id !== memory.id &&
    successor.state === "active" &&
    successor.scope === memory.scope &&
    successor.user === memory.user;
  if (isAlike) return successor;
  throw new MemoryError(
    "invalid_input",
    `\`supersededBy\` must name another memory that is active and of the same scope and owner; ${successor.id} is not.`,
  );
}

function refuseStale(memory: Memory, { ifVersion }: EditInput): void {
  if (ifVersion !== undefined && ifVersion !== memory.version)
    throw new MemoryError(
      "conflict",
      `Memory ${memory.id} is at version ${memory.version}, not ${ifVersion}.`,
      { details: { id: memory.id, version: memory.version } },
    );
  if (!EDITABLE.has(memory.state))
    throw new MemoryError(
      "invalid_input",
      `Memory ${memory.id} is ${memory.state}; restore it first.`,
    );
}

/** Lower trust never overrules higher, and new words add their origin to the old ones. */
function reworded(memory: Memory, { set, origin }: EditInput, deps: CurateDeps): Partial<Memory> {
  const { metadata } = set;
  const screen = (text: string) => screenedText(text, memory.kind, deps.screen);
  const filed = metadata === undefined ? {} : { metadata: screenedMetadata(metadata, screen) };
  if (set.text === undefined && set.title === undefined) return { ...set, ...filed };
  if (TRUST_OF[origin] < memory.trust)
    throw new MemoryError("forbidden", `What ${origin} says may not overrule memory ${memory.id}.`);
  return {
    ...set,
    ...filed,
    ...(set.text === undefined ? {} : { text: screenedText(set.text, memory.kind, deps.screen) }),
    ...(set.title === undefined
      ? {}
      : { title: screenedText(set.title, memory.kind, deps.screen) }),
    ...derive([memory, provenanceOf(origin)]),
  };
}

// Keeps a memory from being forgotten or archived by upkeep, or lets it go again.

type PinInput = ActorContext & Readonly<{ id: string }>;

export async function pin(input: PinInput, deps: CurateDeps): Promise<Memory> {
  return setPinned(input, true, deps);
}

export async function unpin(input: PinInput, deps: CurateDeps): Promise<Memory> {
  return setPinned(input, false, deps);
}

async function setPinned(input: PinInput, pinned: boolean, deps: CurateDeps): Promise<Memory> {
  return retryOnConflict(async () => {
    const memory = await find(input.viewer, input.id, deps);
    if (memory.pinned === pinned) return memory;
    const reason = pinned ? "pinned" : "unpinned";
    const change = revise(
      memory,
      { pinned },
      { at: deps.now().toISOString(), event: "UPDATE", reason },
    );
    await commit({ ...input, cause: "pin", changes: [change] }, deps);
    return change.memory;
  });
}

// Raises a register to canon: what was the state of a topic becomes a thing that always holds.

type PromoteInput = ActorContext & Readonly<{ id: string; text?: string }>;

export async function promote(input: PromoteInput, deps: CurateDeps): Promise<Memory> {
  return retryOnConflict(async () => {
    const memory = await find(input.viewer, input.id, deps);
    if (memory.kind !== "register" || memory.state !== "active")
      throw new MemoryError("invalid_input", `Memory ${memory.id} is not an active register.`);
    const text = screenedText(input.text ?? memory.text, "canon", deps.screen);
    const { stability, defaultImportance: importance } = POLICIES.canon;
    const change = revise(
      memory,
      { kind: "canon", text, stability, importance, source: "promotion" },
      { at: deps.now().toISOString(), event: "UPDATE", reason: "promoted to canon" },
    );
    const changes = [change, await embed(change.memory, deps)];
    await commit({ ...input, cause: "promote", changes }, deps);
    return change.memory;
  });
}

// Sets the register of a topic: made when there is none, updated in place when there is one. The write path judges
// the text like any other.

/** The write path, with everything it needs already given to it. */
export type Remember = (
  proposals: readonly Proposal[],
  act: Readonly<{ tenant: string; actor: string; cause: string }>,
) => Promise<readonly Outcome[]>;

type TopicInput = ActorContext &
  Readonly<{
    topicId: string;
    text: string;
    scope: string;
    user?: string;
    category: string;
    tags?: readonly string[];
    origin: Origin;
    source?: VaultSource;
  }>;

export async function updateByTopic(
  input: TopicInput,
  { remember }: Readonly<{ remember: Remember }>,
): Promise<readonly Outcome[]> {
  const { viewer, actor } = input;
  return remember([registerOf(input)], { tenant: viewer.tenant, actor, cause: "update_by_topic" });
}

function registerOf(input: TopicInput): Proposal {
  const { viewer, actor, topicId, text, scope, user, category, tags, origin, source } = input;
  const { stability, defaultImportance: importance } = POLICIES.register;
  return {
    kind: "register",
    tenant: viewer.tenant,
    topicId,
    text,
    scope,
    category,
    confidence: 1,
    importance,
    stability,
    evidence: [],
    participants: [],
    derivedFrom: [],
    pinned: false,
    provenance: provenanceOf(origin),
    writer: viewer.as.type === "agent" ? { agent: viewer.as.agent, actor } : { actor },
    ...omitUndefined({ user, tags, source }),
  };
}
