// A block of context as a tree of lines, and how much of it a token budget holds.

import { estimateTokenCount } from "tokenx";
import { type Fence, fenced, notice } from "./fence.ts";

/** One stored line. `before` and `after` are ours, already safe to print. */
export type ItemLine = Readonly<{
  type: "line";
  /** Which part of the context it stands in. */
  section: string;
  item: "memory" | "message";
  id: string;
  label: string;
  text: string;
  before?: string;
  after?: string;
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

export type Fitted = Readonly<{
  text: string;
  tokens: number;
  lines: readonly ItemLine[];
  leftOut: readonly ItemLine[];
}>;

/** Lines go in by order of the tree; one that does not fit is left out, a shorter one after it may still fit. */
export function fitBudget(tree: Group, fence: Fence, budgetTokens: number | undefined): Fitted {
  const kept = new Set<ItemLine>();
  const leftOut: ItemLine[] = [];
  let text = "";
  for (const line of linesOf(tree)) {
    kept.add(line);
    const longer = render(tree, fence, kept);
    if (budgetTokens === undefined || estimateTokenCount(longer) <= budgetTokens) text = longer;
    else {
      kept.delete(line);
      leftOut.push(line);
    }
  }
  return { text, tokens: estimateTokenCount(text), lines: [...kept], leftOut };
}

function linesOf(node: ItemLine | Group): readonly ItemLine[] {
  return node.type === "line" ? [node] : node.children.flatMap(linesOf);
}

function render(tree: Group, fence: Fence, kept: ReadonlySet<ItemLine>): string {
  const printed = print(tree, fence, kept);
  return printed === undefined ? "" : [...notice(fence), printed].join("\n");
}

function print(
  node: ItemLine | Group,
  fence: Fence,
  kept: ReadonlySet<ItemLine>,
): string | undefined {
  if (node.type === "line") {
    if (!kept.has(node)) return undefined;
    return `${node.before ?? ""}${fenced(node.label, node.text, fence)}${node.after ?? ""}`;
  }
  const inside = node.children
    .map((child) => print(child, fence, kept))
    .filter((part) => part !== undefined);
  if (inside.length === 0) return undefined;
  return [...node.open, inside.join(node.separator ?? "\n"), ...node.close].join("\n");
}
