// What the folder looks like: what is a file, what a folder, and how the memory tool lists it.

import type { DocumentAddress, DocumentTree, Folder } from "../../model/document.ts";
import { addressOf } from "./path.ts";

const LISTED_LEVELS = 2;
/** A folder has no size of its own here; this is what most file systems say of one. */
const FOLDER_SIZE = "4K";
const UNITS = ["B", "K", "M", "G"];
const STEP = 1024;

export type Found = "file" | "folder" | undefined;

export function whatIsAt(tree: DocumentTree, names: Folder): Found {
  const address = addressOf(names);
  if (address === undefined) return "folder";
  if (fileAt(tree, address) !== undefined) return "file";
  return tree.folders.some((folder) => isSame(folder, names)) ? "folder" : undefined;
}

function fileAt(tree: DocumentTree, { folder, name }: DocumentAddress) {
  return tree.files.find((file) => file.name === name && isSame(file.folder, folder));
}

/** A file cannot be a folder on the way to something. */
export function refuseFileOnTheWay(tree: DocumentTree, names: Folder): void {
  for (let depth = 1; depth < names.length; depth++)
    if (whatIsAt(tree, names.slice(0, depth)) === "file")
      throw new Error(`The path /memories/${names.slice(0, depth).join("/")} is not a directory.`);
}

export function isWithin(names: Folder, folder: Folder): boolean {
  return folder.every((name, place) => names[place] === name);
}

function isSame(a: Folder, b: Folder): boolean {
  return a.length === b.length && isWithin(a, b);
}

/** The files and folders two levels deep, as lines of size and path below `shownAs`. */
export function listing(tree: DocumentTree, names: Folder, shownAs: string): string {
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
