// The regression gate: runs the benches whose ratios were saved, and fails where one got worse.

import { ratiosOf, type SavedFigures, type Verdict, verdicts, verdictTable } from "./compare.ts";
import { type Run, tableText, textOf } from "./print.ts";

type MeasureAll = (names: readonly string[]) => Promise<Run>;

const MEASUREMENTS = 3;

/** What looks worse is measured again: a neighbour on the machine is not a regression. */
export async function compareRun(saved: SavedFigures, measureAll: MeasureAll): Promise<number> {
  let found = await judged(saved, benchesIn(Object.keys(saved.ratios)), measureAll);
  for (let measured = 1; measured < MEASUREMENTS; measured++) {
    const doubted = found.filter(({ isWorse }) => isWorse).map(({ name }) => name);
    if (doubted.length === 0) break;
    const again = await judged(saved, benchesIn(doubted), measureAll);
    found = found.map((verdict) => (verdict.isWorse ? better(verdict, again) : verdict));
  }
  console.log(tableText(verdictTable(saved, found)));
  return found.some(({ isWorse }) => isWorse) ? 1 : 0;
}

async function judged(
  saved: SavedFigures,
  names: readonly string[],
  measureAll: MeasureAll,
): Promise<readonly Verdict[]> {
  const run = await measureAll(names);
  console.log(textOf(run));
  return verdicts(saved, ratiosOf(run.benches));
}

function better(verdict: Verdict, again: readonly Verdict[]): Verdict {
  return again.find(({ name, isWorse }) => name === verdict.name && !isWorse) ?? verdict;
}

/** A saved ratio is named after its bench. */
function benchesIn(ratios: readonly string[]): readonly string[] {
  return [...new Set(ratios.map((name) => name.slice(0, name.indexOf(":"))))];
}
