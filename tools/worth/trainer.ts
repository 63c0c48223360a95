// The network of the worth model while it learns: plain stochastic gradient descent, Adagrad for the rows of the bag.

import { BUCKETS } from "../../src/models/builtin/extract/worth-features.ts";
import {
  CELL_BYTES,
  DIMS,
  HEADER_BYTES,
  HIDDEN,
  INPUT,
  LABELS,
  MAGIC,
  type Network,
  VECTOR,
  VECTOR_SCALE,
  ZERO,
} from "../../src/models/builtin/extract/worth-model.ts";
import { random } from "../random.ts";
import type { Example } from "./examples.ts";

type Layer = Readonly<{ weights: Float32Array; bias: Float32Array; width: number }>;

/** Features left out of an example, so that no single one decides. */
const DROPPED = 0.15;
const DENSE_RATE = 0.1;
const BAG_RATE = 0.1;

export type Trainer = ReturnType<typeof createTrainer>;

/** From chance, or on from a trained network. */
export function createTrainer(from?: Network) {
  const bag = from === undefined ? newBag() : bagOf(from);
  /** Squared gradients of each row so far: rare features keep a high rate. */
  const seen = new Float32Array(BUCKETS).fill(1e-3);
  const hidden = from ? layerOf(from.hidden, from.hiddenBias, INPUT) : newLayer(HIDDEN, INPUT);
  const output = from
    ? layerOf(from.output, from.outputBias, HIDDEN)
    : newLayer(LABELS.length, HIDDEN);
  const predict = ({ features, vector }: Pick<Example, "features" | "vector">) => {
    const input = inputOf(features, vector, bag);
    const active = applied(hidden, input).map((sum) => Math.max(0, sum));
    return { input, active, shares: softmax(applied(output, active)) };
  };
  const step = (example: Example, rate: number): number => {
    const features = example.features.filter(() => random() > DROPPED);
    const { input, active, shares } = predict({ features, vector: example.vector });
    const gaps = shares.map((share, at) => share - (example.target[at] ?? 0));
    const toActive = learned(output, active, { gaps, rate: rate * DENSE_RATE });
    const toHidden = toActive.map((gap, unit) => ((active[unit] ?? 0) > 0 ? gap : 0));
    const toInput = learned(hidden, input, { gaps: toHidden, rate: rate * DENSE_RATE });
    learnBag({ bag, seen }, features, { gaps: toInput, rate });
    return lossOf(shares, example.target);
  };
  return { predict, step, saved: () => saved(bag, [hidden, output]) };
}

function newBag(): Float32Array {
  return new Float32Array(BUCKETS * DIMS).map(() => (random() - 0.5) * 0.2);
}

function bagOf({ cells, scale }: Network): Float32Array {
  return new Float32Array(BUCKETS * DIMS).map((_, at) => {
    const pair = cells[at >> 1] ?? 0;
    return ((at % 2 === 0 ? pair & 15 : pair >> 4) - ZERO) * scale;
  });
}

function layerOf(weights: Float64Array, bias: Float64Array, width: number): Layer {
  return { weights: Float32Array.from(weights), bias: Float32Array.from(bias), width };
}

function newLayer(rows: number, width: number): Layer {
  const spread = 2 / Math.sqrt(width);
  const weights = new Float32Array(rows * width).map(() => (random() - 0.5) * spread);
  return { weights, bias: new Float32Array(rows), width };
}

function inputOf(features: Uint32Array, vector: Float32Array, bag: Float32Array): Float32Array {
  const input = new Float32Array(INPUT);
  for (const bucket of features)
    for (let dim = 0; dim < DIMS; dim += 1)
      input[dim] = (input[dim] ?? 0) + (bag[bucket * DIMS + dim] ?? 0);
  const norm = normOf(features);
  for (let dim = 0; dim < DIMS; dim += 1) input[dim] = (input[dim] ?? 0) * norm;
  for (let dim = 0; dim < VECTOR; dim += 1) input[DIMS + dim] = (vector[dim] ?? 0) * VECTOR_SCALE;
  return input;
}

