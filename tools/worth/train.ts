// Trains the worth model: `npx tsx tools/worth/train.ts --out assets/worth/model.bin [--taught FOLDER] [--epochs N] [--all]`.
//
// Taught by our own sentences (sentences/*.tsv, slots filled at random) and, with --taught, by sentences of others that a
// teacher labelled (README.md). Without --all a tenth of our patterns is held out and the shares got right are printed.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { embedNow } from "../../src/providers/builtin/embedder.ts";
import { BUCKETS, featuresOf } from "../../src/providers/builtin/extract/worth-features.ts";
import {
  CELL_BYTES,
  DIMS,
  HEADER_BYTES,
  HIDDEN,
  INPUT,
  KEPT_LABELS,
  LABELS,
  MAGIC,
  VECTOR,
  VECTOR_SCALE,
  ZERO,
} from "../../src/providers/builtin/extract/worth-model.ts";

type Pattern = { language: string; label: number; text: string };
type Taught = { text: string; shares: Float32Array };
type Example = { features: Uint32Array; target: Float32Array; vec: Float32Array };

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "assets/worth/model.bin" },
    taught: { type: "string" },
    epochs: { type: "string", default: "6" },
    all: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    "taught-each-epoch": { type: "string", default: "120000" },
  },
});
const SENTENCES = join(import.meta.dirname, "sentences");
const COUNT = LABELS.length;
const KEPT = KEPT_LABELS.length;
const SMOOTHING = 0.04;
const FILLS = 12;

let state = Number(values.seed) >>> 0;
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
function pick<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}
function shuffle<T>(list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}

const slots = new Map<string, Map<string, string[]>>();
const patterns: Pattern[] = [];
for (const file of readdirSync(SENTENCES).sort()) {
  const language = file.slice(0, 2);
  const lines = readFileSync(join(SENTENCES, file), "utf8").split("\n").filter(Boolean);
  if (file.endsWith(".slots.tsv")) {
    slots.set(
      language,
      new Map(
        lines.map((line) => [line.split("\t")[0] ?? "", (line.split("\t")[1] ?? "").split("|")]),
      ),
    );
    continue;
  }
  for (const line of lines) {
    const [label = "", text = ""] = line.split("\t");
    const at = LABELS.indexOf(label as (typeof LABELS)[number]);
    if (at < 0 || text === "") throw new Error(`${file}: ${line}`);
    patterns.push({ language, label: at, text });
  }
}

function filled({ text, language }: Pattern): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const known = slots.get(language)?.get(name);
    if (known === undefined) throw new Error(`${language}: no slot ${name} in ${text}`);
    return pick(known);
  });
}

const END = /[.!?…。！？؟।]+$/u;
function split(text: string): [string, string] {
  const ending = END.exec(text)?.[0] ?? "";
  return [text.slice(0, text.length - ending.length), ending];
}

/** As people type: without the full stop, in lower case, without accents. */
function typed(text: string): [string, string] {
  const [words, ending] = split(text);
  const mark =
    ending.startsWith("?") || ending === "？" || ending === "؟"
      ? random() < 0.25
        ? ""
        : ending
      : random() < 0.4
        ? ""
        : ending;
  const plain =
    random() < 0.12
      ? words
          .normalize("NFD")
          .replace(/\p{M}(?<=[a-zA-Z]\p{M})/gu, "")
          .normalize("NFC")
      : words;
  return [plain, mark];
}

function oneHot(label: number): Float32Array {
  const isKept = label < KEPT;
  const target = new Float32Array(COUNT);
  for (let at = 0; at < COUNT; at += 1)
    if (at < KEPT === isKept) target[at] = SMOOTHING / (isKept ? KEPT : COUNT - KEPT);
  target[label] = (target[label] ?? 0) + 1 - SMOOTHING;
  return target;
}

