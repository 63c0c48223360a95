// How well the merge bands tell one fact from two: sentence pairs people have scored, and generated paraphrases and look-alikes.

import { z } from "zod";
import {
  type Comparison,
  compare,
  DEFAULT_MERGE_BANDS,
  type Relation,
} from "../../src/language/compare/compare.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { dataFile, type Evaluation, readJsonLines } from "./evaluation.ts";
import { lookAlikePairs, type Pair, paraphrasePairs } from "./paraphrase/generate.ts";
import { HELD_OUT_TEMPLATES } from "./paraphrase/held-out-templates.ts";
import { LOOKED_AT_TEMPLATES } from "./paraphrase/looked-at.ts";
import type { Template } from "./paraphrase/template.ts";

const RELATIONS = [
  "same_key",
  "same",
  "close",
  "contradiction",
  "between",
  "far",
] as const satisfies readonly Relation[];
const MERGED: ReadonlySet<Relation> = new Set(["same_key", "same", "close"]);
const SEED = 20_260_501;
const GENERATED = 500;
/** A pair scored above the first is one fact; below the second, or contradicting, it must not merge. */
const MERGEABLE = { stsb: 4.5, sick: 4.7 };
const MUST_NOT_BELOW = 3.5;

const ScoredPair = z.object({
  a: z.string(),
  b: z.string(),
  score: z.number(),
  relation: z.enum(["ENTAILMENT", "NEUTRAL", "CONTRADICTION"]).optional(),
  set: z.string(),
});
type ScoredPair = z.infer<typeof ScoredPair>;

type Judged = Readonly<{ row: string; relation: Relation }>;
type Counts = Readonly<Record<Relation, number>>;
type Table = Readonly<Record<string, Counts>>;
type Share = Readonly<{ merged: number; n: number; percent: number }>;

export const evaluate: Evaluation = async ({ data }) => {
  const scored = readJsonLines(dataFile(data, "pairs-dev.jsonl.gz")).map((row) =>
    ScoredPair.parse(row),
  );
  const started = process.cpuUsage().user;
  const sets = tabulate(
    await judgeAll(scored, ({ a, b, ...row }) => ({ older: a, newer: b, row: rowOf(row) })),
  );
  const cpuMicrosPerPair = (process.cpuUsage().user - started) / scored.length;
  const generated = {
    all: await judgeGenerated([...LOOKED_AT_TEMPLATES, ...HELD_OUT_TEMPLATES]),
    tuning: await judgeGenerated([...LOOKED_AT_TEMPLATES]),
    heldOut: await judgeGenerated(HELD_OUT_TEMPLATES),
  };
  const figures = {
    bands: DEFAULT_MERGE_BANDS,
    sets,
    merged: Object.fromEntries(
      Object.entries(sets).map(([row, counts]) => [row, shareMerged(counts)]),
    ),
    generated,
    cpuMicrosPerPair: Math.round(cpuMicrosPerPair),
  };
  const text = [
    table("scored pairs", sets),
    ...Object.entries(generated).map(([name, rows]) => table(`generated, ${name} templates`, rows)),
    `${figures.cpuMicrosPerPair} µs of CPU a pair, embedding included`,
  ].join("\n\n");
  return { figures, text };
};

function rowOf({ set, score, relation }: Omit<ScoredPair, "a" | "b">): string {
  if (relation === "CONTRADICTION" || score < MUST_NOT_BELOW) return `${set}: must not merge`;
  const isOne =
    relation === undefined
      ? score >= MERGEABLE.stsb
      : relation === "ENTAILMENT" && score >= MERGEABLE.sick;
  return isOne ? `${set}: one fact` : `${set}: in doubt`;
}

async function judgeGenerated(templates: readonly Template[]): Promise<Table> {
  const pairs = [
    ...paraphrasePairs(templates, GENERATED, SEED),
    ...lookAlikePairs(templates, GENERATED, SEED + 1),
  ];
  const judged = await judgeAll(pairs, ({ older, newer, change }: Pair) => ({
    ...{ older, newer },
    row: change === "same" ? "one fact" : `changed: ${change}`,
  }));
  const changed = judged.filter(({ row }) => row !== "one fact");
  return tabulate([
    ...judged,
    ...changed.map(({ relation }) => ({ row: "must not merge", relation })),
  ]);
}

/** The built-in embedder costs nothing, so nobody pays for it. */
const NOBODY = { tenant: "" };

async function judgeAll<T>(
  pairs: readonly T[],
  read: (pair: T) => Readonly<{ older: string; newer: string; row: string }>,
): Promise<Judged[]> {
  const texts = pairs.map(read);
  const embedder = builtinEmbedder();
  const older = await embedder.embed(
    texts.map((pair) => pair.older),
    "document",
    NOBODY,
  );
  const newer = await embedder.embed(
    texts.map((pair) => pair.newer),
    "document",
    NOBODY,
  );
  return texts.map((pair, index) => ({
    row: pair.row,
    relation: judge(
      { text: pair.older, vector: older[index] },
      { text: pair.newer, vector: newer[index] },
    ),
  }));
}

type Embedded = Readonly<{ text: string; vector: Float32Array | undefined }>;

function judge(older: Embedded, newer: Embedded): Comparison["relation"] {
  const compared = ({ text, vector }: Embedded) =>
    vector === undefined ? { text } : { text, vector };
  return compare(compared(older), compared(newer), DEFAULT_MERGE_BANDS).relation;
}

function tabulate(judged: readonly Judged[]): Table {
  const rows = [...new Set(judged.map(({ row }) => row))].sort();
  return Object.fromEntries(
    rows.map((row) => {
      const relations = judged.filter((one) => one.row === row).map(({ relation }) => relation);
      return [row, countRelations(relations)];
    }),
  );
}

function countRelations(relations: readonly Relation[]): Counts {
  const count = (relation: Relation) => relations.filter((one) => one === relation).length;
  return {
    same_key: count("same_key"),
    same: count("same"),
    close: count("close"),
    contradiction: count("contradiction"),
    between: count("between"),
    far: count("far"),
  };
}

function shareMerged(counts: Counts): Share {
  const n = RELATIONS.reduce((sum, relation) => sum + counts[relation], 0);
  const merged = RELATIONS.reduce((sum, r) => sum + (MERGED.has(r) ? counts[r] : 0), 0);
  return { merged, n, percent: n === 0 ? 0 : Math.round((10_000 * merged) / n) / 100 };
}

function table(title: string, rows: Table): string {
  const head = ["", ...RELATIONS, "n", "merged"];
  const lines = Object.entries(rows).map(([row, counts]) => {
    const { n, percent } = shareMerged(counts);
    return [
      row,
      ...RELATIONS.map((relation) => String(counts[relation])),
      String(n),
      `${percent} %`,
    ];
  });
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((l) => (l[column] ?? "").length)),
  );
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ");
  return [title, format(head), ...lines.map(format)].join("\n");
}
