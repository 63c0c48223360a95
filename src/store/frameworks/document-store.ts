// Keeps documents under their addresses, each change with its version, all changes of a set in one transaction.

import { MemoryError } from "../../errors.ts";
import type {
  DocumentAddress,
  DocumentChange,
  DocumentChangeSet,
  DocumentEvent,
  DocumentTree,
  DocumentVector,
  DocumentVersion,
  Folder,
  Shelf,
  StoredDocument,
} from "../../model/document.ts";
import type { DocumentStore } from "../../ports/framework-store.ts";
import { bytes, number, oneOf, strings, text, time } from "../columns.ts";
import { all, type Database, first, type Row, type Step, send, type Value } from "../database.ts";
import { ms } from "../read/memory-row.ts";

/** Of one document. A store item that is written every turn would otherwise grow without end. */
const KEPT_VERSIONS = 50;
const ENDED_KEPT_MS = 30 * 86_400_000;

export function documentStore(db: Database): DocumentStore {
  return {
    commit: (shelf, set) => db.write(() => commit(shelf, set)),
    get: (shelf, at) => db.read(() => getDocument(shelf, at)),
    within: (shelf, query) => db.read(() => documentsWithin(shelf, query)),
    vectors: (shelf, query) => db.read(() => vectorsWithin(shelf, query)),
    tree: (shelf) => db.read(() => documentTree(shelf)),
    history: (shelf, at) => db.read(() => documentHistory(shelf, at)),
  };
}

type Writing = Readonly<{ shelf: Shelf; actor: string; at: number }>;

function* commit(shelf: Shelf, { actor, at, expect, changes }: DocumentChangeSet): Step<void> {
  yield* takeTurn(shelf, expect);
  const writing = { shelf, actor, at: ms(at) };
  for (const change of changes) yield* apply(change, writing);
  if (changes.some(({ type }) => type === "remove")) yield* forgetEnded(writing);
}

/** Raising the revision first makes the next writer of the shelf wait until this one is done. */
function* takeTurn(shelf: Shelf, expect: number | undefined): Step<void> {
  yield* send(
    `INSERT INTO document_shelves (tenant, shelf, owner, revision) VALUES (?, ?, ?, 1)
     ON CONFLICT (tenant, shelf, owner) DO UPDATE SET revision = document_shelves.revision + 1`,
    shelfValues(shelf),
  );
  if (expect === undefined) return;
  const row = yield* first(
    "SELECT revision FROM document_shelves WHERE tenant = ? AND shelf = ? AND owner = ?",
    shelfValues(shelf),
  );
  if (row === undefined || number(row, "revision") !== expect + 1)
    throw new MemoryError("conflict", "Another writer changed these documents first.");
}

function* apply(change: DocumentChange, writing: Writing): Step<void> {
  if (change.type === "put") yield* put(change, writing);
  if (change.type === "move") yield* move(change, writing);
  if (change.type === "remove") yield* remove(change.at, writing);
  if (change.type === "makeFolder") yield* makeFolder(change.folder, writing.shelf);
  if (change.type === "removeFolder") yield* removeFolder(change.folder, writing.shelf);
}

type Put = Extract<DocumentChange, { type: "put" }>;

