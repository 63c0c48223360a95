// The network of the attack model while it learns: Adagrad for the cells, plain gradient descent for the layers.

import { BUCKETS } from "../../src/guard/injection/attack-features.ts";
import {
  HEADER_BYTES,
  HIDDEN,
  LEAK,
  MAGIC,
  VECTOR,
  VECTOR_SCALE,
} from "../../src/guard/injection/attack-model.ts";
import { random } from "../random.ts";

export type Example = Readonly<{ features: Uint32Array; vector: Float32Array; isAttack: boolean }>;

/** Features left out of an example, so that no single one decides, and other words for the same are known too. */
const DROPPED = 0.35;
const DECAY = 1e-6;
const LAYER_RATE = 0.1;
const BIAS_RATE = 0.005;
const START = 1e-6;

export type Trainer = ReturnType<typeof createTrainer>;

export function createTrainer() {
  const cells = new Float32Array(BUCKETS);
  /** Squared gradients of each cell so far: rare features keep a high rate. */
  const seen = new Float32Array(BUCKETS).fill(START);
  const hidden = new Float32Array(HIDDEN * VECTOR).map(() => (random() - 0.5) * 0.2);
  const hiddenBias = new Float32Array(HIDDEN);
  const output = new Float32Array(HIDDEN).map(() => (random() - 0.5) * 0.5);
  let bias = -1;

  const activeOf = (vector: Float32Array) =>
    hiddenBias.map((start, unit) => {
      let sum = start;
      for (let dim = 0; dim < VECTOR; dim += 1)
        sum += (hidden[unit * VECTOR + dim] ?? 0) * (vector[dim] ?? 0) * VECTOR_SCALE;
      return sum > 0 ? sum : sum * LEAK;
    });
  const scoreOf = (features: Uint32Array, active: Float32Array) => {
    const sum = features.reduce((total, bucket) => total + (cells[bucket] ?? 0), 0);
    const meant = active.reduce((total, one, unit) => total + one * (output[unit] ?? 0), 0);
    return bias + sum / Math.sqrt(Math.max(1, features.length)) + meant;
  };

  const score = ({ features, vector }: Omit<Example, "isAttack">) =>
    scoreOf(features, activeOf(vector));

  const step = ({ features: all, vector, isAttack }: Example, rate: number): void => {
    const features = all.filter(() => random() > DROPPED);
    const active = activeOf(vector);
    const chance = 1 / (1 + Math.exp(-scoreOf(features, active)));
    const gap = chance - Number(isAttack);
    const share = gap / Math.sqrt(Math.max(1, features.length));
    for (const bucket of features) {
      const slope = share + DECAY * (cells[bucket] ?? 0);
      seen[bucket] = (seen[bucket] ?? 0) + slope * slope;
      cells[bucket] = (cells[bucket] ?? 0) - (rate * slope) / Math.sqrt(seen[bucket] ?? 1);
    }
    bias -= BIAS_RATE * gap;
    learnLayers({ vector, active, gap: gap * rate * LAYER_RATE });
  };

  const learnLayers = (
    given: Readonly<{ vector: Float32Array; active: Float32Array; gap: number }>,
  ) => {
    for (const [unit, here] of given.active.entries()) {
      const back = given.gap * (output[unit] ?? 0) * (here > 0 ? 1 : LEAK);
      lower(output, unit, given.gap * here);
      lower(hiddenBias, unit, back);
      for (const [dim, value] of given.vector.entries())
        lower(hidden, unit * VECTOR + dim, back * value * VECTOR_SCALE);
    }
  };

  return { score, step, saved: () => saved(cells, bias, [hidden, hiddenBias, output]) };
}

function lower(numbers: Float32Array, at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) - by;
}

/** The file that the package ships: a header, the cells as signed bytes, then the layers as 32-bit floats. */
function saved(cells: Float32Array, bias: number, layers: readonly Float32Array[]): Uint8Array {
  const most = cells.reduce((largest, cell) => Math.max(largest, Math.abs(cell)), 0);
  const step = most / 127;
  const floats = layers.flatMap((layer) => [...layer]);
  const bytes = Buffer.alloc(HEADER_BYTES + BUCKETS + 4 * floats.length);
  bytes.write(MAGIC, 0, "latin1");
  bytes.writeUInt32LE(1, 4);
  bytes.writeFloatLE(step, 8);
  bytes.writeFloatLE(bias, 12);
  for (const [at, cell] of cells.entries())
    bytes.writeInt8(Math.round(cell / step), HEADER_BYTES + at);
  for (const [at, value] of floats.entries())
    bytes.writeFloatLE(value, HEADER_BYTES + BUCKETS + 4 * at);
  return bytes;
}
