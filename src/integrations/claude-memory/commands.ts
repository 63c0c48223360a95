// The commands of Claude's memory tool, each decided on the folder as it is. The answers are those of Anthropic's own
// file system tool.

import type { DocumentAddress, DocumentTree, Folder } from "../../model/document.ts";
import type { DocumentDraftSet } from "../../operations/frameworks.ts";
import { change, type Decision, type MemoryFolder, noted, readFile, readTree } from "./files.ts";
import { insertAfter, replaceOnce, shownLines, snippet } from "./lines.ts";
import { addressOf, namesOf } from "./path.ts";
import { isWithin, listing, refuseFileOnTheWay, whatIsAt } from "./tree.ts";

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
