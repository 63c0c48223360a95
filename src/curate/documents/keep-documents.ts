// Commits what a framework keeps, with the vectors by which it is found again.

import type {
  DocumentAddress,
  DocumentChange,
  DocumentChangeSet,
  Shelf,
} from "../../model/document.ts";
import { modelKey } from "../../model/embedding-text.ts";
import type { CurateDeps } from "../doing.ts";
import type { Screened } from "./screened.ts";

/** A document to be: its screened content, and the parts of it by whose meaning it is found. */
export type DocumentDraft = Readonly<{
  type: "put";
  at: DocumentAddress;
  content: Screened;
  index: readonly string[];
}>;

export type DocumentDraftSet = Readonly<
  Pick<DocumentChangeSet, "actor" | "expect"> & {
    shelf: Shelf;
    changes: readonly (Exclude<DocumentChange, { type: "put" }> | DocumentDraft)[];
  }
>;

export async function keepDocuments(set: DocumentDraftSet, deps: CurateDeps): Promise<void> {
  const { shelf, ...decided } = set;
  const changes = await embedded(set, deps);
  const at = deps.now().toISOString();
  await deps.store.frameworks.documents.commit(shelf, { ...decided, changes, at });
}

/** Before the transaction, because none is held while a model is asked. */
async function embedded(
  { shelf, changes }: DocumentDraftSet,
  { embedder, ids }: CurateDeps,
): Promise<readonly DocumentChange[]> {
  const texts = changes.flatMap((change) => (change.type === "put" ? change.index : []));
  const payer = { tenant: shelf.tenant };
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts, "document", payer);
  const model = modelKey(embedder.model);
  let next = 0;
  return changes.map((change): DocumentChange => {
    if (change.type !== "put") return change;
    const own = vectors.slice(next, next + change.index.length);
    next += change.index.length;
    return {
      type: "put",
      at: change.at,
      id: ids(),
      text: textOf(change.content),
      vectors: own.map((vector) => ({ model, vector })),
    };
  });
}

/** A text is kept as it is, anything else as JSON. */
function textOf({ content }: Screened): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
