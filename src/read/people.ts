// Whom a question is about, among the people who spoke, and whether a candidate comes from or concerns them.

import { isStopWord, stem, words } from "../model/text.ts";
import { type Viewer, viewerUser } from "../model/viewer.ts";
import type { Candidate } from "./candidate.ts";
import type { Question } from "./question.ts";

export type People = Readonly<{
  /** Ids of the people named or mentioned. */
  named: ReadonlySet<string>;
  /** Stems of every speaker's name that stands in the question. */
  nameStems: ReadonlySet<string>;
}>;

export function peopleIn(question: Question, candidates: readonly Candidate[]): People {
  const named = new Set(question.mentions);
  const nameStems = new Set<string>();
  for (const author of authors(candidates)) {
    const spoken = nameWords(author.name).filter((word) => question.words.has(word));
    if (spoken.length === 0) continue;
    named.add(author.id);
    for (const word of spoken) nameStems.add(stem(word));
  }
  return { named, nameStems };
}

function authors(candidates: readonly Candidate[]): readonly { id: string; name: string }[] {
  const byId = new Map<string, { id: string; name: string }>();
  for (const { item, record } of candidates)
    if (item === "message") byId.set(record.author.id, record.author);
  return [...byId.values()];
}

function nameWords(name: string): readonly string[] {
  return words(name).filter((word) => word.length > 1 && !isStopWord(word));
}

/** True when the question is about exactly one party and this is theirs. */
export function isTheirs(candidate: Candidate, question: Question, whose: Whose): boolean {
  const { named } = whose.people;
  if (named.size > 0) return named.size === 1 && comesFrom(candidate, named);
  if (question.about === "others") return false;
  const asker = viewerUser(whose.viewer);
  const { item, record } = candidate;
  if (item === "memory")
    return question.about === "asker" && asker !== undefined && record.subject === asker;
  if (question.about === "assistant") return isAssistant(record);
  return asker === undefined ? !isAssistant(record) : record.author.id === asker;
}

type Whose = Readonly<{ people: People; viewer: Viewer }>;

function comesFrom({ item, record }: Candidate, people: ReadonlySet<string>): boolean {
  const id = item === "message" ? record.author.id : record.subject;
  return id !== undefined && people.has(id);
}

export function isAssistant(message: { role: string; author: { isBot: boolean } }): boolean {
  return message.role === "assistant" || message.author.isBot;
}
