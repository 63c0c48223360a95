// Remembers what a caller says in so many words: a note, a rule, a soul, a vault record, a fact.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import type { Activity } from "../../model/audit.ts";
import type { Proposal } from "../../model/candidate.ts";
import { type Kind, LORE_SUBJECT, POLICIES, type Stability } from "../../model/kinds.ts";
import type { Evidence } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { type Origin, provenanceOf } from "../../model/origin.ts";
import { type Outcome, type Receipt, receiptOf } from "../../model/receipt.ts";
import { hostViewer } from "../../model/viewer.ts";
import { type Act, remember, type WriteDeps } from "../../write/remember.ts";
import { refuseLogTier } from "../../write/stages/gate.ts";
import { Body, Id, parseInput, RememberInput, type Remembering } from "../inputs.ts";
import { operation } from "../operation.ts";
import { ReceiptOutput } from "../outputs.ts";

const DAY_MS = 86_400_000;

const DEFAULT_CATEGORY: Partial<Record<Kind, string>> = {
  insight: "relationship_dynamic",
  procedure: "procedural",
  trait: "profile",
  episode: "event",
  lore: "lore",
  fact: "other",
};

export const rememberOperation = operation({
  name: "remember",
  summary: "Store one memory as it is told; the receipt says what became of it.",
  access: "write",
  http: { method: "POST", path: "/v1/memories" },
  modelCalls: 1,
  input: RememberInput,
  output: ReceiptOutput,
  run: (input, context) => rememberThis(input, context.writing),
});

async function rememberThis(given: Remembering, deps: WriteDeps): Promise<Receipt> {
  if (given.tier === "log") return receiptOf([refuseLogTier(given.text, deps.policy.guard)]);
  const proposal = proposalOf(given, deps);
  const act = await actOf({ ...given, category: proposal.category }, given.evidence, deps);
  return receiptOf(await remember([proposal], { cause: "remember", ...act }, deps));
}

export type Writer = Pick<
  Remembering,
  "tenant" | "actor" | "agent" | "user" | "thread" | "category"
>;

/** Who remembers, on the ground of which messages. */
export async function actOf(
  { tenant, actor, agent, user, thread, category }: Writer,
  evidence: readonly Evidence[],
  deps: WriteDeps,
): Promise<Omit<Act, "cause">> {
  return {
    tenant,
    actor: actor ?? agent ?? user ?? "host",
    sources: { messages: await citedMessages(tenant, evidence, deps), names: [] },
    alongside: (outcomes) => {
      const at = deps.now().toISOString();
      return outcomes.map((outcome) => {
        const became = whatBecame(outcome);
        // Who may see a memory sees its category; an event without one is told to everybody.
        const seen = became.memoryId === undefined ? undefined : category;
        const activity: Activity = {
          ...{ tenant, at, node: "hotpath" },
          ...omitUndefined({ user, thread, category: seen }),
          ...became,
        };
        return { type: "record", activity } as const;
      });
    },
  };
}

/** What an event says of an explicit write: never its words. */
function whatBecame(outcome: Outcome): Pick<Activity, "op" | "status" | "memoryId" | "detail"> {
  switch (outcome.type) {
    case "stored":
      return { op: "create", status: "ok", memoryId: outcome.id };
    case "merged":
      return { op: "merge", status: "ok", memoryId: outcome.id };
    case "held":
      return { op: "create", status: "skipped", detail: "held" };
    case "dropped":
      return { op: "create", status: "skipped", detail: outcome.stage };
  }
}

/** Throws what is wrong with the line when it could be nothing but a mistake of the caller. */
export function proposalOf(given: Remembering, deps: WriteDeps): Proposal {
  const kind = given.tier ?? given.kind;
  refuseWeakRule(kind, given, deps);
  refuseEndOfPermanent(kind, given);
  if (given.supersedes !== undefined && POLICIES[kind].vault)
    throw new MemoryError(
      "invalid_input",
      "`supersedes` is not for the vault: a register has its topic.",
    );
  return proposed(kind, given, deps);
}

function refuseWeakRule(kind: Kind, given: Remembering, { gate, policy: write }: WriteDeps): void {
  const confidence = given.confidence ?? write.confidence;
  const policy = gate.kinds[kind];
  if (confidence < policy.minConfidence)
    throw new MemoryError(
      "invalid_input",
      `A ${kind} needs a confidence of at least ${policy.minConfidence}; this one has ${confidence}.`,
    );
  const { minEvidence } = policy;
  if (given.evidence.length + given.derivedFrom.length >= minEvidence) return;
  const pieces = minEvidence === 1 ? "one piece" : `${minEvidence} pieces`;
  throw new MemoryError("invalid_input", `A ${kind} needs at least ${pieces} of evidence.`);
}

/** What is permanent has no end: a soul always is, and so is a note that asks to be. */
function refuseEndOfPermanent(kind: Kind, given: Remembering): void {
  if (given.ttlDays === undefined || stabilityOf(kind, given) !== "permanent") return;
  throw new MemoryError(
    "invalid_input",
    `A permanent ${kind} never expires: leave out \`ttlDays\`, or keep it as \`stable\` or \`volatile\`.`,
  );
}

