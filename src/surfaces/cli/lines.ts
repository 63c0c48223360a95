// Memories, receipts, reviews and search results as lines for people.

import type { Memory } from "../../model/memory.ts";
import type { Receipt } from "../../model/receipt.ts";
import type { ReviewAct } from "../../model/review.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { oneLine, paint } from "./print.ts";

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function memoryLines(memory: Memory): readonly string[] {
  const { kind, state, scope, category, subject, tags, confidence, importance } = memory;
  const rows: readonly (readonly [string, string])[] = [
    ["id", memory.id],
    ["kind", kind],
    ["state", `${state}, version ${memory.version}`],
    ["scope", `${scope}/${category}`],
    ["about", subject ?? ""],
    ["tags", tags.join(", ")],
    [
      "weight",
      `confidence ${confidence}, importance ${importance}${memory.pinned ? ", pinned" : ""}`,
    ],
    ["origin", memory.origins.join(", ")],
    ["verdict", memory.verdict ?? ""],
    ["created", memory.createdAt],
    ["updated", memory.updatedAt],
    ["expires", memory.expiresAt ?? ""],
  ];
  return [
    paint.bold(oneLine(memory.text)),
    ...rows
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `  ${paint.dim(name.padEnd(8))} ${oneLine(value)}`),
  ];
}

/** What became of something that wanted to be remembered, a line each. */
export function receiptLines(receipt: Receipt): readonly string[] {
  const lines = [
    ...receipt.stored.map((one) => `${paint.green("stored")} ${one.id} ${oneLine(one.text)}`),
    ...receipt.merged.map(
      (one) => `${paint.green("merged")} ${one.id} (${one.how}) ${oneLine(one.text)}`,
    ),
    ...receipt.held.map(
      (one) => `${paint.yellow("held")} ${one.reviewId} ${one.why}; decide with \`mneme review\``,
    ),
    ...receipt.dropped.map((one) => `${paint.red("dropped")} by ${one.stage}: ${one.reason}`),
    ...receipt.reasons.map(
      (one) => `${paint.dim("not kept")} ${one.reason}: ${oneLine(one.clause)}`,
    ),
  ];
  return lines.length > 0 ? lines : [`${receipt.status}: nothing to remember`];
}

// A proposal that waits for a person, in words.

type Review = Awaited<ReturnType<MemoryEngine["review"]["list"]>>[number];

export function reviewLines(review: Review): readonly string[] {
  const about = review.user === undefined ? "" : `, about ${review.user}`;
  return [
    `${paint.dim(review.id)} ${reviewHead(review)}`,
    paint.dim(
      `     because ${oneLine(review.why)}${about}; expires ${review.lapsesAt.slice(0, 10)}`,
    ),
  ];
}

export function reviewHead({ act }: Readonly<{ act: ReviewAct }>): string {
  switch (act.type) {
    case "store":
      return `${paint.cyan("store")} ${oneLine(act.proposal.text)}`;
    case "merge":
      return `${paint.cyan(`merge ${act.ids.length}`)} ${oneLine(act.text)}`;
    case "delete":
      return `${paint.cyan("delete")} ${act.id}`;
  }
}

// A search result as a table for people: the score, its parts, and the way back to what was said.

const SHOWN_PARTS = ["semantic", "lexical", "confidence", "recency", "channel"] as const;

type SearchResult = Awaited<ReturnType<MemoryEngine["search"]>>;

export function searchTable(result: SearchResult, explain: boolean): readonly string[] {
  if (result.hits.length === 0) return [paint.dim("Nothing found.")];
  const lines = result.hits.flatMap((hit) => {
    const head = `${hit.score.toFixed(2)} ${paint.cyan(hit.kind.padEnd(9))} ${oneLine(hit.text)}`;
    if (!explain) return [head];
    const parts = SHOWN_PARTS.map((name) => `${name} ${hit.parts[name].toFixed(2)}`).join("  ");
    const sources = hit.sources.map(({ messageId, quote }) =>
      quote === undefined || quote === "" ? messageId : `${messageId} “${oneLine(quote)}”`,
    );
    return [
      head,
      paint.dim(`     ${parts}  passed: ${hit.gate}`),
      ...rankingOf(hit),
      paint.dim(`     from ${sources.join(", ") || "no message"}`),
    ];
  });
  const { filtered } = result;
  if (!explain || filtered === undefined) return lines;
  const left = Object.entries(filtered).map(([rule, count]) => `${rule} ${count}`);
  return [...lines, paint.dim(`left out by rule: ${left.join(", ")}`)];
}

type Answer = Awaited<ReturnType<MemoryEngine["answer"]>>;

export function answerLines(given: Answer): readonly string[] {
  const { type, answer = "", citations, lines, by, reason } = given;
  const shown = (list: Answer["lines"]) =>
    list.map(({ id, text }) => `  ${paint.dim(id)} ${oneLine(text)}`);
  switch (type) {
    case "answer":
      return [oneLine(answer), ...shown(citations)];
    case "unknown":
      return [paint.dim("Nothing here supports an answer.")];
    case "lines":
      return [
        ...(reason === undefined ? [] : [paint.dim(`${by} gave no answer (${reason}). Found:`)]),
        ...shown(lines),
      ];
  }
}

/** What gave it its place; the score in front is the chance that it helps. */
function rankingOf({ ranking }: SearchResult["hits"][number]): readonly string[] {
  if (ranking === undefined) return [];
  const { sum, lifted, total } = ranking;
  const figures = `${sum.toFixed(2)} + lifts ${lifted.toFixed(2)} = ${total.toFixed(2)}`;
  return [paint.dim(`     ranked by ${figures}`)];
}
