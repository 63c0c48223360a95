// Turns a decision into changes: what is written for it, and what the receipt says of it.

import type { Proposal } from "../model/candidate.ts";
import type { Change } from "../model/change-set.ts";
import type { Evidence, Memory, Timestamp } from "../model/memory.ts";
import { derive } from "../model/origin.ts";
import type { MergeHow, Outcome } from "../model/receipt.ts";
import type { Decision } from "./decide.ts";

export type Written = Readonly<{ outcome: Outcome; changes: readonly Change[]; memory?: Memory }>;
/** A proposal with the marks of its screening, which are not part of a memory. */
export type Screened = Proposal & { readonly findings: readonly string[] };
type At = Readonly<{ id: string; now: Timestamp }>;

const MAX_EVIDENCE = 8;

export function changesFor(decision: Decision, proposal: Screened, at: At): Written {
  switch (decision.type) {
    case "new":
      return created(memoryFrom(proposal, at), "new");
    case "undecided":
      return withPairs(created(memoryFrom(proposal, at), "near to others"), decision.with, at);
    case "touch":
      return revised(supported(decision.memory, proposal, at.now), "UPDATE", "touched");
    case "reword":
      return revised(
        { ...supported(decision.memory, proposal, at.now), text: decision.text },
        "MERGE",
        "reworded",
      );
    case "update":
      return revised(
        { ...supported(decision.memory, proposal, at.now), text: decision.text },
        "UPDATE",
        "updated",
      );
    case "upsert":
      return revised(
        {
          ...supported(decision.memory, proposal, at.now),
          text: proposal.text,
          tags: proposal.tags ?? decision.memory.tags,
        },
        "UPDATE",
        "upserted",
      );
    case "replace":
      return replacing(decision, memoryFrom(proposal, at), at);
    case "dispute":
      return disputed(decision, memoryFrom(proposal, at));
  }
}

export function memoryFrom(proposal: Screened, { id, now }: At): Memory {
  const { provenance, field, tags, findings: _findings, ...record } = proposal;
  return {
    ...record,
    id,
    tags: field === undefined ? (tags ?? []) : [...(tags ?? []), `field:${field}`],
    sensitivity: proposal.sensitivity ?? "normal",
    origins: provenance.origins,
    trust: provenance.trust,
    state: "active",
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

function created(memory: Memory, reason: string): Written {
  return {
    outcome: { type: "stored", id: memory.id, text: memory.text },
    changes: [{ type: "create", memory, reason }],
    memory,
  };
}

/** The same thing said again: one more piece of evidence, the surer of the two confidences, every origin. */
function supported(memory: Memory, proposal: Proposal, now: Timestamp): Memory {
  const merged = derive([memory, proposal.provenance]);
  return {
    ...memory,
    version: memory.version + 1,
    updatedAt: now,
    evidence: unique([...proposal.evidence, ...memory.evidence]).slice(0, MAX_EVIDENCE),
    derivedFrom: [...new Set([...memory.derivedFrom, ...proposal.derivedFrom])],
    confidence: Math.max(memory.confidence, proposal.confidence),
    origins: merged.origins,
    ...(proposal.validFrom !== undefined && memory.validFrom === undefined
      ? { validFrom: proposal.validFrom }
      : {}),
  };
}

function unique(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((piece) => [JSON.stringify(piece), piece])).values()];
}

function revised(memory: Memory, event: "UPDATE" | "MERGE", how: MergeHow): Written {
  return {
    outcome: { type: "merged", id: memory.id, text: memory.text, how },
    changes: [{ type: "revise", memory, expect: memory.version - 1, event, reason: how }],
    memory,
  };
}

/** What was true until now keeps its place in time. */
function replacing(
  decision: Extract<Decision, { type: "replace" }>,
  memory: Memory,
  { now }: At,
): Written {
  const old = decision.memory;
  const validTo = memory.validFrom ?? now;
  const ended: Memory = {
    ...old,
    state: "superseded",
    supersededBy: memory.id,
    validTo,
    version: old.version + 1,
    updatedAt: now,
  };
  const { changes } = created({ ...memory, validFrom: validTo }, decision.reason);
  return {
    outcome: { type: "stored", id: memory.id, text: memory.text, replaced: old.id },
    changes: [
      {
        type: "revise",
        memory: ended,
        expect: old.version,
        event: "UPDATE",
        reason: decision.reason,
      },
      ...changes,
    ],
    memory: { ...memory, validFrom: validTo },
  };
}

function disputed(decision: Extract<Decision, { type: "dispute" }>, memory: Memory): Written {
  const marked: Memory = { ...memory, state: "disputed" };
  const to = decision.memory.id;
  return {
    outcome: { type: "stored", id: memory.id, text: memory.text, disputed: true },
    changes: [
      { type: "create", memory: marked, reason: `disputed: ${decision.reason}` },
      {
        type: "link",
        relation: {
          from: memory.id,
          to,
          type: "related_to",
          strength: 1,
          createdAt: memory.createdAt,
        },
      },
    ],
    memory: marked,
  };
}

/** Pairs that nobody could decide on wait for the consolidation job. */
function withPairs(written: Written, others: readonly string[], { id, now }: At): Written {
  const tenant = written.memory?.tenant ?? "";
  return {
    ...written,
    changes: [
      ...written.changes,
      {
        type: "enqueue",
        job: {
          id: `pair-${id}`,
          tenant,
          name: "consolidate",
          key: id,
          payload: { id, with: [...others] },
          runAt: now,
        },
      },
    ],
  };
}
