// Fits the curves that make chances of evidence (`policy.chance`), and prints how far the shipped ones are from what they
// claim. Fitted on ten small stores and some long conversations, reported on others. A question that is
// put to another conversation is asked of a memory that knows nothing of it; with that one's people in it, it is near.

import type { MemoryEngine } from "../../src/index.ts";
import {
  askedTraits,
  chancesOf,
  evidenceFor,
  foundTraits,
  lineTraits,
  signalOf,
} from "../../src/read/chance.ts";
import type { LineEvidence, QuestionEvidence } from "../../src/read/evidence.ts";
import { DEFAULT_RECALL_POLICY, type RecallPolicy } from "../../src/read/policy.ts";
import { FITTED, HELD_OUT, withStore } from "./abstain.ts";
import type { Evaluation } from "./evaluation.ts";
import { conversationsOf } from "./locomo.ts";
import { TENANT, withHaystack } from "./recall/ask-engine.ts";
import { calibrationError } from "./recall/calibration.ts";
import type { Haystack } from "./recall/haystack.ts";
import { fitLogistic } from "./recall/logistic.ts";
import { toldBy } from "./recall/told-messages.ts";

/** Of the long conversations, how many the curves are fitted on; the others are reported. */
const FITTED_CONVERSATIONS = 3;
const LIMIT = 24;
/** What a wrong word costs: to be silent about a long conversation is worse than to say a line too much. */
const WEIGHTS = {
  asked: {
    stores: { answerable: 4, unrelated: 4, near: 0 },
    conversations: { answerable: 4, unrelated: 0.7, near: 0 },
  },
  found: {
    stores: { answerable: 1, unrelated: 1, near: 0 },
    conversations: { answerable: 1, unrelated: 0.25, near: 0 },
  },
} as const;

type Row = Readonly<{
  set: "stores" | "conversations";
  isFitted: boolean;
  sort: "answerable" | "unrelated" | "near";
  question: QuestionEvidence;
  lines: readonly Readonly<{ evidence: LineEvidence; isRight: boolean }>[];
}>;
type About = Pick<Row, "set" | "isFitted" | "sort">;

export const evaluate: Evaluation = async ({ data, stores }) => {
  const rows = [...(await ofStores()), ...(await ofConversations(conversationsOf(data), stores))];
  const curves = fitCurves(rows.filter(({ isFitted }) => isFitted));
  const figures = {
    evaluation: "calibrate",
    curves,
    shipped: figuresOf(rows, DEFAULT_RECALL_POLICY.chance),
    fittedAnew: figuresOf(rows, curves),
  };
  return { figures, text: table(figures) };
};

async function ofStores(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const language of [...FITTED, ...HELD_OUT])
    await withStore(language, async (memory, questions) => {
      for (const { sort, query, gold } of questions) {
        const about = { set: "stores", isFitted: FITTED.includes(language), sort } as const;
        const asked = { tenant: "abstain", query, gold: gold === undefined ? [] : [gold] };
        rows.push(await rowOf(about, asked, memory));
      }
    });
  return rows;
}

async function ofConversations(
  parts: readonly Haystack[],
  folder: string | undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [at, haystack] of parts.entries()) {
    const other = parts[(at + 1) % parts.length];
    await withHaystack({ haystack, folder }, async (memory, setClock) => {
      const ask = async (sort: Row["sort"], query: string, gold: readonly string[]) => {
        const about = { set: "conversations", isFitted: at < FITTED_CONVERSATIONS, sort } as const;
        rows.push(await rowOf(about, { tenant: TENANT, query, gold }, memory));
      };
      for (const { text, at: now, goldTurns } of haystack.questions) {
        setClock(now);
        await ask("answerable", text, goldTurns);
      }
      for (const { text } of other?.questions ?? []) {
        await ask("unrelated", text, []);
        await ask("near", withPeopleOf(text, other, haystack), []);
      }
    });
  }
  return rows;
}

function withPeopleOf(text: string, from: Haystack | undefined, to: Haystack): string {
  const [theirs, ours] = [from, to].map((haystack) => [
    ...new Set(haystack?.messages.map(({ author }) => author.name)),
  ]);
  return (theirs ?? []).reduce((said, name, at) => said.replaceAll(name, ours?.[at] ?? name), text);
}

type Asked = Readonly<{ tenant: string; query: string; gold: readonly string[] }>;

async function rowOf(
  about: About,
  { tenant, query, gold }: Asked,
  memory: MemoryEngine,
): Promise<Row> {
  const asked = { tenant, query, limit: LIMIT, strict: false, explain: true };
  const { hits, evidence } = await memory.search(asked);
  if (evidence === undefined) throw new Error("A search that was asked to explain did not.");
  const lines = hits.flatMap((hit) => {
    const told = hit.item === "message" ? [hit.id] : toldBy(hit.memory);
    const isRight = told.some((id) => gold.includes(id));
    const { ranking } = hit;
    return ranking === undefined ? [] : [{ evidence: ranking.evidence, isRight }];
  });
  return { ...about, question: evidence, lines };
}

type Chance = RecallPolicy["chance"];

