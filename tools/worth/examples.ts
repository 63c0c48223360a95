// What the worth model is taught by: our own sentence patterns with slots filled at random, and sentences of others with
// the labels of a teacher (README.md).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embedNow } from "../../src/models/builtin/embedder.ts";
import { featuresOf } from "../../src/models/builtin/extract/worth-features.ts";
import { KEPT_LABELS, LABELS } from "../../src/models/builtin/extract/worth-model.ts";
import { pick, random, shuffle } from "../random.ts";

export type Pattern = Readonly<{ language: string; label: number; text: string }>;
export type Example = Readonly<{
  features: Uint32Array;
  vector: Float32Array;
  target: Float32Array;
}>;
export type Taught = Readonly<{ text: string; shares: Float32Array }>;

const SENTENCES = join(import.meta.dirname, "sentences");
const KEPT = KEPT_LABELS.length;
const SMOOTHING = 0.04;
/** How often an epoch shows a pattern with slots; one without, half as often. */
const FILLS = 12;
/** A teacher's label counts when keep or leave has at least this share. */
const SURE = 0.85;
const TALK = /\b(?:I|my|me|we|our|us|I'm|I've|you|your|let's|please|don't|never|always)\b/i;
const OTHERS_EACH = 8;
const END = /[.!?…。！？؟।]*(?:\s*\p{Extended_Pictographic}+)?$/u;

type Slots = ReadonlyMap<string, readonly string[]>;

function linesOf(file: string): string[][] {
  const lines = readFileSync(join(SENTENCES, file), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t"));
}

const slots = new Map<string, Slots>();
for (const file of readdirSync(SENTENCES).filter((name) => name.endsWith(".slots.tsv")))
  slots.set(
    file.slice(0, 2),
    new Map(linesOf(file).map(([name = "", list = ""]) => [name, list.split("|")])),
  );

export function readPatterns(): readonly Pattern[] {
  const files = readdirSync(SENTENCES).filter((name) => !name.endsWith(".slots.tsv"));
  return files.sort().flatMap((file) =>
    linesOf(file).map(([name = "", text = ""]) => {
      const label = (LABELS as readonly string[]).indexOf(name);
      if (label < 0 || text === "") throw new Error(`${file}: ${name} ${text}`);
      return { language: file.slice(0, 2), label, text };
    }),
  );
}

export function filled({ text, language }: Pattern): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const known = slots.get(language)?.get(name);
    if (known === undefined) throw new Error(`${language}: no slot ${name} in ${text}`);
    return pick(known);
  });
}

export function splitEnding(text: string): readonly [words: string, ending: string] {
  const ending = END.exec(text)?.[0] ?? "";
  return [text.slice(0, text.length - ending.length), ending];
}

/** By language; English sentences by themselves, the others by the label of their English side. */
export function readTaught(folder: string): ReadonlyMap<string, readonly Taught[]> {
  const english = labelled(folder);
  const all = new Map<string, readonly Taught[]>();
  all.set(
    "en",
    [...english].map(([text, shares]) => ({ text, shares })),
  );
  const parallel = join(folder, "..", "parallel");
  for (const file of readdirSync(parallel).filter((name) => name.endsWith(".tsv"))) {
    const pairs = readFileSync(join(parallel, file), "utf8").split("\n");
    const found = pairs.flatMap((line) => {
      const [source = "", text = ""] = line.split("\t");
      const shares = english.get(source);
      return shares === undefined || text === "" ? [] : [{ text, shares }];
    });
    all.set(file.slice(0, 2), shuffle(found));
  }
  return all;
}

/** Sentences near to chat, and one in eight of the rest, where the teacher is sure. */
function labelled(folder: string): Map<string, Float32Array> {
  const bytes = readFileSync(join(folder, "labels.u8"));
  const known = new Map<string, Float32Array>();
  for (const [row, line] of readFileSync(join(folder, "english.txt"), "utf8")
    .split("\n")
    .entries()) {
    if (!TALK.test(line) && row % OTHERS_EACH !== 0) continue;
    const counts = Float32Array.from(
      bytes.subarray(row * LABELS.length, (row + 1) * LABELS.length),
    );
    const sum = counts.reduce((total, one) => total + one, 0);
    const shares = counts.map((one) => one / sum);
    const keep = shares.slice(0, KEPT).reduce((total, one) => total + one, 0);
    if (sum > 0 && (keep > SURE || keep < 1 - SURE)) known.set(line, shares);
  }
  return known;
}

/** One pass over the patterns and a sample of what was taught, in random order. */
export function* epoch(
  patterns: readonly Pattern[],
  taught: ReadonlyMap<string, readonly Taught[]>,
  taughtEach: number,
): Generator<Example> {
  const order: (() => Example)[] = [];
  for (const pattern of patterns) {
    const times = pattern.text.includes("{") ? FILLS : FILLS / 2;
    for (let time = 0; time < times; time += 1) order.push(() => ofPattern(pattern));
  }
  const each = Math.floor(taughtEach / Math.max(1, taught.size));
  for (const [language, list] of taught) {
    const count = Math.min(language === "en" ? each * 3 : each, list.length);
    for (let time = 0; time < count; time += 1)
      order.push(() => {
        const { text, shares } = pick(list);
        return example(text, shares);
      });
  }
  for (const make of shuffle(order)) yield make();
}

/** How people begin a turn: what follows is what it is without it. */
const OPENERS = [
  "Hey {name}, ",
  "Wow {name}, ",
  "Thanks {name}, ",
  "Oh, btw, ",
  "BTW, ",
  "Yeah, ",
  "Yup, ",
  "Well, ",
  "So, ",
  "And ",
  "But ",
  "Also, ",
  "Oh, and ",
  "Haha, ",
  "Since we last talked, ",
  "As for me, ",
];
const OPENED = 0.12;

function opened(pattern: Pattern): string {
  if (pattern.language !== "en" || random() > OPENED) return filled(pattern);
  return filled({ ...pattern, text: pick(OPENERS) + pattern.text });
}

function ofPattern(pattern: Pattern): Example {
  const text = opened(pattern);
  return example(random() < 0.2 ? text.toLowerCase() : text, smoothed(pattern.label));
}

function example(text: string, target: Float32Array): Example {
  const [words, ending] = typed(text);
  return { features: featuresOf(words, ending), vector: embedNow(words), target };
}

const EMOJI = /\p{Extended_Pictographic}/u;

/** As people type: now and then without the mark at the end, if it is no emoji, or without accents. */
function typed(text: string): readonly [string, string] {
  const [words, ending] = splitEnding(text);
  const isLost = !EMOJI.test(ending) && random() < (/[?？؟]/.test(ending) ? 0.25 : 0.4);
  const plain =
    random() < 0.12
      ? words
          .normalize("NFD")
          .replace(/\p{M}(?<=[a-zA-Z]\p{M})/gu, "")
          .normalize("NFC")
      : words;
  return [plain, isLost ? "" : ending];
}

/** A little of the label goes to those of its own side. */
function smoothed(label: number): Float32Array {
  const isKept = label < KEPT;
  const others = isKept ? KEPT : LABELS.length - KEPT;
  const target = Float32Array.from(LABELS, (_, at) =>
    at < KEPT === isKept ? SMOOTHING / others : 0,
  );
  target[label] = (target[label] ?? 0) + 1 - SMOOTHING;
  return target;
}
