// Makes proposals of what an extractor found in a message.

import type { Candidate, Proposal } from "../model/candidate.ts";
import { LORE_SUBJECT, POLICIES } from "../model/kinds.ts";
import type { Message } from "../model/message.ts";
import { provenanceOf } from "../model/origin.ts";

export type MiningPolicy = Readonly<{
  /** Characters of a message that are read for facts. */
  maxCharacters: number;
  maxFacts: number;
  /** A turn longer than this may hold several facts; fewer of them are kept. */
  longTurnCharacters: number;
  maxWritesOfLongTurn: number;
  /** How long "remember that…" is kept. */
  noteTtlDays: number;
}>;

const DAY_MS = 86_400_000;

/** The part of a message that is read; a prefix, so that spans point into the whole. */
export function minedPart(message: Message, policy: MiningPolicy): Message {
  if (message.text.length <= policy.maxCharacters) return message;
  const cut = message.text.slice(0, policy.maxCharacters);
  const atWord = cut.lastIndexOf(" ");
  return { ...message, text: atWord > policy.maxCharacters / 2 ? cut.slice(0, atWord) : cut };
}

export function proposalsFrom(
  message: Message,
  candidates: readonly Candidate[],
  policy: MiningPolicy,
): readonly Proposal[] {
  const isLong = message.text.length > policy.longTurnCharacters;
  const cap = isLong ? policy.maxWritesOfLongTurn : policy.maxFacts;
  return candidates.slice(0, cap).map((candidate) => proposalFrom(message, candidate, policy));
}

function proposalFrom(message: Message, candidate: Candidate, policy: MiningPolicy): Proposal {
  const { field, ...rest } = candidate;
  const isNote = candidate.kind === "log";
  const expiresAt = new Date(Date.parse(message.at) + policy.noteTtlDays * DAY_MS).toISOString();
  return {
    ...rest,
    tenant: message.tenant,
    scope: message.scope,
    ...(candidate.subject === LORE_SUBJECT ? {} : { user: message.user ?? message.author.id }),
    tags: [...(candidate.tags ?? []), ...(field === undefined ? [] : [`field:${field}`])],
    stability: isNote ? "volatile" : POLICIES[candidate.kind].stability,
    ...(isNote ? { expiresAt } : {}),
    participants: [],
    pinned: false,
    derivedFrom: [],
    provenance: provenanceOf(message.origin),
    channel: message.thread ?? message.channel,
    writer: { actor: message.author.id, role: message.role },
  };
}