function fitCurves(rows: readonly Row[]): Chance {
  const { askedFrom, unsureBelow } = DEFAULT_RECALL_POLICY.chance;
  const weightOf = weighing(rows);
  const asked = fitLogistic(
    ["cosine", "words", "covered", "named", "own", "strangeName", "world", "among"],
    rows.map((row) => ({
      traits: askedTraits(row.question),
      isTrue: row.sort === "answerable",
      weight: weightOf(row, "asked"),
    })),
  );
  const isAsked = (row: Row) => evidenceFor(askedTraits(row.question), asked);
  const least = Math.log(askedFrom / (1 - askedFrom));
  const letIn = rows.filter((row) => isAsked(row) >= least);
  const found = fitLogistic(
    ["isAsked", "lexical", "covered", "among"],
    letIn.map((row) => ({
      traits: foundTraits(row.question, isAsked(row)),
      isTrue: row.lines.some(({ isRight }) => isRight),
      weight: weightOf(row, "found"),
    })),
  );
  const line = fitLogistic(
    ["isFound", "behind", "place", "words", "cosine", "lexical", "speaker"],
    letIn.flatMap((row) => {
      const isFound = evidenceFor(foundTraits(row.question, isAsked(row)), found);
      return row.lines.map(({ evidence, isRight }) => ({
        traits: lineTraits(evidence, row.question, isFound),
        isTrue: isRight,
        weight: weightOf(row, "found"),
      }));
    }),
  );
  return { asked, found, line, askedFrom, unsureBelow };
}

/** Each sort of question of each set weighs as much as is said above, however many there are. */
function weighing(rows: readonly Row[]): (row: Row, use: keyof typeof WEIGHTS) => number {
  const counts = new Map<string, number>();
  for (const { set, sort } of rows)
    counts.set(`${set} ${sort}`, (counts.get(`${set} ${sort}`) ?? 0) + 1);
  return ({ set, sort }, use) => WEIGHTS[use][set][sort] / (counts.get(`${set} ${sort}`) ?? 1);
}

function figuresOf(rows: readonly Row[], chance: Chance) {
  const judged = rows.map((row) => {
    const lines = row.lines.map(({ evidence }) => evidence);
    const chances = chancesOf({ question: row.question, lines }, chance);
    return { row, ...chances, ...signalOf(chances, lines.length, chance) };
  });
  const parts = ["stores", "conversations"].flatMap((set) =>
    [true, false].map((isFitted) => {
      const some = judged.filter(({ row }) => row.set === set && row.isFitted === isFitted);
      const of = (sort: Row["sort"]) => some.filter(({ row }) => row.sort === sort);
      const shareIn = (sort: Row["sort"]) => share(of(sort), ({ isAskedHere }) => isAskedHere);
      const counted = [...of("answerable"), ...of("unrelated")];
      const handed = counted.filter(({ isAskedHere }) => isAskedHere);
      const hasRight = ({ row }: (typeof some)[number]) => row.lines.some(({ isRight }) => isRight);
      return {
        part: `${set}, ${isFitted ? "fitted" : "held out"}`,
        letIn: {
          answerable: shareIn("answerable"),
          unrelated: shareIn("unrelated"),
          near: shareIn("near"),
        },
        scoreError: calibrationError(
          handed.flatMap(({ row, lines }) =>
            row.lines.map(({ isRight }, at) => ({ score: lines[at] ?? 0, isRight })),
          ),
        ),
        confidenceError: calibrationError(
          handed.map((one) => ({ score: one.confidence, isRight: hasRight(one) })),
        ),
        unsure: {
          right: share(handed.filter(hasRight), ({ unsure }) => unsure),
          wrong: share(
            handed.filter((one) => !hasRight(one)),
            ({ unsure }) => unsure,
          ),
        },
        n: some.length,
      };
    }),
  );
  return parts;
}

function share<T>(some: readonly T[], is: (one: T) => boolean): number {
  return (100 * some.filter(is).length) / Math.max(1, some.length);
}

type Figures = ReturnType<typeof figuresOf>;

function table({
  curves,
  shipped,
  fittedAnew,
}: Readonly<{ curves: Chance; shipped: Figures; fittedAnew: Figures }>): string {
  const rowsOf = (name: string, parts: Figures) => [
    name,
    ...parts.map(({ part, letIn, scoreError, confidenceError, unsure, n }) =>
      [
        `  ${part.padEnd(24)}`,
        `let in ${letIn.answerable.toFixed(1)} of answerable, ${letIn.unrelated.toFixed(1)} of unrelated, ${letIn.near.toFixed(1)} of near;`,
        `calibration error: score ${scoreError.toFixed(3)}, confidence ${confidenceError.toFixed(3)};`,
        `unsure ${unsure.right.toFixed(1)} of right, ${unsure.wrong.toFixed(1)} of wrong; n=${n}`,
      ].join(" "),
    ),
  ];
  return [
    ...rowsOf("calibrate: the shipped curves, percent", shipped),
    ...rowsOf("fitted anew", fittedAnew),
    ...Object.entries({ asked: curves.asked, found: curves.found, line: curves.line }).map(
      ([name, curve]) =>
        `${name}: { ${Object.entries(curve)
          .map(([trait, value]) => `${trait}: ${value.toFixed(2)}`)
          .join(", ")} },`,
    ),
  ].join("\n");
}
