// A person's profile: what is held about them, by section, each line with where it came from and how fresh it is.

import { SECTIONS, type Section } from "../../model/kinds.ts";
import type { Memory, Timestamp } from "../../model/memory.ts";
import type { Viewer } from "../../model/viewer.ts";
import { CORRECTED_TAG } from "../../ports/narrator.ts";
import type { CurateDeps } from "../doing.ts";
import { findAll } from "../find.ts";
import { type LineSource, lineSources } from "./line-sources.ts";

export type ProfileInput = Readonly<{ viewer: Viewer; user: string }>;

export type ProfileEntry = Readonly<{
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
  return { user, sections: Object.fromEntries(sections) };
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