function readTaught(folder: string): Map<string, Float32Array> {
  const lines = readFileSync(join(folder, "english.txt"), "utf8").split("\n");
  const bytes = readFileSync(join(folder, "labels.u8"));
  const known = new Map<string, Float32Array>();
  for (const [row, line] of lines.entries()) {
    const shares = Float32Array.from(bytes.subarray(row * COUNT, (row + 1) * COUNT));
    const sum = shares.reduce((total, one) => total + one, 0);
    if (sum > 0)
      known.set(
        line,
        shares.map((one) => one / sum),
      );
  }
  return known;
}

/** Only what the teacher is sure of: keep or leave at 0.8 and more. */
let others = 0;
/** What speaks of "I" and "you" is near to chat; of the rest one in eight. */
function isTalk(text: string): boolean {
  others += 1;
  return (
    /\b(?:I|my|me|we|our|us|I'm|I've|you|your|let's|please|don't|never|always)\b/i.test(text) ||
    others % 8 === 0
  );
}

function isSure(shares: Float32Array): boolean {
  const keep = shares.slice(0, KEPT).reduce((sum, one) => sum + one, 0);
  return keep > 0.85 || keep < 0.15;
}

function taughtSentences(folder: string): Map<string, Taught[]> {
  const english = readTaught(folder);
  const byLanguage = new Map<string, Taught[]>();
  byLanguage.set(
    "en",
    [...english]
      .filter(([text, shares]) => isSure(shares) && isTalk(text))
      .map(([text, shares]) => ({ text, shares })),
  );
  const parallel = join(folder, "..", "parallel");
  for (const file of readdirSync(parallel).filter((name) => name.endsWith(".tsv"))) {
    const found: Taught[] = [];
    for (const line of readFileSync(join(parallel, file), "utf8").split("\n")) {
      const [source = "", text = ""] = line.split("\t");
      const shares = english.get(source);
      if (shares !== undefined && text !== "" && isSure(shares) && isTalk(source))
        found.push({ text, shares });
    }
    byLanguage.set(file.slice(0, 2), shuffle(found));
  }
  return byLanguage;
}

function isHeldOut(text: string): boolean {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0) % 10 === 0;
}

const taught =
  values.taught === undefined ? new Map<string, Taught[]>() : taughtSentences(values.taught);
for (const [language, list] of taught) console.log(`taught ${language}: ${list.length}`);
const training = values.all ? patterns : patterns.filter(({ text }) => !isHeldOut(text));
const held = patterns.filter(({ text }) => isHeldOut(text));

function* epochExamples(): Generator<Example> {
  const order: (() => Example)[] = [];
  for (const pattern of training) {
    const times = pattern.text.includes("{") ? FILLS : FILLS / 2;
    for (let time = 0; time < times; time += 1)
      order.push(() => {
        const text = filled(pattern);
        const [words, ending] = typed(random() < 0.2 ? text.toLowerCase() : text);
        return {
          features: featuresOf(words, ending),
          target: oneHot(pattern.label),
          vec: embedNow(words),
        };
      });
  }
  const each = Math.floor(Number(values["taught-each-epoch"]) / Math.max(1, taught.size));
  for (const [language, list] of taught) {
    const share = language === "en" ? each * 3 : each;
    for (let time = 0; time < Math.min(share, list.length); time += 1)
      order.push(() => {
        const { text, shares } = pick(list);
        const [words, ending] = typed(text);
        return { features: featuresOf(words, ending), target: shares, vec: embedNow(words) };
      });
  }
  for (const make of shuffle(order)) yield make();
}

