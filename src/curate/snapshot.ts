// The snapshot `MEMORY.md`: what is held about people, the lore, what was said lately, and where the journals are.
// Pure, and without the time of writing, so that the same memory gives the same bytes.

import { inert } from "../model/inert-line.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { type Origin, TRUST_OF } from "../model/origin.ts";

export type SnapshotInput = Readonly<{
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
