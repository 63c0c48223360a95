// Stores what a person approved. It keeps its origins; the person's word raises its trust, and what it repeats,
// updates or contradicts gives way.

import { relate } from "../../language/relate.ts";
import type { Proposal } from "../../model/candidate.ts";
import type { Change } from "../../model/change-set.ts";
import { DEFAULT_MERGE_BANDS } from "../../model/compare.ts";
import type { Memory, Timestamp } from "../../model/memory.ts";
import { newMemory } from "../../model/new-memory.ts";
import { derive, type Trust } from "../../model/origin.ts";
import { textKey } from "../../model/text.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { CurateDeps } from "../doing.ts";
import { embed } from "../embed.ts";
import { findAll } from "../find.ts";
import { revise } from "../revise.ts";

type Approved = Readonly<{ memory: Memory; changes: readonly Change[] }>;

const PERSON: Trust = 3;

export async function approvedMemory(
  proposal: Proposal,
  reason: string,
  deps: CurateDeps,
): Promise<Approved> {
  const at = deps.now().toISOString();
  const memory = memoryOf(proposal, { id: deps.ids(), at });
  const rivals = await rivalsOf(memory, deps);
  const same = rivals.find((rival) => isSameLine(rival, memory));
  if (same !== undefined) return supporting(same, memory, { at, reason });
  const replaced = rivals.filter((rival) => givesWay(rival, memory));
  const stronger = replaced.some((rival) => rival.trust > memory.trust);
  const kept: Memory = stronger ? { ...memory, state: "disputed" } : memory;
  const ended = stronger ? [] : replaced.map((rival) => replacing(rival, memory, { at, reason }));
  return {
    memory: kept,
    changes: [...ended, { type: "create", memory: kept, reason }, await embed(kept, deps)],
  };
}

function memoryOf(proposal: Proposal, at: Readonly<{ id: string; at: Timestamp }>): Memory {
  const memory = newMemory(proposal, at);
  return memory.trust > PERSON ? memory : { ...memory, trust: PERSON };
}

async function rivalsOf(memory: Memory, deps: CurateDeps): Promise<readonly Memory[]> {
  const { kind, scope, user, subject, tenant } = memory;
  const filter = {
    kinds: [kind],
    scope,
    ...(user === undefined ? {} : { user }),
    ...(subject === undefined ? {} : { subject }),
  };
  const rivals: Memory[] = [];
  for await (const rival of findAll(hostViewer(tenant), { filter, states: ["active"] }, deps))
    if (rival.user === user && rival.subject === subject) rivals.push(rival);
  return rivals;
}

function isSameLine(rival: Memory, memory: Memory): boolean {
  return rival.topicId === memory.topicId && textKey(rival.text) === textKey(memory.text);
}

/** A register has its topic and a soul its line; a field of a person has one value; the rest must contradict. */
function givesWay(rival: Memory, memory: Memory): boolean {
  if (memory.kind === "register" || memory.kind === "soul") return rival.topicId === memory.topicId;
  const field = memory.tags.find((tag) => tag.startsWith("field:"));
  if (field !== undefined && rival.tags.includes(field)) return true;
  if (memory.kind !== "fact" && memory.kind !== "trait") return false;
  const { relation } = relate({ text: rival.text }, { text: memory.text }, DEFAULT_MERGE_BANDS);
  return relation === "contradiction";
}

type Because = Readonly<{ at: Timestamp; reason: string }>;

function supporting(known: Memory, memory: Memory, { at, reason }: Because): Approved {
  const pieces = [...memory.evidence, ...known.evidence];
  const change = revise(
    known,
    {
      evidence: [...new Map(pieces.map((piece) => [JSON.stringify(piece), piece])).values()],
      derivedFrom: [...new Set([...known.derivedFrom, ...memory.derivedFrom])],
      origins: derive([known, memory]).origins,
      trust: known.trust > PERSON ? known.trust : PERSON,
      confidence: Math.max(known.confidence, memory.confidence),
    },
    { at, event: "UPDATE", reason },
  );
  return { memory: change.memory, changes: [change] };
}

function replacing(rival: Memory, memory: Memory, { at, reason }: Because): Change {
  const validTo = memory.validFrom ?? at;
  return revise(
    rival,
    { state: "superseded", supersededBy: memory.id, validTo },
    { at, event: "UPDATE", reason },
  );
}
