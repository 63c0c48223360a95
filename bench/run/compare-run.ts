// The regression gate: runs the benches whose ratios were saved, and fails where one got worse.

import {
  type Benches,
  RUNS,
  ratiosOf,
  type SavedFigures,
  type Verdict,
  verdicts,
  verdictTable,
} from "./compare.ts";
import { type Run, tableText, textOf } from "./print.ts";

type MeasureAll = (names: readonly string[]) => Promise<Run>;

/** What looks worse is measured once more: a neighbour on the machine is not a regression. */
export async function compareRun(saved: SavedFigures, measureAll: MeasureAll): Promise<number> {
  const first = await judged(saved, benchesIn(Object.keys(saved.ratios)), measureAll);
  const doubted = first.filter(({ isWorse }) => isWorse).map(({ name }) => name);
  const again = doubted.length === 0 ? [] : await judged(saved, benchesIn(doubted), measureAll);
  const final = first.map((verdict) => (verdict.isWorse ? better(verdict, again) : verdict));
  console.log(tableText(verdictTable(saved, final)));
  return final.some(({ isWorse }) => isWorse) ? 1 : 0;
}

async function judged(
  saved: SavedFigures,
  names: readonly string[],
  measureAll: MeasureAll,
): Promise<readonly Verdict[]> {
  const runs: Benches[] = [];
  while (runs.length < RUNS) {
    const run = await measureAll(names);
    console.log(textOf(run));
    runs.push(run.benches);
  }
  return verdicts(saved, ratiosOf(runs));
}

function better(verdict: Verdict, again: readonly Verdict[]): Verdict {
  return again.find(({ name, isWorse }) => name === verdict.name && !isWorse) ?? verdict;
}

/** A saved ratio is named after its bench. */
function benchesIn(ratios: readonly string[]): readonly string[] {
  return [...new Set(ratios.map((name) => name.slice(0, name.indexOf(":"))))];
}
