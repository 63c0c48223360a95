// Finds a proposal's place among what is known: a register has its topic, a soul its predecessor, a statement
// its rivals.

import { MemoryError } from "../../errors.ts";
import { isCorrection, mayCorrect } from "../../language/relate.ts";
import { type Kind, LORE_SUBJECT, POLICIES } from "../../model/kinds.ts";
import type { Memory, MemoryLine } from "../../model/memory.ts";
import { sequenceRatio, tokenOverlap } from "../../model/vault-score.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { Store } from "../../ports/store.ts";
import type { WritePolicy } from "../act.ts";
import type { Admitted, Ended } from "../stage-types.ts";
import { drop } from "../stages/gate.ts";
import { alreadyDisputed, type Decision, decide, isStatement } from "./decide.ts";
import {
  type Asked,
  allPending,
  disputedRivals,
  nearestPending,
  type PendingWrites,
  rivals,
} from "./neighbours.ts";

export type Placed = Readonly<{ decision: Decision }>;
export type Placing = Asked & Readonly<{ written: PendingWrites }>;
type Deps = Readonly<{ store: Store; policy: WritePolicy }>;

const VAULT_KINDS: readonly Kind[] = ["canon", "register"];
const SOULS = 50;
const NEAR_IN_CHANNEL = 12;

export async function place(
  proposal: Admitted,
  placing: Placing,
  deps: Deps,
): Promise<Placed | Ended> {
  if (POLICIES[proposal.kind].vault) return placeInVault(proposal, placing, deps);
  if (proposal.supersedes !== undefined) return succeed(proposal, placing, deps);
  if (proposal.kind === "soul") return placeSoul(proposal, placing, deps);
  if (!isStatement(proposal.kind)) return { decision: { type: "new" } };
  const { bands } = deps.policy;
  const { written, embedded, now } = placing;
  const full = { tenant: proposal.tenant, now, written };
  const near = nearestPending(written, { text: proposal.text, embedded }, isRival(proposal));
  const known = asOfThisAct(await rivals(proposal, placing, deps.store), near, written);
  const active = known.filter((memory) => memory.state === "active" && isRival(proposal)(memory));
  const own = decide(proposal, active, bands);
  const decision = isOpen(own) ? ((await correctionOf(proposal, placing, deps)) ?? own) : own;
  if (decision.type === "undecided" && !deps.policy.asksJudge) return { decision: { type: "new" } };
  if (decision.type !== "dispute") return { decision: await inFull(decision, full, deps.store) };
  const stored = await disputedRivals(proposal, placing, deps.store);
  const disputed = asOfThisAct(stored, near, written).filter(
    (memory) => memory.state === "disputed" && isRival(proposal)(memory),
  );
  const again = alreadyDisputed(proposal, disputed, bands);
  return { decision: await inFull(again ?? decision, full, deps.store) };
}

function isOpen({ type }: Decision<MemoryLine>): boolean {
  return type === "new" || type === "undecided";
}

/** About nobody in particular, or told to set something right. */
function arranges({ subject, tags }: Admitted): boolean {
  return subject === LORE_SUBJECT || tags?.includes("correction") === true;
}

/** "The standup is now at ten" corrects whoever said otherwise in the channel, whomever either line is about. */
async function correctionOf(
  proposal: Admitted,
  { embedded, now, written }: Placing,
  { policy, store }: Deps,
): Promise<Decision<MemoryLine> | undefined> {
  const { kind, scope, channel, text, tenant } = proposal;
  if (kind !== "fact" || channel === undefined || embedded === undefined) return undefined;
  if (!arranges(proposal) || !isCorrection(text)) return undefined;
  const query = {
    filter: { kinds: [kind], scope, channel },
    look: { now },
    limit: NEAR_IN_CHANNEL,
  };
  const stored = await store.search.memoryVectors(hostViewer(tenant), { ...query, ...embedded });
  const isHere = (memory: MemoryLine) => memory.kind === kind && memory.scope === scope;
  const near = nearestPending(
    written,
    { text, embedded },
    (memory) => memory.channel === channel && isHere(memory),
  );
  const known = asOfThisAct(
    stored.map(({ item }) => item),
    near,
    written,
  );
  const corrected = known.filter(
    (memory) => memory.state === "active" && isHere(memory) && mayCorrect(memory.text, text),
  );
  const decision = decide(proposal, corrected, policy.bands);
  return decision.type === "replace" || decision.type === "dispute" ? decision : undefined;
}

/** Only the one memory that is decided on is read whole. It must still be the version that was decided on. */
async function inFull(
  decision: Decision<MemoryLine>,
  { tenant, now, written }: Pick<Placing, "now" | "written"> & Readonly<{ tenant: string }>,
  store: Store,
): Promise<Decision> {
  if (!("memory" in decision)) return decision;
  const { id, version, state } = decision.memory;
  const memory =
    written.get(id)?.memory ??
    (await store.memories.get(hostViewer(tenant), id, { now, states: [state] }));
  if (memory?.version !== version)
    throw new MemoryError("conflict", `Memory ${id} has changed since it was read.`);
  return { ...decision, memory };
}

