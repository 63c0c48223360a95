// HTML, as a browser reads it: text under its headings, rows of tables, captions of images. Scripts, styles, navigation and
// what is hidden are no text of the document.

import { type DefaultTreeAdapterMap, parse } from "parse5";
import { type Block, headingPath, imageText, rowText } from "./pieces.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["script", "style", "template", "noscript", "head", "nav", "svg", "iframe", "form", "button"],
]);
/** What begins a line of its own. */
const APART: ReadonlySet<string> = new Set([
  ...["p", "div", "li", "pre", "blockquote", "section", "article", "main", "header", "footer"],
  ...["ul", "ol", "dl", "dt", "dd", "figcaption", "body", "html", "aside", "details", "summary"],
]);
/** Deeper than any page; a file made to be deep ends here. */
const MOST_LEVELS = 256;

type Reading = Readonly<{
  blocks: Block[];
  /** Words of the line that is being read. */
  words: string[];
  path: ReturnType<typeof headingPath>;
}>;

export function htmlBlocks(text: string): readonly Block[] {
  const reading: Reading = { blocks: [], words: [], path: headingPath() };
  walk(parse(text), 0, reading);
  endLine(reading);
  return reading.blocks;
}

function endLine(reading: Reading): void {
  const { words } = reading;
  const told = words
    .join("")
    .replace(/[ \t\r\n]+/g, " ")
    .trim();
  words.length = 0;
  if (told !== "") reading.blocks.push({ text: told, headings: reading.path.now() });
}

function addBlock(text: string, reading: Reading): void {
  endLine(reading);
  if (text !== "") reading.blocks.push({ text, headings: reading.path.now() });
}

function walk(node: Node, depth: number, reading: Reading): void {
  if (node.nodeName === "#text" && "value" in node) reading.words.push(node.value);
  if (!("childNodes" in node) || depth > MOST_LEVELS) return;
  if (!("tagName" in node)) walkInto(node.childNodes, depth, reading);
  else if (!LEFT_OUT.has(node.tagName) && !isHidden(node) && !readWhole(node, depth, reading)) {
    const isApart = APART.has(node.tagName);
    if (isApart) endLine(reading);
    walkInto(node.childNodes, depth, reading);
    if (isApart) endLine(reading);
  }
}

function walkInto(nodes: readonly Node[], depth: number, reading: Reading): void {
  for (const child of nodes) walk(child, depth + 1, reading);
}

/** Headings, tables and images are read as one. False for everything else. */
function readWhole(element: Element, depth: number, reading: Reading): boolean {
  const tag = element.tagName;
  if (/^h[1-6]$/.test(tag)) {
    endLine(reading);
    reading.path.enter(Number(tag.slice(1)), plain(element, depth));
  } else if (tag === "table") for (const row of rowsOf(element, depth)) addBlock(row, reading);
  else if (tag === "img") addBlock(imageText(attribute(element, "alt"), ""), reading);
  else if (tag === "figure") addBlock(figureText(element, depth), reading);
  else if (tag === "br") reading.words.push(" ");
  else return false;
  return true;
}

function isHidden(element: Element): boolean {
  const style = attribute(element, "style").replace(/\s/g, "");
  return (
    element.attrs.some(({ name }) => name === "hidden") ||
    attribute(element, "aria-hidden") === "true" ||
    /display:none|visibility:hidden/i.test(style)
  );
}

function attribute({ attrs }: Element, wanted: string): string {
  return attrs.find(({ name }) => name === wanted)?.value ?? "";
}

function plain(node: Node, depth: number): string {
  if (depth > MOST_LEVELS) return "";
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if ("tagName" in node && (LEFT_OUT.has(node.tagName) || isHidden(node))) return "";
  const inner = "childNodes" in node ? node.childNodes.map((one) => plain(one, depth + 1)) : [];
  return inner.join(" ").replace(/\s+/g, " ").trim();
}

function elements(node: Element, tags: ReadonlySet<string>, depth: number): readonly Element[] {
  if (depth > MOST_LEVELS) return [];
  return node.childNodes.flatMap((child) => {
    if (!("tagName" in child)) return [];
    return tags.has(child.tagName) ? [child] : elements(child, tags, depth + 1);
  });
}

const ROW = new Set(["tr"]);
const CELL = new Set(["td", "th"]);

/** The first row names the columns where it is made of headings, as Word's and Markdown's tables are. */
function* rowsOf(table: Element, depth: number): Generator<string> {
  const rows = elements(table, ROW, depth).map((row) => elements(row, CELL, depth));
  const [first = [], ...rest] = rows;
  const isHead = rest.length > 0 && first.every(({ tagName }) => tagName === "th");
  const names = isHead ? first.map((cell) => plain(cell, depth)) : [];
  for (const row of isHead ? rest : rows)
    yield rowText(
      names,
      row.map((cell) => plain(cell, depth)),
    );
}

function figureText(figure: Element, depth: number): string {
  const [image] = elements(figure, new Set(["img"]), depth);
  const [caption] = elements(figure, new Set(["figcaption"]), depth);
  const told = caption === undefined ? "" : plain(caption, depth);
  return image === undefined ? plain(figure, depth) : imageText(attribute(image, "alt"), told);
}
