// The figures of a recall evaluation at the level of turns and of sessions, for people and for programs.

import type { Report } from "../evaluation.ts";
import { type Answered, METHODS, type Method, type Run } from "./ask-engine.ts";
import { type Figures, type Ranked, rankingFigures } from "./ranking-figures.ts";
import { signalFigures } from "./signal-figures.ts";

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
    `recall signal: asks again in ${recallSignal.unsure} %; found when sure ${recallSignal.foundWhenSure} %, when unsure ${recallSignal.foundWhenUnsure} %`,
    `doubt: ${recallSignal.missedWhenUnsure} % of doubted turns were misses, ${recallSignal.missedOverall} % of all: ${recallSignal.lift ?? "-"} times; AUC ${recallSignal.auc ?? "-"}`,
    `${"level".padEnd(8)}${"method".padEnd(9)}${"category".padEnd(27)}${COLUMNS.map((c) => c.padStart(7)).join("")}`,
    ...rows,
  ].join("\n");
}
