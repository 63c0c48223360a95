// The trained classifier: what kind of clause this is, and how likely it is worth keeping. A hashed embedding bag says how it
// is put, the vector of the built-in embedder what it is about; one hidden layer and a softmax over the labels follow.
// Trained by tools/worth, read from one file, pure arithmetic at run time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assetFolder } from "../../../language/word-lists.ts";
import { lazy } from "../../../model/lazy.ts";
import { embedNow } from "../embedder.ts";
import { BUCKETS, featuresOf } from "./worth-features.ts";

export const KEPT_LABELS = [
  "preference",
  "dislike",
  "profile",
  "possession",
  "skill",
  "relationship",
  "health",
  "habit",
  "plan",
  "event",
  "decision",
  "instruction",
  "procedure",
  "correction",
  "contact",
  "opinion",
  "feeling",
  "goal",
] as const;
export const LEFT_LABELS = [
  "chatter",
  "reply",
  "question",
  "request",
  "hypothetical",
  "reported",
  "sarcasm",
  "platitude",
  "status",
  "fiction",
  "document",
  "dangling",
] as const;
export type KeptLabel = (typeof KEPT_LABELS)[number];
export type LeftLabel = (typeof LEFT_LABELS)[number];

export const LABELS = [...KEPT_LABELS, ...LEFT_LABELS] as const;
/** Of the bag, two to a byte; of the embedder's vector; of the hidden layer. */
export const DIMS = 14;
export const VECTOR = 128;
export const HIDDEN = 64;
/** A unit vector has small parts: brought to the size of the bag's. */
export const VECTOR_SCALE = 4;
export const INPUT = DIMS + VECTOR;
export const MAGIC = "WRTH";
export const HEADER_BYTES = 16;

export const CELL_BYTES = (BUCKETS * DIMS) / 2;
export const ZERO = 8;

export type Worth = Readonly<{
  /** The chance that the clause belongs to one of the kept labels. */
  keep: number;
  label: KeptLabel;
  /** What it most likely is where it is not kept. */
  left: LeftLabel;
}>;

export type Network = Readonly<{
  /** Four bits a value, the first of two in the lower half; 8 stands for zero. */
  cells: Uint8Array;
  scale: number;
  hidden: Float64Array;
  hiddenBias: Float64Array;
  output: Float64Array;
  outputBias: Float64Array;
}>;

/** Header, embedding bytes, then the two layers as 32-bit floats. */
export function parseNetwork(bytes: Uint8Array): Network {
  const floats = HIDDEN * INPUT + HIDDEN + LABELS.length * HIDDEN + LABELS.length;
  const layersAt = HEADER_BYTES + CELL_BYTES;
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length !== layersAt + 4 * floats)
    throw new Error("The worth model is damaged or of another version.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = layersAt;
  const next = (count: number) =>
    Float64Array.from({ length: count }, () => {
      at += 4;
      return view.getFloat32(at - 4, true);
    });
  return {
    cells: bytes.subarray(HEADER_BYTES, layersAt),
    scale: view.getFloat32(8, true),
    hidden: next(HIDDEN * INPUT),
    hiddenBias: next(HIDDEN),
    output: next(LABELS.length * HIDDEN),
    outputBias: next(LABELS.length),
  };
}

const network = lazy(() => parseNetwork(readFileSync(join(assetFolder("worth"), "model.bin"))));

export function worthOf(clause: string, ending: string): Worth {
  return verdictOf(probabilities(featuresOf(clause, ending), embedNow(clause), network()));
}

function probabilities(features: Uint32Array, vector: Float32Array, model: Network): Float64Array {
  const input = new Float64Array(INPUT);
  for (const bucket of features) addCells(input, bucket, model.cells);
  const norm = model.scale / Math.sqrt(Math.max(1, features.length));
  for (let dim = 0; dim < DIMS; dim += 1) input[dim] = (input[dim] ?? 0) * norm;
  for (let dim = 0; dim < VECTOR; dim += 1) input[DIMS + dim] = (vector[dim] ?? 0) * VECTOR_SCALE;
  const hidden = layer(input, model.hidden, model.hiddenBias);
  const active = hidden.map((sum) => Math.max(0, sum));
  return softmax(layer(active, model.output, model.outputBias));
}

function addCells(sums: Float64Array, bucket: number, cells: Uint8Array): void {
  for (let dim = 0, at = (bucket * DIMS) / 2; dim < DIMS; dim += 2, at += 1) {
    const pair = cells[at] ?? 0;
    sums[dim] = (sums[dim] ?? 0) + (pair & 15) - ZERO;
    sums[dim + 1] = (sums[dim + 1] ?? 0) + (pair >> 4) - ZERO;
  }
}

/** Two sums at a time, since an addition waits for the one before it; the width of every layer is even. */
function layer(input: Float64Array, weights: Float64Array, bias: Float64Array): Float64Array {
  const width = input.length;
  const output = new Float64Array(bias.length);
  for (let row = 0, at = 0; row < bias.length; row += 1) {
    let even = bias[row] ?? 0;
    let odd = 0;
    for (let column = 0; column < width; column += 2, at += 2) {
      even += (weights[at] ?? 0) * (input[column] ?? 0);
      odd += (weights[at + 1] ?? 0) * (input[column + 1] ?? 0);
    }
    output[row] = even + odd;
  }
  return output;
}

function softmax(logits: Float64Array): Float64Array {
  const most = Math.max(...logits);
  const shares = logits.map((logit) => Math.exp(logit - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

function verdictOf(shares: Float64Array): Worth {
  const kept = shares.subarray(0, KEPT_LABELS.length);
  const left = shares.subarray(KEPT_LABELS.length);
  return {
    keep: kept.reduce((sum, share) => sum + share, 0),
    label: KEPT_LABELS[bestOf(kept)] ?? "opinion",
    left: LEFT_LABELS[bestOf(left)] ?? "chatter",
  };
}

function bestOf(shares: Float64Array): number {
  let best = 0;
  for (let at = 1; at < shares.length; at += 1)
    if ((shares[at] ?? 0) > (shares[best] ?? 0)) best = at;
  return best;
}
