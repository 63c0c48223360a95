// A conversation that has ended becomes an episode, and what it taught about people goes into their profiles.
// Everything is committed together under the buffer's own id, so a second run finds nothing left to do.

import { MemoryError } from "../../errors.ts";
import type { Proposal } from "../../model/candidate.ts";
import type { Job } from "../../model/job.ts";
import type { Author, Message } from "../../model/message.ts";
import { derive, provenanceOf } from "../../model/origin.ts";
import { hostViewer } from "../../model/viewer.ts";
import { remember } from "../../write/remember.ts";
import { jobAct, type ProfileDeps, updateProfile } from "./profiles.ts";

export type FlushDeps = ProfileDeps;

export async function flush(job: Job, deps: FlushDeps): Promise<Readonly<Record<string, unknown>>> {
  const buffer = String(job.payload["buffer"]);
  const waiting = await deps.store.messages.inBuffer(job.tenant, buffer);
  const episode = waiting.length === 0 ? "told before" : await tell(waiting, buffer, { job, deps });
  const messages = waiting.length === 0 ? await messagesOf(buffer, { job, deps }) : waiting;
  const traits = await updateProfiles(messages, buffer, { job, deps });
  return { messages: messages.length, episode, traits };
}

/** The episode and the emptying of its buffer are one commit. */
async function tell(
  messages: readonly Message[],
  buffer: string,
  { job, deps }: Flushing,
): Promise<string> {
  const open = await withoutSensitive(messages, { job, deps });
  const told =
    open.length === 0 ? ({ type: "nothing" } as const) : await deps.narrator.episode(open);
  if (told.type === "retryable") throw new MemoryError("provider_unavailable", told.reason);
  const proposals = told.type === "ok" ? [episodeOf(messages, told)] : [];
  const [outcome] = await remember(
    proposals,
    { ...jobAct(job), alongside: () => [{ type: "empty_buffer", buffer }] },
    { ...deps, ids: () => buffer },
  );
  return outcome?.type ?? "none";
}

/** An episode is for everyone who may read the channel, so it does not quote what is for one person. */
async function withoutSensitive(
  messages: readonly Message[],
  { job, deps }: Flushing,
): Promise<readonly Message[]> {
  const ids = messages.map(({ id }) => id);
  const learnt = await deps.store.memories.restingOn(job.tenant, { item: "message", ids });
  const sensitive = new Set(
    learnt
      .filter(({ sensitivity }) => sensitivity === "sensitive")
      .flatMap(({ evidence }) =>
        evidence.flatMap((piece) => (piece.type === "span" ? [piece.messageId] : [])),
      ),
  );
  return messages.filter(({ id }) => !sensitive.has(id));
}

/** A flush that died after its episode was told goes on from what the episode rests on. */
async function messagesOf(episode: string, { job, deps }: Flushing): Promise<readonly Message[]> {
  const viewer = hostViewer(job.tenant);
  const memory = await deps.store.memories.get(viewer, episode, { now: deps.now().toISOString() });
  const ids =
    memory?.evidence.flatMap((piece) => (piece.type === "span" ? [piece.messageId] : [])) ?? [];
  return ids.length === 0 ? [] : deps.store.messages.get(viewer, ids);
}

function episodeOf(
  messages: readonly Message[],
  told: { title: string; summary: string },
): Proposal {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined)
    throw new MemoryError("internal", "An episode needs messages.");
  return {
    kind: "episode",
    category: "event",
    title: told.title,
    text: told.summary,
    confidence: 0.9,
    importance: 3,
    evidence: messages.map((m) => ({ type: "span", messageId: m.id, start: 0, end: 0, quote: "" })),
    tenant: first.tenant,
    scope: first.scope,
    ...(first.user === undefined ? {} : { user: first.user }),
    stability: "stable",
    participants: people(messages).map((author) => author.id),
    pinned: false,
    derivedFrom: [],
    provenance: derive(messages.map((message) => provenanceOf(message.origin))),
    channel: first.thread ?? first.channel,
    validFrom: first.at,
    validTo: last.at,
    writer: { job: "flush" },
  };
}

function people(messages: readonly Message[]): readonly Author[] {
  const byId = new Map(messages.map(({ author }) => [author.id, author]));
  return [...byId.values()].filter((author) => !author.isBot);
}

type Flushing = Readonly<{ job: Job; deps: FlushDeps }>;

async function updateProfiles(
  messages: readonly Message[],
  episode: string,
  flushing: Flushing,
): Promise<number> {
  const { job, deps } = flushing;
  const ids = messages.map((message) => message.id);
  const learnt = await deps.store.memories.restingOn(job.tenant, { item: "message", ids });
  let added = 0;
  for (const user of people(messages)) {
    const facts = learnt.filter(
      (memory) => memory.kind === "fact" && memory.subject === user.id && memory.state === "active",
    );
    if (facts.length > 0) added += await updateProfile({ user, facts, episode }, flushing);
  }
  return added;
}