function stabilityOf(kind: Kind, { stability }: Remembering): Stability {
  const policy = POLICIES[kind];
  return policy.stability === "permanent" ? "permanent" : (stability ?? policy.stability);
}

function proposed(kind: Kind, given: Remembering, deps: WriteDeps): Proposal {
  const { origin, agent, run, actor, role, jobId } = given;
  const policy = POLICIES[kind];
  return omitUndefined({
    tenant: given.tenant,
    kind,
    text: kind === "procedure" ? numberedSteps(given.text) : given.text,
    scope: given.scope ?? defaultScope(kind, given),
    category: categoryOf(kind, given),
    confidence: given.confidence ?? deps.policy.confidence,
    importance: given.importance ?? policy.defaultImportance,
    pinned: given.pinned,
    stability: stabilityOf(kind, given),
    evidence: given.evidence,
    derivedFrom: given.derivedFrom,
    participants: given.participants,
    provenance: provenanceOf(origin ?? defaultOrigin(given)),
    writer: omitUndefined({ agent, run, actor, role, job: jobId }),
    user: given.user,
    subject: given.subject ?? (kind === "lore" ? LORE_SUBJECT : given.user),
    title: given.title,
    tags: given.tags,
    section: given.section,
    topicId: given.topicId,
    supersedes: given.supersedes,
    sensitivity: given.sensitivity,
    validFrom: given.validFrom,
    validTo: given.validTo,
    expiresAt: expiryOf(given, deps),
    field: given.field === "goals_add" ? "goals" : given.field,
    channel: given.channel,
    thread: given.thread,
    source: given.source,
    metadata: given.metadata,
  });
}

/** A fact has one of five types unless somebody names a category of their own; `general` is what no type fits. */
function categoryOf(kind: Kind, { category }: Remembering): string {
  const named = kind === "fact" && category === "general" ? undefined : category;
  return named ?? DEFAULT_CATEGORY[kind] ?? "general";
}

/** One step a line, or one a sentence where there is one line only. */
function numberedSteps(text: string): string {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== "");
  const parts = lines.length > 1 ? lines : text.split(/(?<=[.;!])\s+(?=\S)|\s+(?=\d{1,2}[.)]\s)/);
  const steps = parts.map((part) => part.trim().replace(/^(?:\d{1,2}[.)]|[-*•])\s+/, ""));
  return steps
    .filter((step) => step !== "" && !/^\d{1,2}[.)]$/.test(step))
    .map((step, at) => `${at + 1}. ${step.charAt(0).toLocaleUpperCase()}${step.slice(1)}`)
    .join("\n");
}

function expiryOf({ ttlDays }: Remembering, { now }: WriteDeps): string | undefined {
  return ttlDays === undefined
    ? undefined
    : new Date(now().getTime() + ttlDays * DAY_MS).toISOString();
}

/** What belongs to a user is theirs; what an agent writes of itself is its own; the rest is shared. */
function defaultScope(kind: Kind, given: Remembering): string {
  const isOwn = kind === "soul" || POLICIES[kind].vault;
  if (given.agent !== undefined && isOwn) return given.agent;
  return given.user !== undefined && kind !== "fact" && kind !== "trait" ? "user" : "shared";
}

function defaultOrigin(given: Remembering): Origin {
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

const RememberLineInput = z.strictObject({
  tenant: Id,
  line: Body.optional(),
  reply: Body.optional().describe(
    "A model's reply as JSON, in place of `line`: its `memoryLine` is kept, if it has one.",
  ),
  agent: Id.optional(),
  channel: Id.optional(),
  form: z
    .enum(["plain", "labelled"])
    .optional()
    .describe("`labelled` keeps it as `Memory line: <line>.`, as a line of a reply always is."),
});
export interface RememberLineInput extends z.input<typeof RememberLineInput> {}

export const rememberLineOperation = operation({
  name: "rememberLine",
  summary: "Keep a line of lore: something about the group rather than about one person.",
  access: "write",
  http: { method: "POST", path: "/v1/lore" },
  modelCalls: 1,
  input: RememberLineInput,
  output: ReceiptOutput,
  run: async ({ line: said, reply, form, ...given }, context) => {
    const line = said ?? memoryLineIn(reply);
    if (line === undefined) return receiptOf([]);
    const isPlain = (form ?? (reply === undefined ? "plain" : "labelled")) === "plain";
    const text = isPlain ? line : `Memory line: ${line.trim().replace(/\.+$/, "")}.`;
    const input = parseInput(RememberInput, {
      ...given,
      kind: "lore",
      text,
      confidence: context.writing.policy.loreConfidence,
    });
    return rememberThis(input, context.writing);
  },
});

/** Nothing where the reply is no JSON, or says nothing to keep. */
function memoryLineIn(reply: string | undefined): string | undefined {
  if (reply === undefined)
    throw new MemoryError(
      "invalid_input",
      'Give either `line` or `reply`, such as `line: "the mascot is a frog"`.',
    );
  try {
    const { memoryLine } = Object(JSON.parse(reply));
    return typeof memoryLine === "string" && memoryLine.trim() !== "" ? memoryLine : undefined;
  } catch {
    return undefined;
  }
}
