// Writes MEMORY.md for people to read. Prompts never read it.

import type { MemoryFilter } from "../model/filter.ts";
import { LORE_SUBJECT } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { type Origin, TRUST_OF } from "../model/origin.ts";
import { cut, inert } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Files } from "../ports/files.ts";
import { type CurateDeps, findAll } from "./actor-context.ts";

type SnapshotDeps = Pick<CurateDeps, "store" | "now"> & Readonly<{ files: Files }>;

const HIGHLIGHTS = 12;
const LOOKED_AT = 60;
const HIGHLIGHT_CHARACTERS = 200;
/** Shorter than this is an answer or a greeting. */
const TELLING_CHARACTERS = 24;
const FACTS_EACH = 12;
const LORE_LINES = 40;

type Refreshed = Readonly<{ text: string; isChanged: boolean }>;

/** Gathered and written in one turn, so that no older text is written over a newer one. */
export async function refreshSnapshot(
  { tenant }: Readonly<{ tenant: string }>,
  deps: SnapshotDeps,
): Promise<Refreshed> {
  return deps.files.exclusively(async () => {
    const began = performance.now();
    const text = await currentSnapshot(tenant, deps);
    const tookMs = performance.now() - began;
    return { text, isChanged: await deps.files.writeSnapshot(tenant, text, tookMs) };
  });
}

/** What the file would say now. */
export async function currentSnapshot(tenant: string, deps: SnapshotDeps): Promise<string> {
  const look = { now: deps.now().toISOString() };
  const reads = deps.store.memories;
  const first = await takenOver(tenant, look.now, deps);
  const facts = await reads.weightiest(hostViewer(tenant), {
    filter: everyones("fact"),
    look,
    each: FACTS_EACH,
    first,
  });
  const lore = await reads.list(hostViewer(tenant), {
    ...{ filter: everyones("lore"), look, page: { limit: LORE_LINES } },
  });
  const people = [];
  for (const [id, about] of bySubject(facts))
    people.push({ id, name: await nameOf(tenant, id, deps), facts: about });
  return snapshotText({
    people,
    lore,
    highlights: await highlights(tenant, deps),
    days: await journalDays(tenant, deps),
  });
}

/** What profiles took over says most about people; what only happened fills what is left. */
async function takenOver(
  tenant: string,
  now: string,
  deps: SnapshotDeps,
): Promise<readonly string[]> {
  const wanted = { filter: everyones("trait"), states: ["active"] } as const;
  const ids: string[] = [];
  for await (const { expiresAt, derivedFrom } of findAll(hostViewer(tenant), wanted, deps))
    if (expiresAt === undefined || expiresAt > now) ids.push(...derivedFrom);
  return ids;
}

function bySubject(facts: readonly Memory[]): ReadonlyMap<string, readonly Memory[]> {
  const people = new Map<string, Memory[]>();
  for (const fact of facts) {
    const { subject } = fact;
    if (subject === undefined || subject === LORE_SUBJECT) continue;
    const about = people.get(subject);
    if (about === undefined) people.set(subject, [fact]);
    else about.push(fact);
  }
  return people;
}

/** Also those on their way to the disk: when they are moved hangs on what other tenants do. */
async function journalDays(tenant: string, { store, files }: SnapshotDeps) {
  const moved = await files.journalDays(tenant);
  const waiting = await store.files.waitingDays(tenant);
  return new Set([...waiting, ...moved]);
}

function everyones(kind: "fact" | "lore" | "trait"): MemoryFilter {
  return { kinds: [kind], scope: "shared", sensitivity: "normal" };
}

async function nameOf(tenant: string, user: string, { store }: SnapshotDeps): Promise<string> {
  const [latest] = await store.messages.list(hostViewer(tenant), { author: user, limit: 1 });
  return latest?.author.name ?? user;
}

async function highlights(tenant: string, { store }: SnapshotDeps): Promise<readonly Message[]> {
  const query = { isSearchable: true, limit: LOOKED_AT } as const;
  const latest = await store.messages.list(hostViewer(tenant), query);
  return latest
    .filter(
      ({ scope, role, text }) =>
        scope === "shared" && role === "user" && text.length >= TELLING_CHARACTERS,
    )
    .slice(0, HIGHLIGHTS)
    .map((message) => ({ ...message, text: cut(message.text, HIGHLIGHT_CHARACTERS) }))
    .reverse();
}

// The snapshot `MEMORY.md`: what is held about people, the lore, what was said lately, and where the journals are.
// Pure, and without the time of writing, so that the same memory gives the same bytes.

type SnapshotInput = Readonly<{
  people: readonly Readonly<{ id: string; name: string; facts: readonly Memory[] }>[];
  lore: readonly Memory[];
  /** Oldest first. */
  highlights: readonly Message[];
  /** Days that have a journal. */
  days: Iterable<string>;
}>;

const NOTHING = "Nothing yet.";
const HEAD = `# Memory

Written by Mneme for people to read; no prompt reads it. A line marked \\[unconfirmed: …\\] was said by no person and
approved by none; the mark says where it came from.`;

export function snapshotText({ people, lore, highlights, days }: SnapshotInput): string {
  const sections = [
    section("People", peopleLines(people)),
    section("Ongoing lore", lore.toSorted(byAge).map(factLine)),
    section("Recent journal highlights", highlights.map(messageLine)),
    section(
      "Source logs",
      [...days].toSorted().map((day) => `- [${day}](${day}.md)`),
    ),
  ];
  return `${HEAD}\n\n${sections.join("\n")}`;
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${(lines.length === 0 ? [NOTHING] : lines).join("\n")}\n`;
}

function peopleLines(people: SnapshotInput["people"]): readonly string[] {
  const named = people.filter(({ facts }) => facts.length > 0);
  const ordered = named.toSorted((a, b) => order(a.name, b.name) || order(a.id, b.id));
  return ordered.flatMap(({ id, name, facts }, index) => [
    ...(index === 0 ? [] : [""]),
    name === id ? `### ${inert(id)}` : `### ${inert(name)} (${inert(id)})`,
    "",
    ...facts.toSorted(byWeight).map(factLine),
  ]);
}

function factLine({ text, category, trust, origins }: Memory): string {
  return `- ${standing(trust, origins)}${inert(text)} (${inert(category)})`;
}

function messageLine({ at, author, channel, text, origin }: Message): string {
  const time = `${at.slice(0, 10)} ${at.slice(11, 16)}`;
  const who = `**${inert(author.name)}** in ${inert(channel)}`;
  return `- ${standing(TRUST_OF[origin], [origin])}${time} ${who}: ${inert(text)}`;
}

/** Before the text and never after it, so that no text can come first and say something else. */
function standing(trust: number, origins: readonly Origin[]): string {
  return trust >= TRUST_OF.user ? "" : `\\[unconfirmed: ${origins.join(", ")}\\] `;
}

/** What matters most about a person first, then the newest. */
function byWeight(a: Memory, b: Memory): number {
  return b.importance - a.importance || byAge(a, b);
}

/** Newest first; equal times by id, so that the order never hangs on the database. */
function byAge(a: Memory, b: Memory): number {
  return order(b.createdAt, a.createdAt) || order(a.id, b.id);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
