// From evidence to chances: whether the question is asked of this memory at all, whether the answer is among the lines,
// and whether each line helps. Logistic curves, fitted by `npm run eval -- calibrate`.

import type { Evidence, LineEvidence, QuestionEvidence } from "./evidence.ts";
import type { RecallPolicy } from "./policy.ts";

export type Chances = Readonly<{
  /** False: nothing here is about what was asked. */
  isAskedHere: boolean;
  /** That the answer is among all of the lines. */
  isFound: number;
  /** That each line helps, in their order; never above that of the one before. */
  lines: readonly number[];
}>;

export function chancesOf(
  { question, lines }: Evidence,
  { asked, found, line, askedFrom }: RecallPolicy["chance"],
): Chances {
  const isAsked = evidenceFor(askedTraits(question), asked);
  const isFound = evidenceFor(foundTraits(question, isAsked), found);
  const isAskedHere = curve(isAsked) >= askedFrom;
  // The other curves hold for what is asked here; whoever wants something weak as well is told how weak it is.
  const most = isAskedHere ? 1 : curve(isAsked);
  let last = most;
  const chances = lines.map((one) => {
    last = Math.min(last, most * curve(evidenceFor(lineTraits(one, question, isFound), line)));
    return last;
  });
  return { isAskedHere, isFound: most * curve(isFound), lines: chances };
}

/**
 * The recall signal (S11), of the first lines that are handed out: that the answer is among them, which is at least as
 * likely as that the best of them is it.
 */
export function signalOf(
  { isFound, lines }: Chances,
  count: number,
  { unsureBelow }: RecallPolicy["chance"],
): Readonly<{ confidence: number; unsure: boolean }> {
  const mass = (chances: readonly number[]) => chances.reduce((sum, chance) => sum + chance, 0);
  const [handed, all] = [mass(lines.slice(0, count)), mass(lines)];
  if (count === 0 || all === 0) return { confidence: 0, unsure: true };
  const confidence = Math.max((isFound * handed) / all, lines[0] ?? 0);
  return { confidence, unsure: confidence < unsureBelow };
}

/** A store much smaller or larger than those the curves were fitted on counts as the smallest or largest of them. */
const AMONG = { least: 4.9, most: 7.2 } as const;

export type AskedTraits = ReturnType<typeof askedTraits>;
export type FoundTraits = ReturnType<typeof foundTraits>;
export type LineTraits = ReturnType<typeof lineTraits>;
/** What each trait adds to the logarithm of the odds. */
export type Curve<T> = Readonly<Record<keyof T, number> & { bias: number }>;

export function askedTraits({ among, ...evidence }: QuestionEvidence) {
  const { cosine, words, covered, named, own, strangeName, world } = evidence;
  return {
    cosine,
    words,
    covered,
    named,
    own,
    strangeName,
    world,
    among: Math.min(AMONG.most, Math.max(AMONG.least, among)),
  };
}

export function foundTraits({ lexical, covered, among }: QuestionEvidence, isAsked: number) {
  return { isAsked, lexical, covered, among };
}

export function lineTraits(line: LineEvidence, question: QuestionEvidence, isFound: number) {
  return {
    isFound,
    behind: line.behind,
    place: Math.log(1 + line.place),
    words: question.words - line.words,
    cosine: question.cosine - line.cosine,
    lexical: line.lexical,
    speaker: line.speaker,
  };
}

export function evidenceFor<T extends Readonly<Record<string, number>>>(
  traits: T,
  weights: Curve<T>,
): number {
  return Object.entries(traits).reduce(
    (sum, [name, value]) =>
      sum + value * (Object.hasOwn(weights, name) ? (weights[name as keyof T] ?? 0) : 0),
    weights.bias,
  );
}

function curve(evidence: number): number {
  return 1 / (1 + Math.exp(-evidence));
}
