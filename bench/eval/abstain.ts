// Whether an empty memory stays silent: questions that a store cannot answer should give no line, and questions that it
// can, asked in other words than it was said, the right one. Ten stores in ten languages, written for this:
// bench/eval/abstain/. The curves of `chance.ts` are fitted on them; a second set of ten smaller stores, written once the
// traits had been chosen, is held out.

import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createMemory, type Hit, type MemoryEngine } from "../../src/index.ts";
import { type Evaluation, readJson } from "./evaluation.ts";
import { calibrationError, type Judged } from "./recall/calibration.ts";
import { messagesIn, type Told, toldBy, toldByAll } from "./recall/told-messages.ts";

export const FITTED = ["en", "fr", "tr", "zh", "ko", "de", "es", "ru", "ar", "ja"];
export const HELD_OUT = FITTED.map((language) => `second/${language}`);
const TENANT = "abstain";
const FOLDER = fileURLToPath(new URL("abstain", import.meta.url));

const Store = z.object({
  /** Who says what, and what is asked for it; small talk is asked for by nothing. */
  said: z.array(z.tuple([z.string(), z.string()]).rest(z.string())),
  unrelated: z.array(z.string()),
  /** Near in topic, and not answered: reported, and not counted. */
  near: z.array(z.string()),
});

type Sort = "answerable" | "unrelated" | "near";
type Row = Readonly<{
  language: string;
  sort: Sort;
  lines: number;
  tokens: number;
  isRight: boolean;
  unsure: boolean;
  confidence: number;
  judged: readonly Judged[];
}>;

/** What is asked of one store, with the message that answers it. */
export type Question = Readonly<{ sort: Sort; query: string; gold?: string }>;

export const evaluate: Evaluation = async ({ show }) => {
  const rows: Row[] = [];
  for (const language of [...FITTED, ...HELD_OUT])
    rows.push(
      ...(await withStore(language, (memory, questions) =>
        rowsOf(language, { memory, questions, show: show === true }),
      )),
    );
  const figures = {
    evaluation: "abstain",
    fitted: figuresOf(rows.filter(({ language }) => FITTED.includes(language))),
    heldOut: figuresOf(rows.filter(({ language }) => HELD_OUT.includes(language))),
    ...Object.fromEntries(
      [...FITTED, ...HELD_OUT].map((name) => [
        name,
        figuresOf(rows.filter(({ language }) => language === name)),
      ]),
    ),
  };
  return { figures, text: table(figures) };
};

/** Everything said goes through the library, as it would from a chat. */
export async function withStore<T>(
  language: string,
  ask: (memory: MemoryEngine, questions: readonly Question[]) => Promise<T>,
): Promise<T> {
  const { said, unrelated, near } = Store.parse(readJson(`${FOLDER}/${language}.json`));
  const start = Date.UTC(2026, 2, 2, 9);
  const now = () => new Date(start + said.length * 3_600_000);
  const settings = { path: ":memory:", folder: null, upkeep: false, now };
  // Who asks is nobody in particular, and health is part of what is asked for.
  const memory = await createMemory({ ...settings, sensitive: { host: true } });
  try {
    await memory.ingestMany(
      said.map(([name, text], at) => ({
        tenant: TENANT,
        id: `m${at}`,
        channel: "home",
        at: new Date(start + at * 3_600_000).toISOString(),
        author: { id: name, name },
        text,
      })),
    );
    await memory.drain();
    return await ask(memory, [
      ...said.flatMap(([, , asked], at): Question[] =>
        asked === undefined ? [] : [{ sort: "answerable", query: asked, gold: `m${at}` }],
      ),
      ...unrelated.map((query): Question => ({ sort: "unrelated", query })),
      ...near.map((query): Question => ({ sort: "near", query })),
    ]);
  } finally {
    await memory.close();
  }
}

type Asking = Readonly<{ memory: MemoryEngine; questions: readonly Question[]; show: boolean }>;

async function rowsOf(
  language: string,
  { memory, questions, show }: Asking,
): Promise<readonly Row[]> {
  const told: Told = await toldByAll(memory, TENANT);
  const rows: Row[] = [];
  for (const { sort, query, gold } of questions) {
    const built = await memory.context({ tenant: TENANT, query });
    const { hits, unsure, confidence } = await memory.search({ tenant: TENANT, query });
    const isRight = gold !== undefined && messagesIn(built, told).has(gold);
    const isWrong = sort === "answerable" ? !isRight : built.items.length > 0;
    if (show && isWrong) console.log(`\n${language} ${sort}: ${query}\n${built.text}`);
    rows.push({
      ...{ language, sort, isRight, unsure, confidence },
      lines: built.items.length,
      tokens: built.tokens,
      judged: hits.map((hit) => ({ score: hit.score, isRight: answers(hit, gold) })),
    });
  }
  return rows;
}

function answers(hit: Hit, gold: string | undefined): boolean {
  if (gold === undefined) return false;
  return hit.item === "message" ? hit.id === gold : toldBy(hit.memory).includes(gold);
}

function figuresOf(rows: readonly Row[]) {
  const of = (sort: Sort) => rows.filter((row) => row.sort === sort);
  const share = (some: readonly Row[], is: (row: Row) => boolean) =>
    (100 * some.filter(is).length) / Math.max(1, some.length);
  const mean = (some: readonly Row[], value: (row: Row) => number) =>
    some.reduce((sum, row) => sum + value(row), 0) / Math.max(1, some.length);
  const [answerable, unrelated, near] = [of("answerable"), of("unrelated"), of("near")];
  const counted = [...answerable, ...unrelated];
  return {
    answerable: { n: answerable.length, right: share(answerable, ({ isRight }) => isRight) },
    unrelated: { n: unrelated.length, anyLine: share(unrelated, ({ lines }) => lines > 0) },
    near: { n: near.length, anyLine: share(near, ({ lines }) => lines > 0) },
    lines: mean(answerable, ({ lines }) => lines),
    tokens: mean(answerable, ({ tokens }) => tokens),
    unsure: {
      right: share(answerable, ({ unsure, isRight }) => isRight && unsure),
      unrelated: share(unrelated, ({ unsure }) => unsure),
    },
    calibration: {
      score: calibrationError(counted.flatMap(({ judged }) => judged)),
      confidence: calibrationError(
        counted.map(({ confidence: score, isRight }) => ({ score, isRight })),
      ),
    },
  };
}

function table(figures: Readonly<Record<string, ReturnType<typeof figuresOf> | string>>): string {
  const percent = (value: number) => value.toFixed(1).padStart(6);
  const lines = Object.entries(figures).flatMap(([name, row]) =>
    typeof row === "string"
      ? []
      : [
          [
            name.padEnd(10),
            percent(row.answerable.right),
            percent(row.unrelated.anyLine),
            percent(row.near.anyLine),
            row.lines.toFixed(1).padStart(6),
            row.tokens.toFixed(0).padStart(6),
            percent(row.unsure.right),
            percent(row.unsure.unrelated),
            row.calibration.score.toFixed(3).padStart(7),
            row.calibration.confidence.toFixed(3).padStart(7),
            `  n=${row.answerable.n}+${row.unrelated.n}+${row.near.n}`,
          ].join(" "),
        ],
  );
  return [
    "abstain: default context; percent of answerable questions with the right line, of unrelated and near ones with any",
    "            right  unrel   near  lines tokens unsure, of right and unrelated; calibration error of score, confidence",
    ...lines,
  ].join("\n");
}
