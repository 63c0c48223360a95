// A proposal that was let in, as the first version of a memory. Each field is named, in the order in which a stored row
// is read, so that memories of both origins are objects of one form; copying "all the rest" cost fourteen microseconds.

import type { Proposal } from "./candidate.ts";
import type { Memory, Timestamp } from "./memory.ts";
import { omitUndefined } from "./omit-undefined.ts";

export function newMemory(
  proposal: Proposal,
  { id, at }: Readonly<{ id: string; at: Timestamp }>,
): Memory {
  const { field, provenance, tags = [] } = proposal;
  return {
    id,
    tenant: proposal.tenant,
    scope: proposal.scope,
    kind: proposal.kind,
    category: proposal.category,
    text: proposal.text,
    tags: field === undefined ? tags : [...new Set([...tags, `field:${field}`])],
    participants: proposal.participants,
    confidence: proposal.confidence,
    importance: proposal.importance,
    pinned: proposal.pinned,
    stability: proposal.stability,
    sensitivity: proposal.sensitivity ?? "normal",
    origins: provenance.origins,
    trust: provenance.trust,
    evidence: proposal.evidence,
    derivedFrom: proposal.derivedFrom,
    state: "active",
    version: 1,
    createdAt: at,
    updatedAt: at,
    writer: proposal.writer,
    ...optionalFields(proposal),
  };
}

function optionalFields(proposal: Proposal): Partial<Memory> {
  return omitUndefined({
    user: proposal.user,
    subject: proposal.subject,
    title: proposal.title,
    section: proposal.section,
    topicId: proposal.topicId,
    validFrom: proposal.validFrom,
    validTo: proposal.validTo,
    expiresAt: proposal.expiresAt,
    channel: proposal.channel,
    thread: proposal.thread,
    source: proposal.source,
    metadata: proposal.metadata,
  });
}
