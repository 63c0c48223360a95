// Markdown with tables, as GitHub writes it: paragraphs, lists, code and rows, each under its headings and with its line.

import type { Nodes, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { type Block, headingPath, imageText, rowText } from "./pieces.ts";

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/;

export function markdownBlocks(text: string): readonly Block[] {
  // Properties say nothing to a reader; their lines are kept so that the others keep their numbers.
  const body = text.replace(FRONT_MATTER, (found) => "\n".repeat(found.split("\n").length - 1));
  const tree = fromMarkdown(body, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const path = headingPath();
  const blocks: Block[] = [];
  for (const node of tree.children) {
    if (node.type === "heading") path.enter(node.depth, textOf(node));
    else for (const told of toldOf(node)) blocks.push(blockOf(told, path.now()));
  }
  return blocks;
}

function blockOf({ text, node }: Told, headings: readonly string[]): Block {
  const line = node.position?.start.line;
  return { text, headings, ...(line === undefined ? {} : { line }) };
}

type Told = Readonly<{ text: string; node: Nodes }>;

/** A list by its items and a table by its rows, so that a piece can end between them. */
function* toldOf(node: Nodes): Generator<Told> {
  if (node.type === "table") yield* rowsOf(node);
  else if (node.type === "list")
    for (const item of node.children) yield { text: `- ${textOf(item)}`, node: item };
  else yield { text: textOf(node), node };
}

function* rowsOf({ children: [head, ...rows] }: Table): Generator<Told> {
  const names = head?.children.map(textOf) ?? [];
  if (rows.length === 0 && head !== undefined) yield { text: names.join("; "), node: head };
  for (const row of rows) yield { text: rowText(names, row.children.map(textOf)), node: row };
}

/** What a reader sees of it; of an image what it is said to show. */
function textOf(node: Nodes): string {
  switch (node.type) {
    case "image":
      return imageText(node.alt ?? "", node.title ?? "");
    case "imageReference":
      return imageText(node.alt ?? "", "");
    case "html":
      return node.value.replace(/<!--[\s\S]*?-->|<[^>]*>/g, " ");
    case "break":
      return "\n";
    case "text":
    case "inlineCode":
    case "code":
      return node.value;
    case "table":
      return [...rowsOf(node)].map(({ text }) => text).join("\n");
    default:
      return "children" in node
        ? node.children.map(textOf).join(isFlow(node.children[0]) ? "\n" : "")
        : "";
  }
}

/** Paragraphs and their like stand below each other, words beside. */
function isFlow(node: Nodes | undefined): boolean {
  return (
    node !== undefined &&
    ["paragraph", "list", "listItem", "code", "blockquote"].includes(node.type)
  );
}
