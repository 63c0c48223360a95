// Reads documents. What lies in a folder is found by equality with one of the folders around it.

import type {
  DocumentAddress,
  DocumentEvent,
  DocumentTree,
  DocumentVersion,
  Folder,
  Shelf,
  StoredDocument,
} from "../model/document.ts";
import { bytes, number, oneOf, strings, text, time } from "./columns.ts";
import { all, first, type Row, type Step, type Value } from "./database.ts";
import { ms } from "./memory-row.ts";

/** The only form in which names become a place: `["a","b:c"]` and `["a","b","c"]` cannot be mistaken for each other. */
export function folderKey(folder: Folder): string {
  return JSON.stringify(folder);
}

export function shelfValues({ tenant, name, owner }: Shelf): readonly Value[] {
  return [tenant, name, owner];
}

export function* getDocument(
  shelf: Shelf,
  { folder, name }: DocumentAddress,
): Step<StoredDocument | undefined> {
  const row = yield* first(
    "SELECT * FROM documents WHERE tenant = ? AND shelf = ? AND owner = ? AND folder = ? AND name = ?",
    [...shelfValues(shelf), folderKey(folder), name],
  );
  return row === undefined ? undefined : documentFromRow(row);
}

function documentFromRow(row: Row): StoredDocument {
  return {
    id: text(row, "id"),
    folder: strings(row, "folder"),
    name: text(row, "name"),
    text: text(row, "text"),
    version: number(row, "version"),
    createdAt: time(row, "created_at"),
    updatedAt: time(row, "updated_at"),
  };
}

export function* documentsWithin(
  shelf: Shelf,
  { folder, limit, after }: { folder: Folder; limit: number; after?: StoredDocument },
): Step<readonly StoredDocument[]> {
  const rows = yield* all(
    `SELECT d.* FROM document_folders f
       JOIN documents d ON d.tenant = f.tenant AND d.shelf = f.shelf AND d.owner = f.owner AND d.folder = f.folder
     WHERE f.tenant = ? AND f.shelf = ? AND f.owner = ? AND f.ancestor = ? AND (d.created_at, d.id) > (?, ?)
     ORDER BY d.created_at, d.id LIMIT ?`,
    [
      ...[...shelfValues(shelf), folderKey(folder)],
      ...(after === undefined ? [-1, ""] : [ms(after.createdAt), after.id]),
      limit,
    ],
  );
  return rows.map(documentFromRow);
}

export function* vectorsWithin(
  shelf: Shelf,
  { folder, model }: { folder: Folder; model: string },
): Step<readonly Readonly<{ id: string; vector: Float32Array }>[]> {
  const rows = yield* all(
    `SELECT v.document_id, v.vector FROM document_folders f
       JOIN documents d ON d.tenant = f.tenant AND d.shelf = f.shelf AND d.owner = f.owner AND d.folder = f.folder
       JOIN document_vectors v ON v.tenant = d.tenant AND v.document_id = d.id
     WHERE f.tenant = ? AND f.shelf = ? AND f.owner = ? AND f.ancestor = ? AND v.model = ?
     ORDER BY d.created_at, d.id, v.part`,
    [...shelfValues(shelf), folderKey(folder), model],
  );
  return rows.map((row) => ({ id: text(row, "document_id"), vector: floatsOf(row) }));
}

/** Copied, because a driver may hand out bytes that do not begin where a float can. */
function floatsOf(row: Row): Float32Array {
  return new Float32Array(Uint8Array.from(bytes(row, "vector")).buffer);
}

export function* documentTree(shelf: Shelf): Step<DocumentTree> {
  const row = yield* first(
    "SELECT revision FROM document_shelves WHERE tenant = ? AND shelf = ? AND owner = ?",
    shelfValues(shelf),
  );
  const folders = yield* all(
    "SELECT DISTINCT folder FROM document_folders WHERE tenant = ? AND shelf = ? AND owner = ? ORDER BY folder",
    shelfValues(shelf),
  );
  const files = yield* all(
    `SELECT folder, name, octet_length(text) AS size FROM documents WHERE tenant = ? AND shelf = ? AND owner = ?
     ORDER BY folder, name`,
    shelfValues(shelf),
  );
  return {
    revision: row === undefined ? 0 : number(row, "revision"),
    folders: folders.map((found) => strings(found, "folder")),
    files: files.map((file) => ({
      folder: strings(file, "folder"),
      name: text(file, "name"),
      bytes: number(file, "size"),
    })),
  };
}

const EVENTS: readonly DocumentEvent[] = ["put", "move", "remove"];

/**
 * Documents in the order they came; the versions of one by their number, as writers that meet may have read the clock
 * the other way round.
 */
export function* documentHistory(
  shelf: Shelf,
  { folder, name }: DocumentAddress,
): Step<readonly DocumentVersion[]> {
  const rows = yield* all(
    `SELECT * FROM document_versions WHERE tenant = ? AND document_id IN
       (SELECT v.document_id FROM document_versions v
        WHERE v.tenant = ? AND v.shelf = ? AND v.owner = ? AND v.folder = ? AND v.name = ?)
     ORDER BY min(at) OVER (PARTITION BY document_id), document_id, version`,
    [shelf.tenant, ...shelfValues(shelf), folderKey(folder), name],
  );
  return rows.map((row) => ({
    folder: strings(row, "folder"),
    name: text(row, "name"),
    version: number(row, "version"),
    event: oneOf(row, "event", EVENTS),
    text: text(row, "text"),
    actor: text(row, "actor"),
    at: time(row, "at"),
  }));
}
