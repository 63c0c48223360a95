// How often what goes into a prompt holds the answer: the default context of each question over long two-person
// conversations, against the turns that answer it.

import type { Evaluation } from "./evaluation.ts";
import { conversationsOf } from "./locomo.ts";
import { TENANT, withHaystack } from "./recall/ask-engine.ts";
import { messagesIn, toldByAll } from "./recall/told-messages.ts";

type Row = Readonly<{
  category: string;
  isHeld: boolean;
  isAllHeld: boolean;
  tokens: number;
  lines: number;
  ms: number;
}>;

export const evaluate: Evaluation = async ({ data, stores, show }) => {
  const rows: Row[] = [];
  for (const haystack of conversationsOf(data)) {
    const found = await withHaystack({ haystack, folder: stores }, async (memory, setClock) => {
      const known = await toldByAll(memory, TENANT);
      const answered: Row[] = [];
      for (const { text, at, category, goldTurns } of haystack.questions) {
        setClock(at);
        const started = performance.now();
        const built = await memory.context({ tenant: TENANT, query: text });
        const ms = performance.now() - started;
        const held = messagesIn(built, known);
        const { tokens, items } = built;
        const isHeld = goldTurns.some((id) => held.has(id));
        const isAllHeld = goldTurns.every((id) => held.has(id));
        answered.push({ category, isHeld, isAllHeld, tokens, lines: items.length, ms });
        if (show) console.log(`\n${isHeld ? "held" : "MISSED"}: ${text}\n${built.text}`);
      }
      return answered;
    });
    rows.push(...found);
  }
  const groups = [...new Set(rows.map(({ category }) => category))].sort();
  const figures = {
    evaluation: "context",
    all: figuresOf(rows),
    ...Object.fromEntries(
      groups.map((group) => [group, figuresOf(rows.filter(({ category }) => category === group))]),
    ),
  };
  const text = Object.entries(figures)
    .flatMap(([name, row]) => (typeof row === "string" ? [] : [lineOf(name, row)]))
    .join("\n");
  return {
    figures,
    text: `context: default budget, percent of questions with a gold turn\n${text}`,
  };
};

function figuresOf(rows: readonly Row[]) {
  const tokens = rows.map((row) => row.tokens).toSorted((a, b) => a - b);
  const times = rows.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const mean = (value: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + value(row), 0) / Math.max(1, rows.length);
  const at = (values: readonly number[], share: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  return {
    n: rows.length,
    held: round(100 * mean(({ isHeld }) => (isHeld ? 1 : 0))),
    allHeld: round(100 * mean(({ isAllHeld }) => (isAllHeld ? 1 : 0))),
    tokens: {
      mean: round(mean((row) => row.tokens)),
      p95: at(tokens, 0.95),
      most: tokens.at(-1) ?? 0,
    },
    lines: round(mean(({ lines }) => lines)),
    ms: { p50: round(at(times, 0.5)), p95: round(at(times, 0.95)) },
  };
}

function lineOf(name: string, row: ReturnType<typeof figuresOf>): string {
  return [
    name.padEnd(12),
    `any ${row.held.toFixed(1)}  all ${row.allHeld.toFixed(1)}`,
    `tokens mean ${row.tokens.mean} p95 ${row.tokens.p95} most ${row.tokens.most}`,
    `lines ${row.lines}  ms p50 ${row.ms.p50} p95 ${row.ms.p95}  n=${row.n}`,
  ].join("  ");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
