// Finds what might answer a question. Everything comes out of the database already cut down to what the viewer may see.

import { KINDS, type Kind, POLICIES } from "../model/kinds.ts";
import { type Viewer, viewerUser } from "../model/viewer.ts";
import type { Payer } from "../ports/language.ts";
import { type Gathered, type Pool, rarityOf } from "./candidate.ts";
import { gatherMemories } from "./gather-memories.ts";
import { gatherMessages } from "./gather-messages.ts";
import { meaningOf } from "./meaning.ts";
import type { Question } from "./question.ts";
import type { ReadDeps, Search, SearchInput } from "./request.ts";

/** The category under which procedures are asked for (S12). */
const PROCEDURAL = "procedural";
const NOTHING: Gathered = {
  candidates: [],
  rarity: rarityOf(new Map(), 0),
  edges: [],
  beside: new Map(),
};

/** A sign that stands for a word or a syllable counts as three letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Says too little for a vector (F11). */
function isShort(text: string, least: number): boolean {
  const signs = [...text.trim()];
  return signs.length < least && !signs.some((sign) => DENSE.test(sign));
}

export async function prepare(
  input: SearchInput,
  question: Question,
  deps: ReadDeps,
): Promise<Search> {
  const { asOf, validAt } = input;
  return {
    input,
    question,
    terms: [...new Set(question.sequence)],
    meaning:
      input.wordsOnly === true || isShort(question.text, deps.policy.minQueryCharacters)
        ? undefined
        : await meaningOf(question.text, payerOf(input.viewer), deps.embedder),
    filter: { ...input.filter, kinds: kindsOf(input) },
    look: {
      now: deps.now().toISOString(),
      ...(asOf === undefined ? {} : { asOf }),
      ...(validAt === undefined ? {} : { validAt }),
    },
  };
}

function payerOf(viewer: Viewer): Payer {
  const user = viewerUser(viewer);
  return user === undefined ? { tenant: viewer.tenant } : { tenant: viewer.tenant, user };
}

/** Memories are looked up for messages too: a fact says in other words what was said. */
export async function gather(search: Search, deps: ReadDeps): Promise<Pool> {
  const over = search.input.over ?? "both";
  const memories = await gatherMemories(search, deps);
  const messages = over === "memories" ? NOTHING : await gatherMessages(search, deps);
  return {
    candidates: [...memories.candidates, ...messages.candidates],
    rarity: { memory: memories.rarity, message: messages.rarity },
    edges: memories.edges,
    beside: messages.beside,
    semantic: search.meaning === undefined ? "missing" : "ready",
  };
}

/** A procedure is found only by somebody who asks for procedures. */
function kindsOf({ kinds, filter }: SearchInput): readonly Kind[] {
  const asked = kinds ?? filter?.kinds;
  if (asked !== undefined) return asked;
  const procedures = filter?.categories?.includes(PROCEDURAL) ?? false;
  return KINDS.filter((kind) => POLICIES[kind].searchable || procedures);
}
