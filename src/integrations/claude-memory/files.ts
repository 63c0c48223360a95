// Reads and changes the files of one memory folder. A change is decided on what was read, and decided again when another
// writer was faster, so that no edit is lost and no half of one is seen.

import { MemoryError } from "../../errors.ts";
import type {
  DocumentAddress,
  DocumentTree,
  DocumentVersion,
  Folder,
  Shelf,
} from "../../model/document.ts";
import type { DocumentDraftSet, Documents, Screened } from "../../operations/admin/frameworks.ts";
import type { MemoryEngine } from "../../operations/engine.ts";

const MAX_ATTEMPTS = 10;

export type MemoryFolder = Readonly<{ documents: Documents; shelf: Shelf; actor: string }>;

export type FolderOptions = Readonly<{
  tenant: string;
  /** Whose folder it is. Each person has their own, and the tenant one more. */
  user?: string;
  /** Under what name the history keeps who wrote. */
  actor?: string;
}>;

export function folderOf(
  memory: Pick<MemoryEngine, "admin">,
  { tenant, user = "", actor = "claude" }: FolderOptions,
): MemoryFolder {
  const { documents } = memory.admin.frameworks;
  return { documents, shelf: { tenant, name: "claude-memory", owner: user }, actor };
}

export function readTree({ documents, shelf }: MemoryFolder): Promise<DocumentTree> {
  return documents.tree(shelf);
}

/** Undefined when it was removed since the tree was read. */
export async function readFile(
  { documents, shelf }: MemoryFolder,
  names: Folder,
): Promise<string | undefined> {
  const address = addressOf(names);
  return address === undefined ? undefined : (await documents.get(shelf, address))?.text;
}

export async function fileHistory(
  { documents, shelf }: MemoryFolder,
  names: Folder,
): Promise<readonly DocumentVersion[]> {
  const address = addressOf(names);
  return address === undefined ? [] : documents.history(shelf, address);
}

export type Decision = Readonly<{ changes: DocumentDraftSet["changes"]; answer: string }>;

/** Applies what is decided on the folder as it is, or refuses whole. Gives the answer. */
export async function change(
  folder: MemoryFolder,
  decide: (tree: DocumentTree) => Promise<Decision>,
  attempt = 1,
): Promise<string> {
  const { documents, shelf, actor } = folder;
  const tree = await readTree(folder);
  const { changes, answer } = await decide(tree);
  try {
    await documents.commit({ shelf, actor, expect: tree.revision, changes });
    return answer;
  } catch (thrown) {
    const isLost = thrown instanceof MemoryError && thrown.code === "conflict";
    if (!isLost || attempt >= MAX_ATTEMPTS) throw thrown;
    return change(folder, decide, attempt + 1);
  }
}

/** A model that is not told would believe that it can read its secret back. */
export function noted(answer: string, { isChanged }: Screened): string {
  return isChanged ? `${answer}\nPrivate data in it was not stored.` : answer;
}

// Where a path of the memory tool leads. A model writes these paths, and whoever wrote what the model read.

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
