// The words of a question in each candidate itself, and in what surrounds it.

import { lazy } from "../model/lazy.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { terms } from "../model/text.ts";
import type { Candidate, Pool } from "./candidate.ts";
import { type Measure, wordMeasure } from "./lexical.ts";
import { isAssistant } from "./people.ts";
import type { RecallPolicy } from "./policy.ts";

/** Shares of the question's weight. */
export type Worded = Readonly<{ own: number; around: number }>;

type Asked = Readonly<{ sequence: readonly string[]; names: ReadonlySet<string> }>;

const QUESTION_MARK = /[?？؟]/u;
const NO_NAMES: ReadonlySet<string> = new Set();

/** The words of every candidate, in their order, and how they are held against the question. */
export type ReadWords = Readonly<{
  texts: readonly (readonly string[])[];
  measures: Readonly<Record<Candidate["item"], () => Measure>>;
  averageLength: (item: Candidate["item"]) => number;
}>;

export function readWords(
  { candidates, rarity }: Pool,
  asked: Asked,
  words: RecallPolicy["words"],
): ReadWords {
  const texts = candidates.map((one) => terms(one.record.text));
  const average = {
    memory: lazy(() => averageLength("memory", candidates, texts)),
    message: lazy(() => averageLength("message", candidates, texts)),
  };
  const measure = (item: Candidate["item"], names: ReadonlySet<string>) =>
    lazy(() =>
      wordMeasure(
        { sequence: asked.sequence, names },
        { rarity: rarity[item], averageLength: average[item](), words },
      ),
    );
  const measures = {
    memory: measure("memory", NO_NAMES),
    message: measure("message", asked.names),
  };
  return { texts, measures, averageLength: (item) => average[item]() };
}

/** One for each candidate, in their order: a map from the candidates took longer than to measure them. */
export function measureWords(
  pool: Pool,
  { texts, measures }: ReadWords,
  words: RecallPolicy["words"],
): readonly Worded[] {
  const { candidates } = pool;
  const said = new Map<string, Turn>();
  const own = candidates.map(({ item, record }, at) => {
    const text = texts[at] ?? [];
    const measure = measures[item]();
    const share = measure.words(text);
    if (item === "message") said.set(record.id, { message: record, share });
    return share + measure.phrases(text);
  });
  return candidates.map(({ item, record }, at) => {
    const around =
      item === "memory"
        ? words.beside * measures.memory().words(besideText(record))
        : aroundTurn(record, { pool, said, words });
    return { own: own[at] ?? 0, around };
  });
}

function averageLength(
  item: Candidate["item"],
  candidates: readonly Candidate[],
  texts: readonly (readonly string[])[],
): number {
  let total = 0;
  let count = 0;
  for (const [at, candidate] of candidates.entries()) {
    if (candidate.item !== item) continue;
    total += texts[at]?.length ?? 0;
    count += 1;
  }
  return total / Math.max(1, count);
}

type Turn = Readonly<{ message: Message; share: number }>;
type Around = Readonly<{
  pool: Pool;
  said: ReadonlyMap<string, Turn>;
  words: RecallPolicy["words"];
}>;

/**
 * A person's answer leans on the question another person asked. An assistant's answer says the words again itself,
 * and its long turns would lend words to whatever is said next.
 */
function aroundTurn(message: Message, { pool, said, words }: Around): number {
  const beside = pool.beside.get(message.id);
  const before = beside?.before === undefined ? undefined : said.get(beside.before);
  const after = beside?.after === undefined ? undefined : said.get(beside.after);
  const lends = after === undefined ? 0 : words.after * after.share;
  if (before === undefined || isAssistant(message) || isAssistant(before.message)) return lends;
  const asked = QUESTION_MARK.test(before.message.text) ? words.answered : 0;
  return lends + (words.before + asked) * before.share;
}

/** An episode rests on dozens of quotes. Goes with the memory that a store holds. */
const besideTexts = new WeakMap<Memory, readonly string[]>();

function besideText(memory: Memory): readonly string[] {
  const isBare = memory.title === undefined && memory.tags.length + memory.evidence.length === 0;
  if (isBare) return terms(memory.category);
  const known = besideTexts.get(memory);
  if (known !== undefined) return known;
  const quotes = memory.evidence.map((piece) => (piece.type === "span" ? piece.quote : piece.text));
  const text = terms([memory.title ?? "", memory.category, ...memory.tags, ...quotes].join(" "));
  besideTexts.set(memory, text);
  return text;
}
