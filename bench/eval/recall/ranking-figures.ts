// How well rankings find what they should: any@1, any@5, all@5, frac@10 and MRR.

export type Ranked = Readonly<{
  category: string;
  gold: readonly string[];
  found: readonly string[];
}>;

export type Figures = Readonly<{
  n: number;
  any1: number;
  any5: number;
  all5: number;
  frac10: number;
  mrr: number;
}>;

/** Percent, over the rankings that have something to find; by category and over all. */
export function rankingFigures(ranked: readonly Ranked[]): Readonly<Record<string, Figures>> {
  const answerable = ranked.filter(({ gold }) => gold.length > 0);
  const categories = [...new Set(answerable.map(({ category }) => category))].sort();
  const byCategory = categories.map((category): [string, Figures] => [
    category,
    figuresOf(answerable.filter((one) => one.category === category)),
  ]);
  return { all: figuresOf(answerable), ...Object.fromEntries(byCategory) };
}

function figuresOf(ranked: readonly Ranked[]): Figures {
  const mean = (value: (one: Ranked) => number) =>
    (100 * ranked.reduce((sum, one) => sum + value(one), 0)) / Math.max(1, ranked.length);
  const share = ({ gold, found }: Ranked, k: number) => {
    const top = new Set(found.slice(0, k));
    return gold.filter((id) => top.has(id)).length / gold.length;
  };
  return {
    n: ranked.length,
    any1: mean((one) => (share(one, 1) > 0 ? 1 : 0)),
    any5: mean((one) => (share(one, 5) > 0 ? 1 : 0)),
    all5: mean((one) => (share(one, 5) === 1 ? 1 : 0)),
    frac10: mean((one) => share(one, 10)),
    mrr: mean(reciprocalRank),
  };
}

function reciprocalRank({ gold, found }: Ranked): number {
  const at = found.findIndex((id) => gold.includes(id));
  return at < 0 ? 0 : 1 / (at + 1);
}
