// What the attack model is taught by: our own patterns with slots filled at random, the sentences of the worth model as
// ordinary talk, and prompts of others where a folder of snapshots is given (README.md).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pick, random } from "../random.ts";

export type Pattern = Readonly<{ language: string; isAttack: boolean; text: string; slots: Slots }>;
type Slots = ReadonlyMap<string, readonly string[]>;

const OURS = join(import.meta.dirname, "sentences");
const TALK = join(import.meta.dirname, "..", "worth", "sentences");
/** A slot may hold a slot: an order to carry out names what it is about. */
const DEEPEST = 3;

function linesOf(file: string): string[][] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t"));
}

function slotsOf(...files: string[]): Slots {
  return new Map(
    files.flatMap((file) =>
      linesOf(file).map(([name = "", list = ""]) => [name, list.split("|")] as const),
    ),
  );
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsv") && !name.endsWith(".slots.tsv"))
    .sort();
}

export function readOurs(): readonly Pattern[] {
  return filesIn(OURS).flatMap((file) => {
    const language = file.slice(0, 2);
    const slots = slotsOf(join(OURS, "all.slots.tsv"), join(OURS, `${language}.slots.tsv`));
    return linesOf(join(OURS, file)).map(([label = "", text = ""]) => {
      if (!["attack", "plain"].includes(label) || text === "")
        throw new Error(`${file}: ${label} ${text}`);
      return { language, isAttack: label === "attack", text, slots };
    });
  });
}

/** What people say, of which none speaks to a model. */
export function readTalk(): readonly Pattern[] {
  return filesIn(TALK).flatMap((file) => {
    const language = file.slice(0, 2);
    const slots = slotsOf(join(TALK, `${language}.slots.tsv`));
    return linesOf(join(TALK, file)).map(([, text = ""]) => ({
      language,
      isAttack: false,
      text,
      slots,
    }));
  });
}

const ROOT = join(import.meta.dirname, "..", "..");
/** Lines that quote attacks would teach the opposite. */
const OF_ATTACKS = /inject|poison|ignore|hostile|jailbreak/i;
const SHORTEST_LINE = 24;

/** Prose about software, and code: lines of our own pages and sources. */
export function readLines(): readonly string[] {
  return ["docs", "src"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:md|ts)$/.test(name) && !OF_ATTACKS.test(name) && !/guard/.test(name))
      .sort()
      .flatMap((name) => readFileSync(join(ROOT, folder, name), "utf8").split("\n"))
      .filter((line) => line.length >= SHORTEST_LINE && !OF_ATTACKS.test(line)),
  );
}

export function filled({ text, slots, language }: Pattern): string {
  let now = text;
  for (let depth = 0; depth < DEEPEST; depth += 1)
    now = now.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const known = slots.get(name);
      if (known === undefined) throw new Error(`${language}: no slot ${name} in ${text}`);
      return pick(known);
    });
  return now;
}

/** As people type: now and then in one case, without the mark at the end, or with a slip. */
export function typed(text: string): string {
  let now = text;
  if (random() < 0.2) now = now.toLowerCase();
  else if (random() < 0.04) now = now.toUpperCase();
  if (random() < 0.3) now = now.replace(/[.!。！।]+$/u, "");
  if (random() < 0.06) now = slipped(now);
  return now;
}

function slipped(text: string): string {
  const at = Math.floor(random() * text.length);
  return random() < 0.5
    ? text.slice(0, at) + text.slice(at + 1)
    : text.slice(0, at) +
        text
          .slice(at, at + 2)
          .split("")
          .reverse()
          .join("") +
        text.slice(at + 2);
}
