// The commands of Claude's memory tool, each decided on the folder as it is. The answers are those of Anthropic's own
// file system tool.

import type { DocumentAddress, DocumentTree, Folder } from "../../model/document.ts";
import type { DocumentDraftSet } from "../../operations/admin/frameworks.ts";
import {
  addressOf,
  change,
  type Decision,
  type MemoryFolder,
  namesOf,
  noted,
  readFile,
  readTree,
} from "./files.ts";

type Changes = DocumentDraftSet["changes"];

export async function view(
  folder: MemoryFolder,
  path: string,
  range: readonly number[] | null | undefined,
): Promise<string> {
  const names = namesOf(path);
  const tree = await readTree(folder);
  if (existing(tree, names, path) === "folder")
    return `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:\n${listing(tree, names, path)}`;
  const text = await textAt(folder, names, path);
  return `Here's the content of ${path} with line numbers:\n${shownLines(path, text, range)}`;
}

export function create(folder: MemoryFolder, path: string, text: string): Promise<string> {
  const names = namesOf(path);
  return change(folder, async (tree) => {
    refuseFileOnTheWay(tree, names);
    const at = addressOf(names);
    if (at === undefined || whatIsAt(tree, names) !== undefined)
      throw new Error(`File ${path} already exists`);
    for (const name of names) folder.documents.screenName(name);
    const content = folder.documents.screenText(text);
    return {
      changes: [...foldersAround(names), { type: "put", at, content, index: [] }],
      answer: noted(`File created successfully at: ${path}`, content),
    };
  });
}

export function replace(
  folder: MemoryFolder,
  path: string,
  words: Readonly<{ from: string; to: string }>,
): Promise<string> {
  return edit(folder, path, (before) => {
    const edited = replaceOnce(path, before, words);
    const answer = (text: string) =>
      `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet({ ...edited, text })}`;
    return { text: edited.text, answer };
  });
}

export function insert(
  folder: MemoryFolder,
  path: string,
  { line, text }: Readonly<{ line: number; text: string }>,
): Promise<string> {
  return edit(folder, path, (before) => ({
    text: insertAfter(before, line, text),
    answer: () => `The file ${path} has been edited.`,
  }));
}

type Edit = Readonly<{ text: string; answer: (stored: string) => string }>;

/** The whole text is screened again: what an edit joins may be private where its parts were not. */
function edit(folder: MemoryFolder, path: string, make: (before: string) => Edit): Promise<string> {
  const names = namesOf(path);
  return change(folder, async (tree) => {
    const at = addressOf(names);
    if (existing(tree, names, path) !== "file" || at === undefined)
      throw new Error(`The path ${path} is not a file.`);
    const made = make(await textAt(folder, names, path));
    const content = folder.documents.screenText(made.text);
    const answer = noted(made.answer(content.content), content);
    return { changes: [{ type: "put", at, content, index: [] }], answer };
  });
}

export function remove(folder: MemoryFolder, path: string): Promise<string> {
  const names = namesOf(path);
  return change(folder, async (tree) => {
    if (names.length === 0) throw new Error("Cannot delete the /memories directory itself");
    refuseFileOnTheWay(tree, names);
    if (whatIsAt(tree, names) === undefined) throw new Error(`The path ${path} does not exist`);
    const gone: Changes = filesAt(tree, names).map((at) => ({ type: "remove", at }));
    return {
      changes: [...gone, { type: "removeFolder", folder: names }],
      answer: `Successfully deleted ${path}`,
    };
  });
}

export function rename(folder: MemoryFolder, path: string, newPath: string): Promise<string> {
  const from = namesOf(path);
  const to = namesOf(newPath);
  return change(folder, async (tree): Promise<Decision> => {
    if (from.length === 0) throw new Error("Cannot rename the /memories directory itself");
    refuseFileOnTheWay(tree, to);
    if (whatIsAt(tree, to) !== undefined)
      throw new Error(`The destination ${newPath} already exists`);
    refuseFileOnTheWay(tree, from);
    if (whatIsAt(tree, from) === undefined) throw new Error(`The path ${path} does not exist`);
    if (isWithin(to, from)) throw new Error(`Cannot move ${path} into itself.`);
    for (const name of to) folder.documents.screenName(name);
    return {
      changes: moving(tree, from, to),
      answer: `Successfully renamed ${path} to ${newPath}`,
    };
  });
}

function moving(tree: DocumentTree, from: Folder, to: Folder): Changes {
  const moved = (names: Folder) => [...to, ...names.slice(from.length)];
  const folders = tree.folders.filter((folder) => isWithin(folder, from)).map(moved);
  const files = filesAt(tree, from).flatMap((file): Changes => {
    const there = addressOf(moved([...file.folder, file.name]));
    return there === undefined ? [] : [{ type: "move", from: file, to: there }];
  });
  return [
    ...foldersAround(to),
    ...folders.map((folder) => ({ type: "makeFolder", folder }) as const),
    ...files,
    { type: "removeFolder", folder: from },
  ];
}

/** The file itself, or every file in the folder and below. */
function filesAt(tree: DocumentTree, names: Folder): readonly DocumentAddress[] {
  return tree.files
    .filter(({ folder, name }) => isWithin([...folder, name], names))
    .map(({ folder, name }) => ({ folder, name }));
}

function foldersAround(names: Folder): Changes {
  return names
    .slice(0, -1)
    .map((_, place) => ({ type: "makeFolder", folder: names.slice(0, place + 1) }));
}

function existing(tree: DocumentTree, names: Folder, path: string): "file" | "folder" {
  refuseFileOnTheWay(tree, names);
  const found = whatIsAt(tree, names);
  if (found === undefined)
    throw new Error(`The path ${path} does not exist. Please provide a valid path.`);
  return found;
}

