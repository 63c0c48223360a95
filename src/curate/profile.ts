// A user's profile: read with its sources, corrected, deleted.

import { MemoryError } from "../errors.ts";
import { SECTIONS, type Section } from "../model/kinds.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import { type Origin, provenanceOf, TRUST_OF } from "../model/origin.ts";
import { STATES } from "../model/state.ts";
import { cut } from "../model/text.ts";
import type { Viewer } from "../model/viewer.ts";
import { CORRECTED_TAG } from "../ports/narrator.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  embed,
  find,
  findAll,
  retryOnConflict,
  revise,
  screenedText,
} from "./actor-context.ts";
import { ending } from "./forget.ts";

type ProfileInput = Readonly<{ viewer: Viewer; user: string }>;

type ProfileEntry = Readonly<{
  id: string;
  text: string;
  confidence: number;
  /** 1 when it was just confirmed, less the longer ago that was. */
  freshness: number;
  updatedAt: Timestamp;
  /** Set right by a person; nothing automatic overrules it. */
  isCorrected: boolean;
  /** The newest first. */
  sources: readonly LineSource[];
}>;

export type Profile = Readonly<{
  user: string;
  sections: Readonly<Record<Section, readonly ProfileEntry[]>>;
  /** The newest facts about them, in a profile or not yet. */
  facts: readonly Readonly<{ id: string; text: string; updatedAt: Timestamp }>[];
}>;

const HALF_FRESH_DAYS = 45;
const DAY_MS = 86_400_000;

