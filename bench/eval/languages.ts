// How well a message in another language is found, asked for in that language and in English, and whether two lines
// that say the opposite stay two. Sentences written for this, none of them trained on: bench/eval/languages/.
// Every store holds other sentences as well: those of all other languages that say something else, and with `--data`
// the first 500 lines (`english<TAB>foreign`) of `<language>.tsv` in that folder.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { type Evaluation, readJson } from "./evaluation.ts";

const LANGUAGES = "de es fr pt it nl pl ru tr ar hi zh ja ko".split(" ");
const ALL = ["en", ...LANGUAGES];
const TENANT = "languages";
const K = 5;
const MOST_EXTRA = 500;
const FOLDER = fileURLToPath(new URL("languages", import.meta.url));

const Line = z.object({ said: z.string(), asked: z.string(), denied: z.string().optional() });
type Lines = readonly z.infer<typeof Line>[];
type Sets = ReadonlyMap<string, Lines>;
type Found = { asked: number; any1: number; any5: number };
type Row = Readonly<{
  same: Found;
  english: Found;
  opposed: Readonly<{ pairs: number; merged: number }>;
  storeSize: number;
}>;

export const evaluate: Evaluation = async ({ data }) => {
  const sets: Sets = new Map(ALL.map((name) => [name, linesOf(name)]));
  const rows: Record<string, Row> = {};
  for (const language of ALL) {
    const row = await retrieval(language, sets, extraOf(language, data));
    rows[language] = { ...row, opposed: await opposites(sets.get(language) ?? []) };
  }
  const extra = ALL.some((language) => extraOf(language, data).length > 0) ? data : null;
  const figures = { k: K, unit: "message", over: "both", extra, rows };
  return { figures, text: table(rows, extra) };
};

function linesOf(language: string): Lines {
  return z.array(Line).parse(readJson(join(FOLDER, `${language}.json`)));
}

/** More of the same language for the right line to be told from. */
function extraOf(language: string, data: string): readonly string[] {
  const path = join(data, `${language}.tsv`);
  if (!existsSync(data) || !statSync(data).isDirectory() || !existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => line.split("\t").slice(1, 2))
    .slice(0, MOST_EXTRA);
}

/**
 * In two halves: where the first thirty lines are asked for, the other languages' last thirty lie beside them, and the
 * other way round, so that no store has the answer in another language as well.
 */
async function retrieval(language: string, sets: Sets, extra: readonly string[]) {
  const own = sets.get(language) ?? [];
  const total = { same: newFound(), english: newFound(), storeSize: 0 };
  const middle = own.length / 2;
  const halves = [
    { asked: [0, middle], beside: [middle, own.length] },
    { asked: [middle, own.length], beside: [0, middle] },
  ] as const;
  for (const { asked, beside } of halves) {
    const others = ALL.filter((other) => other !== language).flatMap((other) =>
      (sets.get(other) ?? []).slice(...beside),
    );
    const texts = [...[...own, ...others].map(({ said }) => said), ...extra];
    const memory = await storeOf(texts);
    try {
      for (const [at, line] of own.slice(...asked).entries()) {
        const gold = `m${asked[0] + at}`;
        const english = sets.get("en")?.[asked[0] + at]?.asked ?? "";
        await ask(memory, { query: line.asked, gold, into: total.same });
        await ask(memory, { query: english, gold, into: total.english });
      }
    } finally {
      await memory.close();
    }
    total.storeSize = texts.length;
  }
  return total;
}

function newFound(): Found {
  return { asked: 0, any1: 0, any5: 0 };
}

async function storeOf(texts: readonly string[]): Promise<MemoryEngine> {
  const memory = await createMemory({ path: ":memory:", folder: null, upkeep: false });
  const author = { id: "sam", name: "Sam", isBot: false };
  await memory.ingestMany(
    texts.map((text, at) => ({
      tenant: TENANT,
      id: `m${at}`,
      channel: "home",
      at: new Date(Date.UTC(2026, 0, 1, 0, at * 5)).toISOString(),
      author,
      role: "user" as const,
      text,
    })),
  );
  await memory.drain();
  return memory;
}

type Ask = Readonly<{ query: string; gold: string; into: Found }>;

async function ask(memory: MemoryEngine, { query, gold, into }: Ask): Promise<void> {
  const { hits } = await memory.search({ tenant: TENANT, query, limit: K, over: "both" });
  const found = hits.map(({ sources }) => sources.map(({ messageId }) => messageId));
  into.asked++;
  if (found[0]?.includes(gold)) into.any1++;
  if (found.slice(0, K).some((ids) => ids.includes(gold))) into.any5++;
}

/** A line and its denial are told one after the other; what is refused for its wording is no pair. */
async function opposites(lines: Lines): Promise<Row["opposed"]> {
  let pairs = 0;
  let merged = 0;
  for (const { said, denied } of lines) {
    if (denied === undefined) continue;
    const outcome = await toldAfter(said, denied);
    if (outcome !== "refused") pairs++;
    if (outcome === "merged") merged++;
  }
  return { pairs, merged };
}

async function toldAfter(said: string, denied: string): Promise<"merged" | "refused" | "two"> {
  const memory = await createMemory({ path: ":memory:", folder: null, upkeep: false });
  try {
    let stored = 0;
    for (const text of [said, denied]) {
      const receipt = await memory.remember({ tenant: TENANT, kind: "fact", subject: "sam", text });
      if (receipt.merged.length > 0) return "merged";
      stored += receipt.stored.length;
    }
    return stored === 2 ? "two" : "refused";
  } finally {
    await memory.close();
  }
}

function table(rows: Readonly<Record<string, Row>>, extra: string | null): string {
  const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(1).padStart(6);
  const lines = Object.entries(rows).map(([language, { same, english, opposed, storeSize }]) =>
    [
      language.padEnd(8),
      percent(same.any1, same.asked),
      percent(same.any5, same.asked),
      percent(english.any1, english.asked),
      percent(english.any5, english.asked),
      `${opposed.merged}/${opposed.pairs}`.padStart(7),
      String(storeSize).padStart(6),
    ].join("  "),
  );
  const all = Object.values(rows);
  const mean = (pick: (row: Row) => number) => all.reduce((sum, row) => sum + pick(row), 0);
  const head = "language  own@1   own@5   en@1    en@5   merged   store";
  const means = `mean      own@5 ${percent(
    mean(({ same }) => same.any5),
    mean(({ same }) => same.asked),
  )}  en@5 ${percent(
    mean(({ english }) => english.any5),
    mean(({ english }) => english.asked),
  )}`;
  const how = `built-in models, SQLite in memory, search over both; sentences beside: ${extra ?? "other languages' only"}`;
  return [head, ...lines, means, how].join("\n");
}