function normOf(features: Uint32Array): number {
  return 1 / Math.sqrt(Math.max(1, features.length));
}

function applied({ weights, bias, width }: Layer, input: Float32Array): Float32Array {
  const output = new Float32Array(bias.length);
  for (let row = 0; row < bias.length; row += 1) {
    let sum = bias[row] ?? 0;
    for (let at = 0; at < width; at += 1)
      sum += (weights[row * width + at] ?? 0) * (input[at] ?? 0);
    output[row] = sum;
  }
  return output;
}

/** Moves the layer against its gaps and gives what its input is to change. */
function learned(
  { weights, bias, width }: Layer,
  input: Float32Array,
  { gaps, rate }: Readonly<{ gaps: Float32Array; rate: number }>,
): Float32Array {
  const back = new Float32Array(width);
  for (let row = 0; row < gaps.length; row += 1) {
    const gap = gaps[row] ?? 0;
    if (gap === 0) continue;
    for (let at = 0; at < width; at += 1) {
      const weight = weights[row * width + at] ?? 0;
      back[at] = (back[at] ?? 0) + gap * weight;
      weights[row * width + at] = weight - rate * gap * (input[at] ?? 0);
    }
    bias[row] = (bias[row] ?? 0) - rate * gap;
  }
  return back;
}

function learnBag(
  { bag, seen }: Readonly<{ bag: Float32Array; seen: Float32Array }>,
  features: Uint32Array,
  { gaps, rate }: Readonly<{ gaps: Float32Array; rate: number }>,
): void {
  const norm = normOf(features);
  const own = gaps.subarray(0, DIMS);
  const size = own.reduce((sum, gap) => sum + (gap * norm) ** 2, 0);
  for (const bucket of features) {
    const total = (seen[bucket] ?? 0) + size;
    seen[bucket] = total;
    const pace = (rate / Math.sqrt(total)) * norm * BAG_RATE;
    for (let dim = 0; dim < DIMS; dim += 1) {
      const cell = bucket * DIMS + dim;
      bag[cell] = (bag[cell] ?? 0) - pace * (own[dim] ?? 0);
    }
  }
}

function softmax(logits: Float32Array): Float32Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const raised = logits.map((logit) => Math.exp(logit - most));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

function lossOf(shares: Float32Array, target: Float32Array): number {
  return target.reduce(
    (sum, wanted, at) =>
      wanted > 0 ? sum - wanted * Math.log(Math.max(1e-9, shares[at] ?? 0)) : sum,
    0,
  );
}

/** The file that the package ships: a header, the bag in four bits a value, then the layers as 32-bit floats. */
function saved(bag: Float32Array, layers: readonly Layer[]): Uint8Array {
  const sorted = bag.map(Math.abs).sort();
  const scale = (sorted[Math.floor(sorted.length * 0.999)] ?? 1) / 7;
  const nibble = (at: number) =>
    Math.max(-7, Math.min(7, Math.round((bag[at] ?? 0) / scale))) + ZERO;
  const floats = layers.flatMap(({ weights, bias }) => [...weights, ...bias]);
  const bytes = Buffer.alloc(HEADER_BYTES + CELL_BYTES + 4 * floats.length);
  bytes.write(MAGIC, 0, "latin1");
  bytes.writeUInt32LE(1, 4);
  bytes.writeFloatLE(scale, 8);
  for (let at = 0; at < CELL_BYTES; at += 1)
    bytes.writeUInt8(nibble(2 * at) | (nibble(2 * at + 1) << 4), HEADER_BYTES + at);
  for (const [at, value] of floats.entries())
    bytes.writeFloatLE(value, HEADER_BYTES + CELL_BYTES + 4 * at);
  return bytes;
}
