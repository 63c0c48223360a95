// Reads and changes the files of one memory folder. A change is decided on what was read, and decided again when another
// writer was faster, so that no edit is lost and no half of one is seen.

import { MemoryError } from "../../errors.ts";
import type { DocumentTree, DocumentVersion, Folder, Shelf } from "../../model/document.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { DocumentDraftSet, Documents, Screened } from "../../operations/frameworks.ts";
import { addressOf } from "./path.ts";

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
  memory: Pick<MemoryEngine, "frameworks">,
  { tenant, user = "", actor = "claude" }: FolderOptions,
): MemoryFolder {
  const { documents } = memory.frameworks;
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
