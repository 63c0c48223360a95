// Remembers what a caller says in so many words: a note, a rule, a soul, a vault record, a fact.

import { z } from "zod";
import { MemoryError } from "../errors.ts";
import type { Proposal } from "../model/candidate.ts";
import { type Kind, LORE_SUBJECT, POLICIES } from "../model/kinds.ts";
import type { Evidence } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { type Origin, provenanceOf } from "../model/origin.ts";
import { present } from "../model/present.ts";
import { type Receipt, receiptOf } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import { refuseLogTier } from "../write/gate/log-tier.ts";
import { type Act, remember, type WriteDeps } from "../write/remember.ts";
import { Body, Id, parseInput, RememberInput } from "./inputs.ts";
import { operation } from "./operation.ts";
import { ReceiptOutput } from "./outputs.ts";

const DAY_MS = 86_400_000;
const DEFAULT_CATEGORY: Partial<Record<Kind, string>> = {
  insight: "relationship_dynamic",
  procedure: "procedural",
  trait: "profile",
  episode: "event",
  lore: "lore",
};

export const rememberOperation = operation({
  name: "remember",
  summary: "Remember one thing said in so many words; the receipt says what became of it.",
  access: "write",
  http: { method: "POST", path: "/v1/memories" },
  modelCalls: 1,
  input: RememberInput,
  output: ReceiptOutput,
  run: (input, context) => rememberThis(input, context.writing),
});

async function rememberThis(given: RememberInput, deps: WriteDeps): Promise<Receipt> {
  if (given.tier === "log") return receiptOf([refuseLogTier(given.text, deps.policy.guard)]);
  const proposal = proposalOf(given, deps);
  const act = await actOf(given, given.evidence, deps);
  return receiptOf(await remember([proposal], { cause: "remember", ...act }, deps));
}

export type Writer = Pick<RememberInput, "tenant" | "actor" | "agent" | "user">;

/** Who remembers, on the ground of which messages. */
export async function actOf(
  { tenant, actor, agent, user }: Writer,
  evidence: readonly Evidence[],
  deps: WriteDeps,
): Promise<Omit<Act, "cause">> {
  return {
    tenant,
    actor: actor ?? agent ?? user ?? "host",
    sources: { messages: await citedMessages(tenant, evidence, deps), names: [] },
    alongside: () => [],
  };
}

/** Throws what is wrong with the line when it could be nothing but a mistake of the caller. */
export function proposalOf(given: RememberInput, deps: WriteDeps): Proposal {
  const kind = given.tier === "log" ? undefined : (given.tier ?? given.kind);
  if (kind === undefined) throw new MemoryError("invalid_input", "`kind` is missing.");
  refuseWeakRule(kind, given);
  return proposed(kind, given, deps);
}

function refuseWeakRule(kind: Kind, given: RememberInput): void {
  const policy = POLICIES[kind];
  if (given.confidence < policy.minConfidence)
    throw new MemoryError(
      "invalid_input",
      `A ${kind} needs a confidence of at least ${policy.minConfidence}; this one has ${given.confidence}.`,
    );
  if (policy.needsEvidence && given.evidence.length + given.derivedFrom.length === 0)
    throw new MemoryError("invalid_input", `A ${kind} needs at least one piece of evidence.`);
}

function proposed(kind: Kind, given: RememberInput, deps: WriteDeps): Proposal {
  const { origin, agent, run, actor, role, jobId } = given;
  const policy = POLICIES[kind];
  return present({
    tenant: given.tenant,
    kind,
    text: given.text,
    scope: given.scope ?? defaultScope(kind, given),
    category: given.category ?? DEFAULT_CATEGORY[kind] ?? "general",
    confidence: given.confidence,
    importance: given.importance ?? policy.defaultImportance,
    pinned: given.pinned,
    stability:
      policy.stability === "permanent" ? "permanent" : (given.stability ?? policy.stability),
    evidence: given.evidence,
    derivedFrom: given.derivedFrom,
    participants: given.participants,
    provenance: provenanceOf(origin ?? defaultOrigin(given)),
    writer: present({ agent, run, actor, role, job: jobId }),
    user: given.user,
    subject: given.subject ?? (kind === "lore" ? LORE_SUBJECT : given.user),
    title: given.title,
    tags: given.tags,
    section: given.section,
    topicId: given.topicId,
    sensitivity: given.sensitivity,
    validFrom: given.validFrom,
    validTo: given.validTo,
    expiresAt: expiryOf(given, deps),
    field: given.field,
    channel: given.channel,
    thread: given.thread,
  });
}

function expiryOf({ ttlDays }: RememberInput, { now }: WriteDeps): string | undefined {
  return ttlDays === undefined
    ? undefined
    : new Date(now().getTime() + ttlDays * DAY_MS).toISOString();
}

/** What belongs to a user is theirs; what an agent writes of itself is its own; the rest is shared. */
function defaultScope(kind: Kind, given: RememberInput): string {
  const isOwn = kind === "soul" || POLICIES[kind].vault;
  if (given.agent !== undefined && isOwn) return given.agent;
  return given.user !== undefined && kind !== "fact" && kind !== "trait" ? "user" : "shared";
}

function defaultOrigin(given: RememberInput): Origin {
  return given.agent === undefined ? "user" : "assistant";
}

async function citedMessages(
  tenant: string,
  evidence: readonly Evidence[],
  deps: WriteDeps,
): Promise<ReadonlyMap<string, Message>> {
  const ids = evidence.flatMap((piece) => (piece.type === "span" ? [piece.messageId] : []));
  if (ids.length === 0) return new Map();
  const found = await deps.store.messages.get(hostViewer(tenant), [...new Set(ids)]);
  return new Map(found.map((message) => [message.id, message]));
}

const LORE_CONFIDENCE = 0.72;

export const rememberLineOperation = operation({
  name: "rememberLine",
  summary: "Keep a line of lore: something about the group rather than about one person.",
  access: "write",
  http: { method: "POST", path: "/v1/lore" },
  modelCalls: 1,
  input: z.strictObject({ tenant: Id, line: Body, agent: Id.optional(), channel: Id.optional() }),
  output: ReceiptOutput,
  run: ({ line, ...given }, context) => {
    const input = parseInput(RememberInput, {
      ...given,
      kind: "lore",
      text: line,
      confidence: LORE_CONFIDENCE,
    });
    return rememberThis(input, context.writing);
  },
});