export async function profile(
  { viewer, user }: ProfileInput,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<Profile> {
  const traits = await traitsOf({ viewer, user }, deps);
  const sources = await lineSources(traits, viewer, deps);
  const now = deps.now().getTime();
  const entries = traits.map((trait) => ({ trait, entry: entryOf(trait, sources, now) }));
  const sections = SECTIONS.map((section) => [
    section,
    entries.filter(({ trait }) => (trait.section ?? "other") === section).map(({ entry }) => entry),
  ]);
  const facts = await factsAbout({ viewer, user }, deps);
  return { user, sections: Object.fromEntries(sections), facts };
}

const FACTS = 20;
/** What only an assistant, a tool or a file said of a person is no part of what is shown as known of them. */
const LEAST_TRUST = 3;

async function factsAbout(
  { viewer, user }: ProfileInput,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<Profile["facts"]> {
  const now = deps.now().toISOString();
  const wanted = { filter: { kinds: ["fact"], subject: user }, states: ["active"] } as const;
  const facts: Memory[] = [];
  // Counted once they are known to be trusted, so that many others push none of them out.
  for await (const fact of findAll(viewer, wanted, deps)) {
    const isOver = fact.expiresAt !== undefined && fact.expiresAt <= now;
    if (fact.trust >= LEAST_TRUST && !isOver) facts.push(fact);
    if (facts.length === FACTS) break;
  }
  return facts.map(({ id, text, updatedAt }) => ({ id, text, updatedAt }));
}

/** Newest first. */
export async function traitsOf(
  { viewer, user }: ProfileInput,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<readonly Memory[]> {
  const now = deps.now().toISOString();
  const wanted = { filter: { kinds: ["trait"], subject: user }, states: ["active"] } as const;
  const traits: Memory[] = [];
  for await (const trait of findAll(viewer, wanted, deps))
    if (trait.expiresAt === undefined || trait.expiresAt > now) traits.push(trait);
  return traits;
}

function entryOf(
  trait: Memory,
  sources: ReadonlyMap<string, readonly LineSource[]>,
  now: number,
): ProfileEntry {
  const ageDays = Math.max(0, now - Date.parse(trait.updatedAt)) / DAY_MS;
  return {
    id: trait.id,
    text: trait.text,
    confidence: trait.confidence,
    freshness: 1 / (1 + ageDays / HALF_FRESH_DAYS),
    updatedAt: trait.updatedAt,
    isCorrected: trait.tags.includes(CORRECTED_TAG),
    sources: sources.get(trait.id) ?? [],
  };
}

// Where the lines of a profile came from, in words a person knows: the conversation and its day, or what was said.

type LineSource =
  | Readonly<{ type: "episode"; id: string; title: string; date: Timestamp }>
  | Readonly<{ type: "memory"; id: string; title: string; date: Timestamp }>
  | Readonly<{ type: "message"; id: string; title: string; date: Timestamp }>;

const TITLE_CHARACTERS = 60;

/** Only those that the viewer may see: a title tells of what it names. */
async function lineSources(
  traits: readonly Memory[],
  viewer: Viewer,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<ReadonlyMap<string, readonly LineSource[]>> {
  const memoryIds = [...new Set(traits.flatMap((trait) => trait.derivedFrom))];
  const messageIds = [...new Set(traits.flatMap(spanned))];
  const memories = await store.memories.list(viewer, {
    filter: { ids: memoryIds },
    look: { now: now().toISOString(), states: STATES },
    page: { limit: memoryIds.length },
  });
  const messages = await store.messages.get(viewer, messageIds);
  const byId = new Map<string, LineSource>([
    ...memories.map((memory) => [`memory ${memory.id}`, fromMemory(memory)] as const),
    ...messages.map(({ id, channel, at }) => {
      const source = { type: "message", id, title: channel, date: at } as const;
      return [`message ${id}`, source] as const;
    }),
  ]);
  return new Map(traits.map((trait) => [trait.id, sourcesOf(trait, byId)]));
}

function spanned(trait: Memory): readonly string[] {
  return trait.evidence.flatMap((piece) => (piece.type === "span" ? [piece.messageId] : []));
}

function fromMemory(memory: Memory): LineSource {
  const title = memory.title ?? cut(memory.text, TITLE_CHARACTERS);
  const date = memory.validFrom ?? memory.createdAt;
  return { type: memory.kind === "episode" ? "episode" : "memory", id: memory.id, title, date };
}

/** Conversations first, as they say most; then the newest. */
function sourcesOf(trait: Memory, byId: ReadonlyMap<string, LineSource>): readonly LineSource[] {
  const keys = [
    ...trait.derivedFrom.map((id) => `memory ${id}`),
    ...spanned(trait).map((id) => `message ${id}`),
  ];
  const found = [...new Set(keys)].flatMap((key) => byId.get(key) ?? []);
  const rank = (source: LineSource) => (source.type === "episode" ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || (a.date < b.date ? 1 : -1));
}

// Sets a line of a profile right. The person's own words take its place and stay through every consolidation.

type CorrectProfileInput = ActorContext &
  Readonly<{
    user: string;
    traitId: string;
    text: string;
    origin: Extract<Origin, "user" | "operator">;
  }>;

export async function correctProfile(
  input: CorrectProfileInput,
  deps: CurateDeps,
): Promise<Memory> {
  return retryOnConflict(async () => {
    const wrong = await find(input.viewer, input.traitId, deps);
    refuseOther(wrong, input);
    const right = corrected(wrong, input, deps);
    const ended = revise(
      wrong,
      { state: "superseded", supersededBy: right.id, validTo: right.createdAt },
      { at: right.createdAt, event: "UPDATE", reason: "corrected" },
    );
    const reason = `corrected by ${input.actor}`;
    const changes = [
      ended,
      { type: "create", memory: right, reason } as const,
      await embed(right, deps),
    ];
    await commit({ ...input, cause: "correct_profile", changes }, deps);
    return right;
  });
}

function refuseOther(wrong: Memory, { user, origin }: CorrectProfileInput): void {
  const isTheirs = wrong.kind === "trait" && wrong.subject === user && wrong.state === "active";
  if (!isTheirs)
    throw new MemoryError("not_found", `There is no line ${wrong.id} in the profile of ${user}.`);
  if (TRUST_OF[origin] < wrong.trust)
    throw new MemoryError("forbidden", "That line was set by whoever runs the engine.");
}

/** A statement of its own: it no longer rests on what was misunderstood. */
function corrected(wrong: Memory, input: CorrectProfileInput, deps: CurateDeps): Memory {
  const { validTo: _validTo, purgeAt: _purgeAt, expiresAt: _expiresAt, ...line } = wrong;
  const at = deps.now().toISOString();
  const text = screenedText(input.text, "trait", deps.screen);
  return {
    ...line,
    ...provenanceOf(input.origin),
    id: deps.ids(),
    text,
    tags: [...new Set([...wrong.tags, CORRECTED_TAG])],
    confidence: 1,
    evidence: [{ type: "statement", text }],
    derivedFrom: [],
    version: 1,
    createdAt: at,
    updatedAt: at,
    validFrom: at,
    writer: { actor: input.actor },
  };
}

// Deletes a person's profile: every line of it, in one transaction.

type DeleteProfileInput = ActorContext & Readonly<{ user: string; purge: boolean }>;

/** How many lines went. */
export async function deleteProfile(
  input: DeleteProfileInput,
  deps: Pick<CurateDeps, "store" | "now" | "restorableDays">,
): Promise<number> {
  return retryOnConflict(async () => {
    const traits = await traitsOf(input, deps);
    const reason = "the profile was deleted";
    const changes = traits.map((trait) => ending(trait, { purge: input.purge, reason }, deps));
    await commit({ ...input, cause: "delete_profile", changes }, deps);
    return traits.length;
  });
}
