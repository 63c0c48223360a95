// Turns a decision into changes: what is written for it, and what the receipt says of it.

import type { Proposal } from "../../model/candidate.ts";
import type { Change } from "../../model/change-set.ts";
import type { Evidence, Memory, Timestamp } from "../../model/memory.ts";
import { joined, type Metadata } from "../../model/metadata.ts";
import { newMemory } from "../../model/new-memory.ts";
import { derive } from "../../model/origin.ts";
import type { MergeHow, Outcome } from "../../model/receipt.ts";
import type { Decision } from "./decide.ts";

export type DecidedWrite = Readonly<{
  outcome: Outcome;
  changes: readonly Change[];
  memory?: Memory;
}>;
/** `saidAt` is when the words it rests on were said; without such words, now. */
type At = Readonly<{ id: string; now: Timestamp; saidAt: Timestamp }>;

const MAX_EVIDENCE = 8;

export function changesFor(decision: Decision, proposal: Proposal, at: At): DecidedWrite {
  const made = () => newMemory(proposal, { id: at.id, at: at.now });
  switch (decision.type) {
    case "new":
      return created(made(), "new");
    case "undecided":
      return withPairs(created(made(), "near to others"), decision.with, at);
    case "touch":
      return revised(supported(decision.memory, proposal, at.now), "UPDATE", "touched");
    case "reword":
      return revised(rewritten(decision.memory, proposal, at.now), "MERGE", "reworded");
    case "update":
      return revised(rewritten(decision.memory, proposal, at.now), "UPDATE", "updated");
    case "upsert":
      return revised(upserted(decision.memory, proposal, at.now), "UPDATE", "upserted");
    case "replace":
      return replacing(decision, made(), at);
    case "precede":
      return preceding(decision, made());
    case "dispute":
      return disputed(decision, made());
  }
}

function created(memory: Memory, reason: string): DecidedWrite {
  return {
    outcome: { type: "stored", id: memory.id, text: memory.text },
    changes: [{ type: "create", memory, reason }],
    memory,
  };
}

/**
 * The same thing said again, in words that stay: one more piece of evidence and every origin. The memory keeps its
 * own trust, since its words are still those of who said them first; nobody less trusted makes it surer.
 */
function supported(memory: Memory, proposal: Proposal, now: Timestamp): Memory {
  const { provenance } = proposal;
  const isTrusted = provenance.trust >= memory.trust;
  return {
    ...memory,
    version: memory.version + 1,
    updatedAt: now,
    evidence: firstAndNewest([...memory.evidence, ...proposal.evidence]),
    derivedFrom: [...new Set([...memory.derivedFrom, ...proposal.derivedFrom])],
    confidence: isTrusted ? Math.max(memory.confidence, proposal.confidence) : memory.confidence,
    origins: derive([memory, provenance]).origins,
    ...filedAs(joined(proposal.metadata, memory.metadata)),
    ...(proposal.validFrom !== undefined && memory.validFrom === undefined
      ? { validFrom: proposal.validFrom }
      : {}),
  };
}

function filedAs(metadata: Metadata | undefined): Pick<Memory, "metadata"> {
  return metadata === undefined ? {} : { metadata };
}

/** Takes the newer words, and with them the lower of the two trusts: it now rests on both. */
function rewritten(memory: Memory, proposal: Proposal, now: Timestamp): Memory {
  // What was said of the older words is not said of these.
  const { verdict: _verdict, ...known } = memory;
  return {
    ...supported(known, proposal, now),
    text: proposal.text,
    ...filedAs(joined(memory.metadata, proposal.metadata)),
    trust: derive([memory, proposal.provenance]).trust,
    evidence: firstAndNewest([...proposal.evidence, ...memory.evidence]),
  };
}

function upserted(memory: Memory, proposal: Proposal, now: Timestamp): Memory {
  const { title, source } = proposal;
  return {
    ...rewritten(memory, proposal, now),
    ...(source === undefined ? {} : { source }),
    category: proposal.category,
    tags: proposal.tags ?? memory.tags,
    ...(title === undefined ? {} : { title }),
  };
}

/** The first is what the words were taken from; of the others the newest stay. */
function firstAndNewest(evidence: readonly Evidence[]): Evidence[] {
  const unique = [...new Map(evidence.map((piece) => [JSON.stringify(piece), piece])).values()];
  if (unique.length <= MAX_EVIDENCE) return unique;
  return [...unique.slice(0, 1), ...unique.slice(1 - MAX_EVIDENCE)];
}

function revised(memory: Memory, event: "UPDATE" | "MERGE", how: MergeHow): DecidedWrite {
  return {
    outcome: { type: "merged", id: memory.id, text: memory.text, how },
    changes: [{ type: "revise", memory, expect: memory.version - 1, event, reason: how }],
    memory,
  };
}

/** What was true until now keeps its place in time. */
function replacing(
  { memory: old, reason }: Extract<Decision, { type: "replace" }>,
  newer: Memory,
  { now, saidAt }: At,
): DecidedWrite {
  const from = newer.validFrom ?? later(saidAt, old.validFrom);
  const memory: Memory = { ...newer, validFrom: from };
  const ended: Memory = {
    ...old,
    state: "superseded",
    supersededBy: memory.id,
    validTo: from,
    version: old.version + 1,
    updatedAt: now,
  };
  return {
    outcome: { type: "stored", id: memory.id, text: memory.text, replaced: old.id },
    changes: [
      { type: "revise", memory: ended, expect: old.version, event: "UPDATE", reason },
      ...created(memory, reason).changes,
    ],
    memory,
  };
}

function later(a: Timestamp, b: Timestamp | undefined): Timestamp {
  return b === undefined || a > b ? a : b;
}

/** Known late, true earlier: it takes its place in time and the newer one stays. */
function preceding(
  { memory: newer, until, reason }: Extract<Decision, { type: "precede" }>,
  told: Memory,
): DecidedWrite {
  const memory: Memory = { ...told, state: "superseded", supersededBy: newer.id, validTo: until };
  return created(memory, reason);
}

function disputed(decision: Extract<Decision, { type: "dispute" }>, memory: Memory): DecidedWrite {
  const marked: Memory = { ...memory, state: "disputed" };
  const relation = {
    from: memory.id,
    to: decision.memory.id,
    type: "related_to",
    strength: 1,
    createdAt: memory.createdAt,
  } as const;
  return {
    outcome: { type: "stored", id: memory.id, text: memory.text, disputed: true },
    changes: [
      { type: "create", memory: marked, reason: `disputed: ${decision.reason}` },
      { type: "link", relation },
    ],
    memory: marked,
  };
}

/** Pairs that nobody could decide on wait for the consolidation job. */
function withPairs(
  written: DecidedWrite,
  others: readonly string[],
  { id, now }: At,
): DecidedWrite {
  const tenant = written.memory?.tenant ?? "";
  const payload = { id, with: [...others] };
  const job = { id: `pair-${id}`, tenant, name: "consolidate", key: id, payload, runAt: now };
  return { ...written, changes: [...written.changes, { type: "enqueue", job }] };
}
