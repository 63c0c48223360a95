// Rank correlation of two columns, ties given their mean rank.

export function spearman(left: readonly number[], right: readonly number[]): number {
  return pearson(ranks(left), ranks(right));
}

function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const result = new Array<number>(values.length).fill(0);
  let start = 0;
  while (start < order.length) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    for (const index of order.slice(start, end)) result[index] = (start + end - 1) / 2;
    start = end;
  }
  return result;
}

function pearson(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  const product = (f: (l: number, r: number) => number) =>
    left.reduce((sum, l, at) => sum + f(l - leftMean, (right[at] ?? 0) - rightMean), 0);
  const spread = Math.sqrt(product((l) => l * l) * product((_, r) => r * r));
  return product((l, r) => l * r) / spread;
}