/** Register upsert, near-duplicate and capacity: the vault's last three gates, in that order. */
async function placeInVault(
  proposal: Admitted,
  { now, written }: Placing,
  deps: Deps,
): Promise<Placed | Ended> {
  const { policy, store } = deps;
  const stored = await store.memories.list(hostViewer(proposal.tenant), {
    filter: { kinds: VAULT_KINDS },
    look: { now },
    page: { limit: policy.vaultCapacity },
  });
  const ofVault = [...(await ofTopic(proposal, now, store)), ...stored];
  const kept = asOfThisAct(ofVault, allPending(written), written).filter(
    ({ kind, state }) => VAULT_KINDS.includes(kind) && state === "active",
  );
  const sameScope = kept.filter((memory) => isOfSamePlace(memory, proposal));
  const topic = sameScope.find((memory) => isRegisterOf(memory, proposal));
  if (topic !== undefined)
    return outranks(topic, proposal) ?? { decision: { type: "upsert", memory: topic } };
  const double = sameScope.find(({ text }) => isNearlySame(text, proposal.text, policy));
  if (double !== undefined) return drop(proposal, `near_duplicate of ${double.id}`);
  if (kept.length >= policy.vaultCapacity) return drop(proposal, "capacity");
  return { decision: { type: "new" } };
}

/** Asked for by name: in a vault that was filled past its capacity it may lie beyond the list. */
async function ofTopic(proposal: Admitted, now: string, store: Store): Promise<readonly Memory[]> {
  const { kind, topicId, scope, tenant } = proposal;
  if (kind !== "register" || topicId === undefined) return [];
  return store.memories.list(hostViewer(tenant), {
    filter: { kinds: [kind], topicId, scope },
    look: { now },
    page: { limit: SOULS },
  });
}

function isRegisterOf({ kind, topicId }: Memory, proposal: Admitted): boolean {
  return kind === "register" && proposal.kind === "register" && topicId === proposal.topicId;
}

/** Words in common count over the longer of the two: a short line is not a copy of a long one that mentions it. */
function isNearlySame(older: string, newer: string, policy: WritePolicy): boolean {
  const shared = Math.min(tokenOverlap(older, newer), tokenOverlap(newer, older));
  return (
    shared >= policy.vaultTokenOverlap || sequenceRatio(older, newer) >= policy.vaultSequenceRatio
  );
}

/** Takes the place of the memory it names, which must be of its kind, scope and owner and still be in use. */
async function succeed(
  proposal: Admitted,
  { now, written }: Placing,
  { store }: Deps,
): Promise<Placed | Ended> {
  const { supersedes: id = "", tenant, kind, scope } = proposal;
  const predecessor =
    written.get(id)?.memory ?? (await store.memories.get(hostViewer(tenant), id, { now }));
  if (
    predecessor?.state !== "active" ||
    predecessor.kind !== kind ||
    !isOfSamePlace(predecessor, proposal)
  )
    return drop(proposal, `supersedes: there is no active ${kind} ${id} in the scope ${scope}`);
  return replaceIt(predecessor, proposal);
}

/** Souls stand beside one another, a few for each owner and scope; one of a named topic replaces that topic's. */
async function placeSoul(
  proposal: Admitted,
  { now, written }: Placing,
  { policy, store }: Deps,
): Promise<Placed | Ended> {
  const kept = await store.memories.list(hostViewer(proposal.tenant), {
    filter: { kinds: ["soul"], scope: proposal.scope },
    look: { now },
    page: { limit: SOULS },
  });
  const souls = asOfThisAct(kept, allPending(written), written).filter(
    (memory) =>
      memory.kind === "soul" && memory.state === "active" && isOfSamePlace(memory, proposal),
  );
  const { topicId, text } = proposal;
  const repeated = souls.find((soul) => soul.text === text && soul.topicId === topicId);
  if (repeated !== undefined) return { decision: { type: "touch", memory: repeated } };
  const ofTopic = souls.find((soul) => topicId !== undefined && soul.topicId === topicId);
  if (ofTopic !== undefined) return replaceIt(ofTopic, proposal);
  if (souls.length < policy.souls) return { decision: { type: "new" } };
  const ids = souls.map(({ id }) => id).join(", ");
  return drop(
    proposal,
    `capacity: ${policy.souls} souls are active; name the one it supersedes: ${ids}`,
  );
}

function replaceIt(memory: Memory, proposal: Admitted): Placed | Ended {
  const reason = `the ${proposal.kind} was updated`;
  return outranks(memory, proposal) ?? { decision: { type: "replace", memory, reason } };
}

/** What is kept under one key cannot stand beside its rival, so someone less trusted has to ask. */
function outranks(memory: Memory, proposal: Admitted): Ended | undefined {
  if (proposal.provenance.trust >= memory.trust) return undefined;
  return { type: "held", proposal, why: `trust: ${memory.id} is better trusted` };
}

function isRival(proposal: Admitted): (memory: MemoryLine) => boolean {
  return (memory) =>
    memory.kind === proposal.kind &&
    isOfSamePlace(memory, proposal) &&
    memory.subject === proposal.subject;
}

function isOfSamePlace(memory: MemoryLine, { scope, user }: Admitted): boolean {
  return memory.scope === scope && memory.user === user;
}

/** What this act wrote comes first, and counts as it left it: what it ended is no longer there. */
function asOfThisAct<M extends MemoryLine>(
  stored: readonly M[],
  near: readonly Memory[],
  written: PendingWrites,
): readonly (M | Memory)[] {
  const byId = new Map([...near, ...stored].map((memory) => [memory.id, memory]));
  return [...byId.values()].map((memory) => written.get(memory.id)?.memory ?? memory);
}
