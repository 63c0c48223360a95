// The words of a question in each candidate itself, and in what surrounds it.

import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { terms } from "../model/text.ts";
import type { Candidate, Pool } from "./candidate.ts";
import { wordMeasure } from "./lexical.ts";
import { isAssistant } from "./people.ts";
import type { RecallPolicy } from "./policy.ts";

/** Shares of the question's weight. */
export type Worded = Readonly<{ own: number; around: number }>;

type Asked = Readonly<{ sequence: readonly string[]; names: ReadonlySet<string> }>;
type Texts = ReadonlyMap<Candidate, readonly string[]>;

const QUESTION_MARK = /[?？؟]/u;
const NO_NAMES: ReadonlySet<string> = new Set();

export function measureWords(
  pool: Pool,
  asked: Asked,
  words: RecallPolicy["words"],
): ReadonlyMap<Candidate, Worded> {
  const texts: Texts = new Map(pool.candidates.map((one) => [one, terms(one.record.text)]));
  const measures = {
    memory: wordMeasure({ ...asked, names: NO_NAMES }, scale("memory", pool, texts)),
    message: wordMeasure(asked, scale("message", pool, texts)),
  };
  const said = new Map<string, Turn>();
  const own = new Map<Candidate, number>();
  for (const [candidate, text] of texts) {
    const measure = measures[candidate.item];
    const share = measure.words(text);
    own.set(candidate, share + measure.phrases(text));
    if (candidate.item === "message")
      said.set(candidate.record.id, { message: candidate.record, share });
  }
  return new Map(
    pool.candidates.map((candidate) => {
      const around =
        candidate.item === "memory"
          ? words.beside * measures.memory.words(besideText(candidate.record))
          : aroundTurn(candidate.record, { pool, said, words });
      return [candidate, { own: own.get(candidate) ?? 0, around }];
    }),
  );

  function scale(item: Candidate["item"], { rarity, candidates }: Pool, all: Texts) {
    const lengths = candidates
      .filter((candidate) => candidate.item === item)
      .map((candidate) => all.get(candidate)?.length ?? 0);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    return { rarity: rarity[item], averageLength: total / Math.max(1, lengths.length), words };
  }
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

function besideText(memory: Memory): readonly string[] {
  const quotes = memory.evidence.map((piece) => (piece.type === "span" ? piece.quote : piece.text));
  return terms([memory.title ?? "", memory.category, ...memory.tags, ...quotes].join(" "));
}
