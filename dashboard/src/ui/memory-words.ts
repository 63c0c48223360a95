// How the engine's own words for kinds, states, trust and origins read to people.

import type { Memory } from "../../../src/model/memory.ts";
import type { Origin } from "../../../src/model/origin.ts";
import type { State } from "../../../src/model/state.ts";
import type { Tone } from "./badge.tsx";

export const STATE_WORDS: Readonly<Record<State, Readonly<{ word: string; tone: Tone }>>> = {
  active: { word: "Active", tone: "ok" },
  disputed: { word: "Disputed", tone: "warn" },
  archived: { word: "Archived", tone: "plain" },
  superseded: { word: "Replaced", tone: "plain" },
  expired: { word: "Expired", tone: "plain" },
  soft_deleted: { word: "Forgotten", tone: "bad" },
  purged: { word: "Purged", tone: "bad" },
};

export const TRUST_WORDS: Readonly<
  Record<Memory["trust"], Readonly<{ word: string; tone: Tone }>>
> = {
  1: { word: "Outside text", tone: "warn" },
  2: { word: "A model", tone: "info" },
  3: { word: "A person", tone: "ok" },
  4: { word: "The operator", tone: "accent" },
};

export const ORIGIN_WORDS: Readonly<Record<Origin, string>> = {
  user: "said by a person",
  assistant: "said by an assistant",
  tool: "from a tool",
  document: "from a document",
  import: "imported",
  operator: "set by the operator",
  job: "made by upkeep",
};

export function stateWord(state: string): Readonly<{ word: string; tone: Tone }> {
  return Object.hasOwn(STATE_WORDS, state)
    ? STATE_WORDS[state as State]
    : { word: state, tone: "plain" };
}

export function aboutWord(subject: string | undefined): string {
  if (subject === undefined) return "—";
  return subject === "__lore__" ? "the group" : subject;
}

/** `soft_deleted` and `createKey` as people would write them. */
export function sentence(word: string): string {
  const spaced = word
    .replaceAll("_", " ")
    .replaceAll(
      /([a-z])([A-Z])/g,
      (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
