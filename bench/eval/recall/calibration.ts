// How far scores are from what they claim: expected calibration error over ten bins of equal width.

export type Judged = Readonly<{ score: number; isRight: boolean }>;

const BINS = 10;

export function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: BINS }, (): Judged[] => []);
  for (const one of judged) bins[Math.min(BINS - 1, Math.floor(one.score * BINS))]?.push(one);
  return bins.reduce((error, bin) => {
    if (bin.length === 0) return error;
    const claimed = bin.reduce((sum, { score }) => sum + score, 0) / bin.length;
    const right = bin.filter(({ isRight }) => isRight).length / bin.length;
    return error + (bin.length / judged.length) * Math.abs(claimed - right);
  }, 0);
}
