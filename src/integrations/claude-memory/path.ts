// Where a path of the memory tool leads. A model writes these paths, and whoever wrote what the model read.

import type { DocumentAddress, Folder } from "../../model/document.ts";

const ROOT = "/memories";
const MAX_DEPTH = 32;
const MAX_NAME_BYTES = 255;
/** A name that shows as several lines, or as another one, is none. */
const UNUSABLE = /[\p{Cc}\p{Surrogate}\\]/u;
const ENCODED = /%(?:2e|2f|5c|00)/i;

/** The names below `/memories`; none for the folder itself. */
export function namesOf(path: string): Folder {
  if (path !== ROOT && !path.startsWith(`${ROOT}/`))
    throw new Error(`Path must start with /memories, got: ${path}`);
  const names: string[] = [];
  for (const name of path.slice(ROOT.length).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(usable(name, path));
    else if (names.pop() === undefined) throw outside(path);
  }
  if (names.length > MAX_DEPTH)
    throw new Error(`The path ${path} has more than ${MAX_DEPTH} parts.`);
  return names;
}

function usable(name: string, path: string): string {
  if (UNUSABLE.test(name) || ENCODED.test(name)) throw outside(path);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw new Error(`A name in a path may have at most ${MAX_NAME_BYTES} bytes.`);
  return name;
}

function outside(path: string): Error {
  return new Error(`Path ${path} would escape /memories directory`);
}

/** The folder a thing lies in, and its name there. Undefined for the root, which lies nowhere. */
export function addressOf(names: Folder): DocumentAddress | undefined {
  const name = names.at(-1);
  return name === undefined ? undefined : { folder: names.slice(0, -1), name };
}
