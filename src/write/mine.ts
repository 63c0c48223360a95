// Makes proposals of what an extractor found in a message.

import type { Candidate, Proposal } from "../model/candidate.ts";
import { LORE_SUBJECT, POLICIES } from "../model/kinds.ts";
import type { Message } from "../model/message.ts";
import { provenanceOf } from "../model/origin.ts";
import { cut } from "../model/text.ts";

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
  const { field, ...rest } = candidate;
  const isNote = candidate.kind === "log";
  return {
    ...rest,
    tenant: message.tenant,
    scope: message.scope,
    ...(candidate.subject === LORE_SUBJECT ? {} : { user: message.user ?? message.author.id }),
    tags: [...(candidate.tags ?? []), ...(field === undefined ? [] : [`field:${field}`])],
    stability: isNote ? "volatile" : POLICIES[candidate.kind].stability,
    ...(isNote ? { expiresAt: expiryOf(message, now, policy) } : {}),
    participants: [],
    pinned: false,
    derivedFrom: [],
    provenance: provenanceOf(message.origin),
    channel: message.thread ?? message.channel,
    writer: { actor: message.author.id, role: message.role },
  };
}

/** Counted from when it was heard: a note out of an old log is not over before it is read. */
function expiryOf(message: Message, now: Date, policy: MiningPolicy): string {
  const from = Math.max(Date.parse(message.at), now.getTime());
  return new Date(from + policy.noteTtlDays * DAY_MS).toISOString();
}