function* put({ at: address, id, text, vectors }: Put, writing: Writing): Step<void> {
  const { shelf, at } = writing;
  const known = yield* getDocument(shelf, address);
  if (known === undefined) {
    yield* makeFolder(address.folder, shelf);
    yield* send(
      `INSERT INTO documents (tenant, shelf, owner, folder, name, id, text, version, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
      [...shelfValues(shelf), folderKey(address.folder), address.name, id, text, at, at],
    );
  } else
    yield* send(
      "UPDATE documents SET text = ?, version = version + 1, updated_at = ? WHERE tenant = ? AND id = ?",
      [text, at, shelf.tenant, known.id],
    );
  const stored = { id: known?.id ?? id, version: (known?.version ?? 0) + 1 };
  yield* replaceVectors(shelf, stored.id, vectors);
  yield* addVersion({ ...address, ...stored, text, event: "put" }, writing);
}

function* replaceVectors(
  { tenant }: Shelf,
  id: string,
  vectors: readonly DocumentVector[],
): Step<void> {
  yield* send("DELETE FROM document_vectors WHERE tenant = ? AND document_id = ?", [tenant, id]);
  for (const [part, { model, vector }] of vectors.entries())
    yield* send(
      "INSERT INTO document_vectors (tenant, document_id, part, model, vector) VALUES (?, ?, ?, ?, ?)",
      [tenant, id, part, model, bytesOf(vector)],
    );
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

type Version = DocumentAddress &
  Readonly<{ id: string; version: number; text: string; event: DocumentEvent }>;

function* addVersion(entry: Version, { shelf, actor, at }: Writing): Step<void> {
  yield* send(
    `INSERT INTO document_versions (tenant, shelf, owner, folder, name, document_id, version, event, text, actor, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[...shelfValues(shelf), folderKey(entry.folder), entry.name],
      ...[entry.id, entry.version, entry.event, entry.text, actor, at],
    ],
  );
  yield* send(
    "DELETE FROM document_versions WHERE tenant = ? AND document_id = ? AND version <= ?",
    [shelf.tenant, entry.id, entry.version - KEPT_VERSIONS],
  );
}

type Move = Extract<DocumentChange, { type: "move" }>;

function* move({ from, to }: Move, writing: Writing): Step<void> {
  const known = yield* present(from, writing.shelf);
  yield* makeFolder(to.folder, writing.shelf);
  const version = known.version + 1;
  yield* send(
    `UPDATE documents SET folder = ?, name = ?, version = ?, updated_at = ? WHERE tenant = ? AND id = ?`,
    [folderKey(to.folder), to.name, version, writing.at, writing.shelf.tenant, known.id],
  );
  yield* addVersion({ ...to, id: known.id, version, text: known.text, event: "move" }, writing);
}

/** The last version has no text: what is removed is known to have been there, and the text before it for a while. */
function* remove(address: DocumentAddress, writing: Writing): Step<void> {
  const known = yield* getDocument(writing.shelf, address);
  if (known === undefined) return;
  const { tenant } = writing.shelf;
  yield* replaceVectors(writing.shelf, known.id, []);
  yield* send("DELETE FROM documents WHERE tenant = ? AND id = ?", [tenant, known.id]);
  const ended = { ...address, id: known.id, version: known.version + 1, text: "" };
  yield* addVersion({ ...ended, event: "remove" }, writing);
}

function* present(address: DocumentAddress, shelf: Shelf): Step<StoredDocument> {
  const known = yield* getDocument(shelf, address);
  if (known !== undefined) return known;
  throw new MemoryError("conflict", "The document is not there any more.");
}

function* makeFolder(folder: Folder, shelf: Shelf): Step<void> {
  for (let depth = 0; depth <= folder.length; depth++)
    yield* send(
      `INSERT INTO document_folders (tenant, shelf, owner, ancestor, folder) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (tenant, shelf, owner, ancestor, folder) DO NOTHING`,
      [...shelfValues(shelf), folderKey(folder.slice(0, depth)), folderKey(folder)],
    );
}

function* removeFolder(folder: Folder, shelf: Shelf): Step<void> {
  yield* send(
    `DELETE FROM document_folders WHERE tenant = ? AND shelf = ? AND owner = ?
       AND folder IN (SELECT f.folder FROM document_folders f
         WHERE f.tenant = ? AND f.shelf = ? AND f.owner = ? AND f.ancestor = ?)
       AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.tenant = document_folders.tenant
         AND d.shelf = document_folders.shelf AND d.owner = document_folders.owner
         AND d.folder = document_folders.folder)`,
    [...shelfValues(shelf), ...shelfValues(shelf), folderKey(folder)],
  );
}

/** What was removed long ago leaves no text behind, whether or not anyone is erased. */
function* forgetEnded({ shelf: { tenant }, at }: Writing): Step<void> {
  yield* send(
    `DELETE FROM document_versions WHERE tenant = ? AND document_id IN (SELECT v.document_id FROM document_versions v
       WHERE v.tenant = ? AND v.event = 'remove' AND v.at < ?)`,
    [tenant, tenant, at - ENDED_KEPT_MS],
  );
}

// Reads documents. What lies in a folder is found by equality with one of the folders around it.

/** The only form in which names become a place: `["a","b:c"]` and `["a","b","c"]` cannot be mistaken for each other. */
function folderKey(folder: Folder): string {
  return JSON.stringify(folder);
}

function shelfValues({ tenant, name, owner }: Shelf): readonly Value[] {
  return [tenant, name, owner];
}

function* getDocument(
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

function* documentsWithin(
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

function* vectorsWithin(
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

function* documentTree(shelf: Shelf): Step<DocumentTree> {
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
function* documentHistory(
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