const embedding = new Float32Array(BUCKETS * DIMS).map(() => (random() - 0.5) * 0.2);
const hidden = new Float32Array(HIDDEN * INPUT).map(
  () => (random() - 0.5) * (2 / Math.sqrt(INPUT)),
);
const hiddenBias = new Float32Array(HIDDEN);
const output = new Float32Array(COUNT * HIDDEN).map(
  () => (random() - 0.5) * (2 / Math.sqrt(HIDDEN)),
);
const outputBias = new Float32Array(COUNT);
/** Adagrad: rare features keep a high rate. */
const seen = new Float32Array(BUCKETS).fill(1e-3);
const bag = new Float32Array(INPUT);
const active = new Float32Array(HIDDEN);
const shares = new Float32Array(COUNT);

function forward(features: Uint32Array, vec: Float32Array): void {
  bag.fill(0);
  for (let d = 0; d < VECTOR; d += 1) bag[DIMS + d] = (vec[d] ?? 0) * VECTOR_SCALE;
  for (const bucket of features)
    for (let dim = 0, cell = bucket * DIMS; dim < DIMS; dim += 1, cell += 1)
      bag[dim] = (bag[dim] ?? 0) + (embedding[cell] ?? 0);
  const norm = 1 / Math.sqrt(Math.max(1, features.length));
  for (let dim = 0; dim < DIMS; dim += 1) bag[dim] = (bag[dim] ?? 0) * norm;
  for (let row = 0; row < HIDDEN; row += 1) {
    let sum = hiddenBias[row] ?? 0;
    for (let dim = 0; dim < INPUT; dim += 1)
      sum += (hidden[row * INPUT + dim] ?? 0) * (bag[dim] ?? 0);
    active[row] = sum > 0 ? sum : 0;
  }
  let most = -Infinity;
  for (let row = 0; row < COUNT; row += 1) {
    let sum = outputBias[row] ?? 0;
    for (let unit = 0; unit < HIDDEN; unit += 1)
      sum += (output[row * HIDDEN + unit] ?? 0) * (active[unit] ?? 0);
    shares[row] = sum;
    if (sum > most) most = sum;
  }
  let total = 0;
  for (let row = 0; row < COUNT; row += 1)
    total += shares[row] = Math.exp((shares[row] ?? 0) - most);
  for (let row = 0; row < COUNT; row += 1) shares[row] = (shares[row] ?? 0) / total;
}

const back = new Float32Array(HIDDEN);
const bagBack = new Float32Array(DIMS);
function step({ features: all, target, vec }: Example, rate: number): number {
  // Features left out at random, so that no single one decides.
  const features = all.filter(() => random() > 0.15);
  forward(features, vec);
  let loss = 0;
  back.fill(0);
  bagBack.fill(0);
  const dense = rate * 0.1;
  for (let row = 0; row < COUNT; row += 1) {
    const gap = (shares[row] ?? 0) - (target[row] ?? 0);
    if ((target[row] ?? 0) > 0)
      loss -= (target[row] ?? 0) * Math.log(Math.max(1e-9, shares[row] ?? 0));
    for (let unit = 0; unit < HIDDEN; unit += 1) {
      back[unit] = (back[unit] ?? 0) + gap * (output[row * HIDDEN + unit] ?? 0);
      output[row * HIDDEN + unit] =
        (output[row * HIDDEN + unit] ?? 0) - dense * gap * (active[unit] ?? 0);
    }
    outputBias[row] = (outputBias[row] ?? 0) - dense * gap;
  }
  for (let row = 0; row < HIDDEN; row += 1) {
    if ((active[row] ?? 0) <= 0) continue;
    const gap = back[row] ?? 0;
    for (let dim = 0; dim < DIMS; dim += 1)
      bagBack[dim] = (bagBack[dim] ?? 0) + gap * (hidden[row * INPUT + dim] ?? 0);
    for (let dim = 0; dim < INPUT; dim += 1)
      hidden[row * INPUT + dim] = (hidden[row * INPUT + dim] ?? 0) - dense * gap * (bag[dim] ?? 0);
    hiddenBias[row] = (hiddenBias[row] ?? 0) - dense * gap;
  }
  const norm = 1 / Math.sqrt(Math.max(1, features.length));
  let size = 0;
  for (let dim = 0; dim < DIMS; dim += 1) size += ((bagBack[dim] ?? 0) * norm) ** 2;
  for (const bucket of features) {
    seen[bucket] = (seen[bucket] ?? 0) + size;
    const own = (rate / Math.sqrt(seen[bucket] ?? 0)) * norm * 0.1;
    for (let dim = 0, cell = bucket * DIMS; dim < DIMS; dim += 1, cell += 1)
      embedding[cell] = (embedding[cell] ?? 0) - own * (bagBack[dim] ?? 0);
  }
  return loss;
}