async function textAt(folder: MemoryFolder, names: Folder, path: string): Promise<string> {
  const text = await readFile(folder, names);
  if (text !== undefined) return text;
  throw new Error(
    `The file ${path} no longer exists (may have been deleted or renamed concurrently).`,
  );
}

// A file as numbered lines, and the two edits the memory tool makes. Pure. The sentences are those of Anthropic's own
// tool, which the model was trained to read.

const MAX_LINES = 999_999;
const NUMBER_WIDTH = String(MAX_LINES).length;
const SHOWN_AROUND = 2;

function numbered(lines: readonly string[], from: number): string {
  return lines
    .map((line, place) => `${String(place + from).padStart(NUMBER_WIDTH)}\t${line}`)
    .join("\n");
}

function shownLines(
  path: string,
  text: string,
  range: readonly number[] | null | undefined,
): string {
  const lines = text.split("\n");
  if (lines.length > MAX_LINES)
    throw new Error(
      `File ${path} has too many lines (${lines.length}). Maximum is ${MAX_LINES.toLocaleString("en-US")} lines.`,
    );
  if (range?.length !== 2) return numbered(lines, 1);
  const [first = 1, last = -1] = range;
  const start = Math.max(1, first) - 1;
  return numbered(lines.slice(start, last === -1 ? lines.length : last), start + 1);
}

type Edited = Readonly<{ text: string; line: number }>;

/** What is searched for lies within one line, and only one line may hold it. */
function replaceOnce(
  path: string,
  text: string,
  { from, to }: Readonly<{ from: string; to: string }>,
): Edited {
  const lines = text.split("\n");
  const found = lines.flatMap((line, place) => (line.includes(from) ? [place + 1] : []));
  const [line, ...others] = found;
  if (line === undefined)
    throw new Error(
      `No replacement was performed, old_str \`${from}\` did not appear verbatim in ${path}.`,
    );
  if (others.length > 0)
    throw new Error(
      `No replacement was performed. Multiple occurrences of old_str \`${from}\` in lines: ${found.join(", ")}. Please ensure it is unique`,
    );
  return { text: text.replace(from, () => to), line };
}

function snippet({ text, line }: Edited): string {
  const lines = text.split("\n");
  const from = Math.max(0, line - 1 - SHOWN_AROUND);
  return numbered(lines.slice(from, line + SHOWN_AROUND), from + 1);
}

function insertAfter(text: string, line: number, inserted: string): string {
  const lines = text.split("\n");
  if (line < 0 || line > lines.length)
    throw new Error(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  lines.splice(line, 0, inserted.replace(/\n$/, ""));
  return lines.join("\n");
}

// What the folder looks like: what is a file, what a folder, and how the memory tool lists it.

const LISTED_LEVELS = 2;
/** A folder has no size of its own here; this is what most file systems say of one. */
const FOLDER_SIZE = "4K";
const UNITS = ["B", "K", "M", "G"];
const STEP = 1024;

type Found = "file" | "folder" | undefined;

function whatIsAt(tree: DocumentTree, names: Folder): Found {
  const address = addressOf(names);
  if (address === undefined) return "folder";
  if (fileAt(tree, address) !== undefined) return "file";
  return tree.folders.some((folder) => isSame(folder, names)) ? "folder" : undefined;
}

function fileAt(tree: DocumentTree, { folder, name }: DocumentAddress) {
  return tree.files.find((file) => file.name === name && isSame(file.folder, folder));
}

/** A file cannot be a folder on the way to something. */
function refuseFileOnTheWay(tree: DocumentTree, names: Folder): void {
  for (let depth = 1; depth < names.length; depth++)
    if (whatIsAt(tree, names.slice(0, depth)) === "file")
      throw new Error(`The path /memories/${names.slice(0, depth).join("/")} is not a directory.`);
}

function isWithin(names: Folder, folder: Folder): boolean {
  return folder.every((name, place) => names[place] === name);
}

function isSame(a: Folder, b: Folder): boolean {
  return a.length === b.length && isWithin(a, b);
}

/** The files and folders two levels deep, as lines of size and path below `shownAs`. */
function listing(tree: DocumentTree, names: Folder, shownAs: string): string {
  const inside = entries(tree, names).map(({ size, path }) => `${size}\t${shownAs}/${path}`);
  return [`${FOLDER_SIZE}\t${shownAs}`, ...inside].join("\n");
}

type Entry = Readonly<{ size: string; path: string }>;

function entries(tree: DocumentTree, names: Folder, level = 1): readonly Entry[] {
  const folders = tree.folders
    .filter((folder) => folder.length === names.length + 1 && isWithin(folder, names))
    .map((folder) => ({ name: folder.at(-1) ?? "", size: undefined }));
  const files = tree.files
    .filter((file) => isSame(file.folder, names))
    .map(({ name, bytes }) => ({ name, size: sizeOf(bytes) }));
  return [...folders, ...files]
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, size }) => {
      if (size !== undefined) return [{ size, path: name }];
      const below = level < LISTED_LEVELS ? entries(tree, [...names, name], level + 1) : [];
      const inner = below.map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));
      return [{ size: FOLDER_SIZE, path: `${name}/` }, ...inner];
    });
}

function sizeOf(bytes: number): string {
  if (bytes === 0) return "0B";
  const unit = Math.floor(Math.log(bytes) / Math.log(STEP));
  const size = bytes / STEP ** unit;
  return `${size % 1 === 0 ? size : size.toFixed(1)}${UNITS[unit]}`;
}
