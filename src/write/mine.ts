// Makes proposals of what an extractor found in a message.

import type { Candidate, Proposal } from "../model/candidate.ts";
import { LORE_SUBJECT, POLICIES } from "../model/kinds.ts";
import type { Message } from "../model/message.ts";
import { provenanceOf } from "../model/origin.ts";
import { present } from "../model/present.ts";
import type { LeftClause } from "../model/receipt.ts";
import { cut } from "../model/text.ts";
import type { Extraction } from "../ports/extractor.ts";

export type MiningPolicy = Readonly<{
  /** Characters of a message that are read for facts. */
  maxCharacters: number;
  maxFacts: number;
  /** A turn longer than this may hold several facts; fewer of them are kept. */
  longTurnCharacters: number;
  maxWritesOfLongTurn: number;
  /** Memories that one person's messages of one day may write. */
  maxWritesOfUserDay: number;
  /** How long "remember that…" is kept. */
  noteTtlDays: number;
}>;

type Read = Extract<Extraction, { type: "ok" }>;

const DAY_MS = 86_400_000;

/** The part of a message that is read; a prefix, so that spans point into the whole. */
export function minedPart(message: Message, policy: MiningPolicy): Message {
  if (message.text.length <= policy.maxCharacters) return message;
  const part = cut(message.text, policy.maxCharacters);
  const atWord = part.lastIndexOf(" ");
  return { ...message, text: atWord > policy.maxCharacters / 2 ? part.slice(0, atWord) : part };
}

/** How many memories one turn may write (S13); its candidates may be more. */
export function maxWrites(message: Message, policy: MiningPolicy): number {
  const isLong = message.text.length > policy.longTurnCharacters;
  return isLong ? policy.maxWritesOfLongTurn : policy.maxFacts;
}

export function proposalFrom(
  message: Message,
  candidate: Candidate,
  { now, policy }: Readonly<{ now: Date; policy: MiningPolicy }>,
): Proposal {
  const { kind, field, tags = [], subject } = candidate;
  return present({
    tenant: message.tenant,
    kind,
    text: candidate.text,
    scope: message.scope,
    category: candidate.category,
    confidence: candidate.confidence,
    importance: candidate.importance,
    pinned: false,
    stability: kind === "log" ? "volatile" : POLICIES[kind].stability,
    evidence: candidate.evidence,
    derivedFrom: [],
    participants: [],
    provenance: provenanceOf(message.origin),
    writer: { actor: message.author.id, role: message.role },
    user: subject === LORE_SUBJECT ? undefined : (message.user ?? message.author.id),
    subject,
    title: candidate.title,
    tags: field === undefined ? tags : [...tags, `field:${field}`],
    section: candidate.section,
    sensitivity: candidate.sensitivity,
    validFrom: candidate.validFrom,
    validTo: candidate.validTo,
    expiresAt: kind === "log" ? expiryOf(message, now, policy) : undefined,
    channel: message.thread ?? message.channel,
  });
}

/** Counted from when it was heard: a note out of an old log is not over before it is read. */
function expiryOf(message: Message, now: Date, policy: MiningPolicy): string {
  const from = Math.max(Date.parse(message.at), now.getTime());
  return new Date(from + policy.noteTtlDays * DAY_MS).toISOString();
}

export const REASON_CHARACTERS = 120;

/** Why the rest of a message was not kept; an extractor that cannot tell is quoted with the whole of it. */
export function reasonsOf(
  { text }: Message,
  { candidates, left = [] }: Read,
): readonly LeftClause[] {
  if (left.length > 0 || candidates.length > 0) return left;
  return [{ clause: cut(text, REASON_CHARACTERS), reason: "nothing found" }];
}
