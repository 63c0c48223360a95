// Trains the attack model: `npx tsx tools/injection/train.ts [--others FOLDER] [--out FILE] [--epochs N] [--all]`.
// Without --all an eighth of our patterns is held out, and what is got right of them is printed by language.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { fold } from "../../src/guard/fold.ts";
import { attackFeatures, passagesOf } from "../../src/guard/injection/attack-features.ts";
import { textFeatures } from "../../src/guard/text-features.ts";
import { embedNow } from "../../src/models/builtin/embedder.ts";
import { random, seed, shuffle } from "../random.ts";
import { filled, type Pattern, readLines, readOurs, readTalk, typed } from "./examples.ts";
import { createTrainer, type Example } from "./trainer.ts";

const { values } = parseArgs({
  options: {
    others: { type: "string" },
    out: { type: "string", default: "assets/attack/model.bin" },
    epochs: { type: "string", default: "5" },
    all: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
const FIRST_RATE = 1;
const LAST_RATE = 0.02;
/** How often an epoch shows each of our own patterns. */
const FILLS = 12;
/** Lines of software an epoch. */
const LINES = 5_000;
/** Sentences of others an epoch, and of those about software. */
const SENTENCES = 24_000;
const SOFTWARE = 12_000;
/** Of a long prompt of others, the passages that look most like an attack are taken for one. */
const WORST_OF = 3;

seed(Number(values.seed));
const ours = readOurs();
const training = values.all ? ours : ours.filter((one) => !isHeldOut(one));
const talk = readTalk();
const lines = readLines();
const requests = linesOf("requests.txt");
const sentences = linesOf("sentences.tsv").map(secondOf);
const software = linesOf("software.tsv").map(secondOf);
const prompts = linesOf("jailbreaks.txt").map(splitUp);
const trainer = createTrainer();
const epochs = Number(values.epochs);
for (let round = 0; round < epochs; round += 1) {
  const started = performance.now();
  const rate = FIRST_RATE * (1 - round / epochs) + LAST_RATE;
  const order = epochOf(round);
  for (const make of order) trainer.step(make(), rate);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`epoch ${round + 1}: ${order.length} examples, ${seconds} s`);
}
if (!values.all) report();
mkdirSync(dirname(values.out), { recursive: true });
const bytes = trainer.saved();
writeFileSync(values.out, bytes);
console.log(`${values.out}: ${bytes.length} bytes`);

function epochOf(round: number): readonly (() => Example)[] {
  const plain = [
    ...shuffle([...lines]).slice(0, LINES),
    ...[...talk.map(filled), ...shuffle(sentences).slice(0, SENTENCES)].map(typed),
    ...shuffle(software).slice(0, SOFTWARE).map(typed),
    ...requests.filter(() => random() < 0.5).map(typed),
  ];
  // Which passages of a prompt are the worst is known once something was learned.
  const worst = round === 0 ? [] : prompts.flatMap(worstOf);
  return shuffle([
    ...training.flatMap((pattern) =>
      Array.from(
        { length: FILLS },
        () => () => exampleOf(typed(filled(pattern)), pattern.isAttack),
      ),
    ),
    ...plain.map((text) => () => exampleOf(text, false)),
    ...worst.map((text) => () => exampleOf(text, true)),
  ]);
}

function worstOf(passages: readonly string[]): readonly string[] {
  const scored = passages.map((text) => ({ text, score: trainer.score(exampleOf(text, true)) }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.min(WORST_OF, Math.ceil(passages.length / 2)))
    .map(({ text }) => text);
}

function exampleOf(text: string, isAttack: boolean): Example {
  const folded = fold(text).text;
  const { words } = textFeatures(folded).said;
  return { features: attackFeatures(folded, words), vector: embedNow(folded), isAttack };
}

function splitUp(text: string): readonly string[] {
  return passagesOf(text).map(({ start, end }) => text.slice(start, end));
}

/** One text a line; none without the folder. */
function linesOf(file: string): readonly string[] {
  const path = join(values.others ?? "", file);
  if (values.others === undefined || !existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n").filter(Boolean);
}

function secondOf(line: string): string {
  return line.split("\t")[1] ?? "";
}

/** The same patterns whatever the seed. */
function isHeldOut({ text }: Pattern): boolean {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash % 8 === 0;
}

function report(): void {
  const rows = new Map<string, { count: number; found: number }>();
  for (const pattern of ours.filter(isHeldOut)) {
    const kind = pattern.isAttack ? "attacks" : "ordinary";
    const text = filled(pattern);
    const best = Math.max(...splitUp(text).map((one) => trainer.score(exampleOf(one, true))));
    for (const name of [`${pattern.language} ${kind}`, `all ${kind}`]) {
      const row = rows.get(name) ?? { count: 0, found: 0 };
      rows.set(name, { count: row.count + 1, found: row.found + Number(best > 0) });
    }
  }
  for (const [name, { count, found }] of [...rows].sort())
    console.log(`${name}: ${found} of ${count} held out look like an attack`);
}
