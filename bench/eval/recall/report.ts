// The figures of a recall evaluation at the level of turns and of sessions, for people and for programs.

import type { Report } from "../evaluation.ts";
import { type Answered, METHODS, type Method, type Run } from "./ask-engine.ts";
import { type Figures, type Ranked, rankingFigures } from "./ranking-figures.ts";

const COLUMNS = ["any1", "any5", "all5", "frac10", "mrr"] as const;
const LEVELS = ["turn", "session"] as const;

type Level = (typeof LEVELS)[number];
type Table = Readonly<Record<Level, Readonly<Record<Method, Readonly<Record<string, Figures>>>>>>;

export function recallReport(name: string, runs: readonly Run[]): Report {
  const times = runs.flatMap(({ answered }) => answered.map(({ searchMs }) => searchMs));
  const answered = runs.flatMap((run) => run.answered);
  const ingest = runs.reduce((sum, { ingestSeconds }) => sum + ingestSeconds, 0);
  const figures = {
    evaluation: name,
    unit: "percent",
    models: "built-in",
    ingestSeconds: round(ingest),
    searchMs: { p50: round(quantile(times, 0.5)), p95: round(quantile(times, 0.95)) },
    recallSignal: signalFigures(answered),
    recall: tableOf(runs),
  };
  return { figures, text: textOf(figures) };
}

function tableOf(runs: readonly Run[]): Table {
  const level = (of: (run: Run, one: Answered, method: Method) => Ranked) => {
    const column = (method: Method) =>
      rankingFigures(runs.flatMap((run) => run.answered.map((one) => of(run, one, method))));
    return { both: column("both"), messages: column("messages"), bm25: column("bm25") };
  };
  return {
    turn: level((_run, { asked, found }, method) => ({
      category: asked.category,
      gold: asked.goldTurns,
      found: found[method],
    })),
    session: level(({ sessionOf }, { asked, found }, method) => ({
      category: asked.category,
      gold: asked.goldSessions,
      found: [...new Set(found[method].map((id) => sessionOf.get(id) ?? id))],
    })),
  };
}

/** How often the signal asks for a second look, and how often the answer was found when it did and when it did not. */
function signalFigures(answered: readonly Answered[]) {
  const found = ({ asked, found: { both } }: Answered) =>
    asked.goldTurns.some((id) => both.slice(0, 10).includes(id));
  const share = (part: readonly Answered[], is: (one: Answered) => boolean) =>
    round((100 * part.filter(is).length) / Math.max(1, part.length));
  const unsure = answered.filter((one) => one.shouldRecall);
  const sure = answered.filter((one) => !one.shouldRecall);
  return {
    shouldRecall: share(answered, (one) => one.shouldRecall),
    foundWhenSure: share(sure, found),
    foundWhenUnsure: share(unsure, found),
    /** Of the doubted turns those that were misses, against all turns: a doubt worth having is well above. */
    missedWhenUnsure: share(unsure, (one) => !found(one)),
    missedOverall: share(answered, (one) => !found(one)),
    n: answered.length,
  };
}

function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type Shown = Readonly<{
  evaluation: string;
  ingestSeconds: number;
  searchMs: Readonly<{ p50: number; p95: number }>;
  recallSignal: ReturnType<typeof signalFigures>;
  recall: Table;
}>;

function textOf({ evaluation, ingestSeconds, searchMs, recallSignal, recall }: Shown): string {
  const rows = LEVELS.flatMap((level) =>
    METHODS.flatMap((method) =>
      Object.entries(recall[level][method]).map(([category, figures]) =>
        [
          level.padEnd(8),
          method.padEnd(9),
          category.padEnd(27),
          ...COLUMNS.map((column) => figures[column].toFixed(1).padStart(7)),
          `  n=${figures.n}`,
        ].join(""),
      ),
    ),
  );
  return [
    `${evaluation}: ingest ${ingestSeconds} s, search p50 ${searchMs.p50} ms, p95 ${searchMs.p95} ms`,
    `recall signal: asks again in ${recallSignal.shouldRecall} %; found when sure ${recallSignal.foundWhenSure} %, when unsure ${recallSignal.foundWhenUnsure} %`,
    `doubt: ${recallSignal.missedWhenUnsure} % of doubted turns were misses, ${recallSignal.missedOverall} % of all`,
    `${"level".padEnd(8)}${"method".padEnd(9)}${"category".padEnd(27)}${COLUMNS.map((c) => c.padStart(7)).join("")}`,
    ...rows,
  ].join("\n");
}
