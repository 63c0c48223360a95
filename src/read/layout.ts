// A block of context as a tree of lines, and how much of it a token budget holds.

import { estimateTokenCount } from "tokenx";
import { enclosed, type Fence, storedLine } from "./fence.ts";

/** One stored line. `before` and `after` are ours, already safe to print. */
export type ItemLine = Readonly<{
  type: "line";
  /** Which part of the context it stands in. */
  section: string;
  item: "memory" | "message";
  id: string;
  label: string;
  text: string;
  isQuoted?: true;
  before?: string;
  after?: string;
  /** The chance that it helps. A line without one is always shown, and goes in before all that have one. */
  value?: number;
}>;

/** Printed only when something inside it is. */
export type Group = Readonly<{
  type: "group";
  open: readonly string[];
  children: readonly (ItemLine | Group)[];
  close: readonly string[];
  /** Between children; a single line break when absent. */
  separator?: string;
}>;

export type CostedLine = Readonly<{ line: ItemLine; tokens: number }>;

export type Fitted = Readonly<{
  text: string;
  tokens: number;
  lines: readonly CostedLine[];
  leftOut: readonly ItemLine[];
}>;

/** What a short line costs beside its words: it takes a reader's attention as well. */
const EACH_LINE = 8;

/**
 * Whole lines go in: first those always shown, then those of most value for their tokens. They are printed in the order
 * of the tree. The best line goes in whatever it costs: a question that was answered is not answered with nothing.
 */
export function fitBudget(tree: Group, fence: Fence, budgetTokens: number | undefined): Fitted {
  const all = linesOf(tree).map((line): CostedLine => ({ line, tokens: costOf(line) }));
  if (budgetTokens === undefined) return fitted(tree, fence, { all, kept: new Set(linesOf(tree)) });
  const order = all.toSorted((a, b) => worth(b) - worth(a));
  const best = bestOf(order);
  const kept = new Set<ItemLine>(best === undefined ? [] : [best.line]);
  let used = best?.tokens ?? 0;
  for (const { line, tokens } of order) {
    if (kept.has(line) || used + tokens > budgetTokens) continue;
    kept.add(line);
    used += tokens;
  }
  // Marks and headings cost too; the least worth of what is in gives way to them.
  const last = order.filter(({ line }) => kept.has(line) && line !== best?.line).reverse();
  let result = fitted(tree, fence, { all, kept });
  for (const { line } of last) {
    if (result.tokens <= budgetTokens) break;
    kept.delete(line);
    result = fitted(tree, fence, { all, kept });
  }
  return result;
}

function bestOf(order: readonly CostedLine[]): CostedLine | undefined {
  const weighed = order.filter(({ line }) => line.value !== undefined);
  return weighed.toSorted((a, b) => (b.line.value ?? 0) - (a.line.value ?? 0))[0] ?? order[0];
}

/** A stable sort keeps the lines that are always shown in the order of the tree. */
function worth({ line, tokens }: CostedLine): number {
  return line.value === undefined ? Number.MAX_VALUE : line.value / (EACH_LINE + tokens);
}

function costOf(line: ItemLine): number {
  return estimateTokenCount(`${printedLine(line)}\n`);
}

type Chosen = Readonly<{ all: readonly CostedLine[]; kept: ReadonlySet<ItemLine> }>;

function fitted(tree: Group, fence: Fence, { all, kept }: Chosen): Fitted {
  const printed = print(tree, kept);
  const text = printed === undefined ? "" : enclosed(printed, fence);
  return {
    text,
    tokens: estimateTokenCount(text),
    lines: all.filter(({ line }) => kept.has(line)),
    leftOut: all.flatMap(({ line }) => (kept.has(line) ? [] : [line])),
  };
}

function linesOf(node: ItemLine | Group): readonly ItemLine[] {
  return node.type === "line" ? [node] : node.children.flatMap(linesOf);
}

function print(node: ItemLine | Group, kept: ReadonlySet<ItemLine>): string | undefined {
  if (node.type === "line") return kept.has(node) ? printedLine(node) : undefined;
  const inside = node.children
    .map((child) => print(child, kept))
    .filter((part) => part !== undefined);
  if (inside.length === 0) return undefined;
  return [...node.open, inside.join(node.separator ?? "\n"), ...node.close].join("\n");
}

function printedLine({ before = "", label, text, isQuoted, after = "" }: ItemLine): string {
  return `${before}${storedLine(label, isQuoted ? `"${text}"` : text)}${after}`;
}
