// Trains the worth model: `npx tsx tools/worth/train.ts [--out FILE] [--taught FOLDER] [--from FILE] [--epochs N] [--all]`.
// Without --all a tenth of our patterns is held out, and what is got right of them is printed by language.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { embedNow } from "../../src/models/builtin/embedder.ts";
import { featuresOf } from "../../src/models/builtin/extract/worth-features.ts";
import { KEPT_LABELS, parseNetwork } from "../../src/models/builtin/extract/worth-model.ts";
import { seed } from "../random.ts";
import { epoch, filled, type Pattern, readPatterns, readTaught, splitEnding } from "./examples.ts";
import { createTrainer, type Trainer } from "./trainer.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "assets/worth/model.bin" },
    taught: { type: "string" },
    epochs: { type: "string", default: "8" },
    all: { type: "boolean", default: false },
    from: { type: "string" },
    rate: { type: "string", default: "0.5" },
    seed: { type: "string", default: "1" },
    "taught-each-epoch": { type: "string", default: "120000" },
  },
});
const KEPT = KEPT_LABELS.length;
const LAST_SHARE = 0.04;

seed(Number(values.seed));
const patterns = readPatterns();
const taught = values.taught === undefined ? new Map() : readTaught(values.taught);
const training = values.all ? patterns : patterns.filter((one) => !isHeldOut(one));
const trainer = createTrainer(
  values.from === undefined ? undefined : parseNetwork(readFileSync(values.from)),
);
const firstRate = Number(values.rate);
const epochs = Number(values.epochs);
for (let round = 0; round < epochs; round += 1) {
  const started = performance.now();
  const rate = firstRate * (1 - round / epochs + LAST_SHARE);
  let loss = 0;
  let count = 0;
  for (const example of epoch(training, taught, Number(values["taught-each-epoch"]))) {
    loss += trainer.step(example, rate);
    count += 1;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `epoch ${round + 1}: ${count} examples, loss ${(loss / count).toFixed(4)}, ${seconds} s`,
  );
}
if (!values.all) report(patterns.filter(isHeldOut), trainer);
mkdirSync(dirname(values.out), { recursive: true });
const bytes = trainer.saved();
writeFileSync(values.out, bytes);
console.log(`${values.out}: ${bytes.length} bytes`);

/** The same patterns whatever the seed. */
function isHeldOut({ text }: Pattern): boolean {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0) % 10 === 0;
}

type Row = { count: number; labels: number; sides: number; kept: number; toKeep: number };

function report(held: readonly Pattern[], { predict }: Trainer): void {
  const rows = new Map<string, Row>();
  for (const pattern of held) {
    const [words, ending] = splitEnding(filled(pattern));
    const { shares } = predict({ features: featuresOf(words, ending), vector: embedNow(words) });
    const keep = shares.slice(0, KEPT).reduce((sum, share) => sum + share, 0);
    const best = shares.indexOf(Math.max(...shares));
    const isKept = pattern.label < KEPT;
    for (const name of [pattern.language, "all"]) {
      const row = rows.get(name) ?? { count: 0, labels: 0, sides: 0, kept: 0, toKeep: 0 };
      row.count += 1;
      row.labels += Number(best === pattern.label);
      row.sides += Number(keep > 0.5 === isKept);
      row.toKeep += Number(isKept);
      row.kept += Number(isKept && keep > 0.5);
      rows.set(name, row);
    }
  }
  const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(3);
  for (const [name, { count, labels, sides, kept, toKeep }] of rows)
    console.log(
      `${name}: ${count} held out, label ${share(labels, count)}, keep or leave ${share(sides, count)}, kept of what to keep ${share(kept, toKeep)}`,
    );
}
