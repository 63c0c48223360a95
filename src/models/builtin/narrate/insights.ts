// What the recent days say about people, counted: which words return in what they talk about. Nothing is guessed.

import type { Memory } from "../../../model/memory.ts";
import type { InsightsInput, InsightText, NarrationLimits } from "../../../ports/narrator.ts";
import { quotesIn } from "./fluency.ts";
import { listed, nameOf } from "./names.ts";
import { tellingStems, wordsOf } from "./words.ts";

/** Twice is chance. */
const ENOUGH = 3;
const MAX_WORD = 60;

type Note = Readonly<{ memory: Memory; people: readonly string[]; said: string }>;
type Scene = Readonly<{ notes: readonly Note[]; names: ReadonlySet<string> }>;

export function tellInsights(input: InsightsInput, limits: NarrationLimits): InsightText[] {
  const names = new Map(input.people.map((person) => [person.id, nameOf(person)]));
  const activities = input.activities.slice(0, limits.activities);
  const scene: Scene = {
    notes: activities.map((memory) => ({
      memory,
      people: [...new Set(memory.participants.flatMap((id) => names.get(id) ?? []))].toSorted(),
      said: saidIn(memory),
    })),
    names: new Set([...names.values()].flatMap(wordsOf).map(({ key }) => key)),
  };
  return [sharedSubject(scene), ownSubject(scene)]
    .filter((insight) => insight !== undefined)
    .filter(({ text }) => text.length <= limits.insightLength)
    .slice(0, limits.insights);
}

/** What was said in it, where it quotes; the whole of it where it tells. */
function saidIn({ text }: Memory): string {
  const quotes = quotesIn(text);
  return quotes.length === 0 ? text : quotes.map(({ said }) => said).join("\n");
}

/** A word that returns in what the same people talked about together. */
function sharedSubject({ notes, names }: Scene): InsightText | undefined {
  const found = returning(notes, names).map((one) => ({ ...one, people: inAll(one.held) }));
  const best = found.find(({ people }) => people.length > 1);
  if (best === undefined) return undefined;
  const text = `${listed(best.people)} keep coming back to "${best.word}" (${best.held.length} conversations).`;
  return { text, tags: ["theme"], evidence: best.held.map(({ memory }) => memory.id) };
}

/** A word that returns in what one person is quoted with. */
function ownSubject({ notes, names }: Scene): InsightText | undefined {
  const speakers = new Set(notes.flatMap(({ people }) => people));
  const found = [...speakers].sort().flatMap((speaker) => {
    const own = notes.map((note) => ({ ...note, said: wordsBy(speaker, note) }));
    const [best] = returning(own, names);
    return best === undefined ? [] : [{ ...best, speaker }];
  });
  const [best] = found.toSorted((a, b) => b.held.length - a.held.length);
  if (best === undefined) return undefined;
  const text = `${best.speaker} often speaks of "${best.word}" (${best.held.length} conversations).`;
  return { text, tags: ["theme"], evidence: best.held.map(({ memory }) => memory.id) };
}

function wordsBy(name: string, { memory, people, said }: Note): string {
  const quotes = quotesIn(memory.text);
  if (quotes.length === 0) return people.length === 1 && people[0] === name ? said : "";
  return quotes.flatMap((quote) => (quote.speaker === name ? quote.said : [])).join("\n");
}

type Returning = Readonly<{ word: string; held: readonly Note[] }>;

/** The words of enough notes, those of most first; people's names are no subject. */
function returning(notes: readonly Note[], names: ReadonlySet<string>): Returning[] {
  const found = new Map<string, Readonly<{ word: string; held: Note[] }>>();
  for (const note of notes)
    for (const [one, word] of tellingStems(note.said)) {
      if (wordsOf(word).every(({ key }) => names.has(key)) || word.length > MAX_WORD) continue;
      const known = found.get(one) ?? { word, held: [] };
      known.held.push(note);
      found.set(one, known);
    }
  return [...found.values()]
    .filter(({ held }) => held.length >= ENOUGH)
    .sort((a, b) => b.held.length - a.held.length);
}

function inAll(notes: readonly Note[]): string[] {
  const [first, ...rest] = notes;
  return (first?.people ?? []).filter((name) => rest.every(({ people }) => people.includes(name)));
}