function report(): void {
  const rows = new Map<
    string,
    { n: number; label: number; side: number; kept: number; ofKept: number; wrongKept: number }
  >();
  for (const pattern of held) {
    const [words, ending] = split(filled(pattern));
    forward(featuresOf(words, ending), embedNow(words));
    let best = 0;
    let keep = 0;
    for (let at = 0; at < COUNT; at += 1) {
      if ((shares[at] ?? 0) > (shares[best] ?? 0)) best = at;
      if (at < KEPT) keep += shares[at] ?? 0;
    }
    for (const name of [pattern.language, "all"]) {
      const row = rows.get(name) ?? { n: 0, label: 0, side: 0, kept: 0, ofKept: 0, wrongKept: 0 };
      const isKept = pattern.label < KEPT;
      row.n += 1;
      row.label += Number(best === pattern.label);
      row.side += Number(keep > 0.5 === isKept);
      row.ofKept += Number(isKept);
      row.kept += Number(isKept && keep > 0.5);
      row.wrongKept += Number(!isKept && keep > 0.5);
      rows.set(name, row);
    }
  }
  for (const [name, { n, label, side, kept, ofKept, wrongKept }] of rows)
    console.log(
      `${name}: ${n} held out, label ${(label / n).toFixed(3)}, keep or leave ${(side / n).toFixed(3)}, kept of what to keep ${(kept / ofKept).toFixed(3)}, kept of what to leave ${(wrongKept / (n - ofKept)).toFixed(3)}`,
    );
}

const epochs = Number(values.epochs);
for (let epoch = 0; epoch < epochs; epoch += 1) {
  const started = performance.now();
  let loss = 0;
  let count = 0;
  const rate = 0.5 * (1 - epoch / epochs) + 0.02;
  for (const example of epochExamples()) {
    loss += step(example, rate);
    count += 1;
  }
  console.log(
    `epoch ${epoch + 1}: ${count} examples, loss ${(loss / count).toFixed(4)}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  if (!values.all && epoch === epochs - 1) report();
}

function quantised(): { cells: Uint8Array; scale: number } {
  const sorted = embedding.map(Math.abs).sort();
  const most = sorted[Math.floor(sorted.length * 0.999)] as number;
  const scale = most / 7;
  const nibble = (value: number) => Math.max(-7, Math.min(7, Math.round(value / scale))) + ZERO;
  const cells = Uint8Array.from(
    { length: CELL_BYTES },
    (_, at) => nibble(embedding[2 * at] ?? 0) | (nibble(embedding[2 * at + 1] ?? 0) << 4),
  );
  return { scale, cells };
}

const { cells, scale } = quantised();
const layers = [hidden, hiddenBias, output, outputBias];
const bytes = Buffer.alloc(
  HEADER_BYTES + cells.length + 4 * layers.reduce((sum, one) => sum + one.length, 0),
);
bytes.write(MAGIC, 0, "latin1");
bytes.writeUInt32LE(1, 4);
bytes.writeFloatLE(scale, 8);
Buffer.from(cells.buffer).copy(bytes, HEADER_BYTES);
let at = HEADER_BYTES + cells.length;
for (const one of layers) for (const value of one) at = bytes.writeFloatLE(value, at);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, bytes);
console.log(`${values.out}: ${bytes.length} bytes`);
