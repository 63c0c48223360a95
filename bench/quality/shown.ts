// Which figures of an evaluation stand on the page: those that say something to somebody who uses it. `npm run eval` has
// all of them.

import { z } from "zod";
import type { Cell, Table } from "../run/measured.ts";

/** Where a figure stands among the others, and where the count that it is of; some have theirs beside them. */
type Shown = Readonly<{ says: string; at: string; n?: string }>;
type Part = Readonly<{ figures: readonly Shown[]; note: string }>;

const TURNS = "recall/turn/both/all/n";
const SESSIONS = "recall/session/both/all/n";
const ASKED = "recallSignal/n";

const OF_RECALL: readonly Shown[] = [
  { says: "turn: share found in 10, %", at: "recall/turn/both/all/frac10", n: TURNS },
  { says: "turn: the same by BM25", at: "recall/turn/bm25/all/frac10", n: TURNS },
  { says: "turn: any in 5, %", at: "recall/turn/both/all/any5", n: TURNS },
  { says: "turn: the same by BM25", at: "recall/turn/bm25/all/any5", n: TURNS },
  { says: "session: any in 1, %", at: "recall/session/both/all/any1", n: SESSIONS },
  { says: "session: any in 5, %", at: "recall/session/both/all/any5", n: SESSIONS },
  { says: "session: the same by BM25", at: "recall/session/bm25/all/any5", n: SESSIONS },
  { says: "session: all in 5, %", at: "recall/session/both/all/all5", n: SESSIONS },
  { says: "questions that it would ask again, %", at: "recallSignal/unsure", n: ASKED },
  { says: "of those, answers missed, %", at: "recallSignal/missedWhenUnsure" },
  { says: "of all, answers missed, %", at: "recallSignal/missedOverall", n: ASKED },
];

export const SHOWN = {
  guard: {
    figures: [
      { says: "orders to the model, caught, %", at: "injection/recall" },
      { says: "harmless texts taken for such, %", at: "injection/falsePositives" },
      { says: "harmless texts with something blacked out, %", at: "injection/benignRedacted" },
      { says: "secrets caught, %", at: "secrets/recall" },
      { says: "card numbers caught, %", at: "personal/card/recall" },
      { says: "phone numbers caught, %", at: "personal/phone/recall" },
      { says: "email addresses caught, %", at: "personal/email/recall" },
      { says: "ms a kilobyte", at: "speed/msPerKilobyte" },
    ],
    note: "What is screened before anything is kept, by the usual policy.",
  },
  extract: {
    figures: [
      { says: "what people noted, found, share", at: "recall", n: "observations" },
      { says: "lines stored that people had noted, share", at: "precision" },
      { says: "lines in the right form, share", at: "formatPass" },
      { says: "lines that stand in their source, share", at: "grounded" },
      { says: "lines stored", at: "stored" },
      { says: "messages read a processor second", at: "messagesPerSecond", n: "messages" },
      { says: "messages kept a processor second", at: "ingestPerSecond", n: "messages" },
    ],
    note: "Facts read from talk without any model, beside what people noted of the same talk; by turn.",
  },
  embed: {
    figures: [
      { says: "STS-B, Spearman", at: "stsb/spearman", n: "stsb/n" },
      {
        ...{ says: "LoCoMo, share found in 10, by words", n: "locomo/all/n" },
        at: "locomo/all/recall/bm25/frac",
      },
      {
        ...{ says: "LoCoMo, share found in 10, by meaning", n: "locomo/all/n" },
        at: "locomo/all/recall/dense/frac",
      },
      {
        ...{ says: "LoCoMo, share found in 10, by both", n: "locomo/all/n" },
        at: "locomo/all/recall/hybrid/frac",
      },
      { says: "texts a processor second", at: "speed/textsPerCpuSecond", n: "speed/n" },
    ],
    note: "The built-in embedder alone, over turns; recall, which uses it, is below.",
  },
  merge: {
    figures: [
      { says: "SICK, one fact: merged, %", at: "merged/sick-trial: one fact" },
      { says: "SICK, must not merge: merged, %", at: "merged/sick-trial: must not merge" },
      { says: "STS-B, one fact: merged, %", at: "merged/stsb-dev: one fact" },
      { says: "STS-B, must not merge: merged, %", at: "merged/stsb-dev: must not merge" },
      { says: "processor microseconds a pair", at: "cpuMicrosPerPair" },
    ],
    note: "Two lines at a time, as they are compared when one is added.",
  },
  consolidate: {
    figures: [
      { says: "paraphrases merged, %", at: "all/sameFact" },
      { says: "look-alikes merged, %", at: "all/lookAlikes" },
      { says: "paraphrases in wordings never seen, merged, %", at: "heldOut/sameFact" },
      { says: "look-alikes in wordings never seen, merged, %", at: "heldOut/lookAlikes" },
      {
        says: "lines of different pairs merged, in wordings never seen",
        at: "heldOut/acrossPairs",
      },
    ],
    note: "Pairs among one another in one store, by upkeep with the built-in judge.",
  },
  locomo: {
    figures: OF_RECALL,
    note: "LoCoMo's development part, over memories and messages, with the built-in models.",
  },
  longmemeval: {
    figures: OF_RECALL,
    note: "LongMemEval's development part, over memories and messages, with the built-in models.",
  },
} as const satisfies Readonly<Record<string, Part>>;

type Known = Readonly<{ value: number; n?: number }>;

/** A number, or a part of so many. Null is what could not be computed. */
const Figure = z.union([
  z.number().transform((value): Known => ({ value })),
  z.null().transform((): Known => ({ value: Number.NaN })),
  z
    .object({ hits: z.number(), n: z.number() })
    .transform(({ hits, n }): Known => ({ value: (100 * hits) / n, n })),
  z
    .object({ n: z.number(), percent: z.number() })
    .transform(({ percent, n }): Known => ({ value: percent, n })),
]);
const Inner = z.record(z.string(), z.unknown());

type Figures = Readonly<Record<string, unknown>>;

export function shownTable(title: string, figures: Figures, { figures: shown, note }: Part): Table {
  const rows = shown.map(({ says, at, n }): readonly Cell[] => {
    const figure = figureAt(figures, at);
    const count = n === undefined ? figure.n : figureAt(figures, n).value;
    return [says, figure.value, count ?? ""];
  });
  return { title, columns: ["figure", "is", "n"], rows, notes: [note] };
}

/** A figure that is not there any more breaks the bench, rather than leaving the page unnoticed. */
function figureAt(figures: Figures, at: string): Known {
  const found = at.split("/").reduce<unknown>((inner, name) => Inner.parse(inner)[name], figures);
  return Figure.parse(found, { error: () => `There is no figure ${at}.` });
}
