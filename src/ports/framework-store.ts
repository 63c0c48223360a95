// What frameworks keep with us: states of graphs, documents under names, items of sessions. Tenant first, everywhere.

import type {
  GraphPlace,
  GraphThread,
  GraphWrite,
  NewGraphCheckpoint,
  SavedGraphCheckpoint,
} from "../model/checkpoint.ts";
import type {
  DocumentAddress,
  DocumentChangeSet,
  DocumentTree,
  DocumentVersion,
  Folder,
  Shelf,
  StoredDocument,
} from "../model/document.ts";
import type { Timestamp } from "../model/memory.ts";

export interface FrameworkStore {
  readonly graphs: GraphStore;
  readonly documents: DocumentStore;
  readonly sessions: SessionStore;
}

export interface GraphStore {
  /** Keeps the values that are new; the others are the ones its parent has. */
  save(checkpoint: NewGraphCheckpoint, at: Timestamp): Promise<void>;
  saveWrites(place: GraphPlace, writes: readonly GraphWrite[]): Promise<void>;
  /** The newest when no id is given. */
  load(thread: GraphThread, id?: string): Promise<SavedGraphCheckpoint | undefined>;
  /** Newest first. */
  page(query: GraphQuery): Promise<readonly SavedGraphCheckpoint[]>;
  writes(place: GraphPlace): Promise<readonly GraphWrite[]>;
  deleteThread(tenant: string, thread: string): Promise<void>;
}

export type GraphQuery = Readonly<{
  tenant: string;
  thread?: string;
  namespace?: string;
  id?: string;
  /** Only ids that come before this one. */
  before?: string;
  /** The last one seen. */
  after?: GraphPlace;
  limit: number;
}>;

export interface DocumentStore {
  commit(shelf: Shelf, set: DocumentChangeSet): Promise<void>;
  get(shelf: Shelf, at: DocumentAddress): Promise<StoredDocument | undefined>;
  /** In a folder and all inside it, oldest first. `after` is the last one seen. */
  within(
    shelf: Shelf,
    query: { folder: Folder; limit: number; after?: StoredDocument },
  ): Promise<readonly StoredDocument[]>;
  /** The vectors of the documents in a folder and all inside it, of one model. */
  vectors(
    shelf: Shelf,
    query: { folder: Folder; model: string },
  ): Promise<readonly Readonly<{ id: string; vector: Float32Array }>[]>;
  tree(shelf: Shelf): Promise<DocumentTree>;
  /** Oldest first, of what has this name now or had it last; it survives removal for a while. */
  history(shelf: Shelf, at: DocumentAddress): Promise<readonly DocumentVersion[]>;
}

export type SessionKey = Readonly<{ tenant: string; session: string }>;

/** A change that is made at most once under its id. `digest` tells a repetition from another change of the same id. */
export type SessionOperation = Readonly<{ id: string; digest: string }>;

export interface SessionStore {
  /** The latest ones when there is a limit, oldest first. */
  items(key: SessionKey, limit?: number): Promise<readonly unknown[]>;
  /**
   * Puts in place of all items what `change` makes of them, in one transaction that no other writer of the session
   * gets into. A repeated operation changes nothing.
   */
  rewrite(key: SessionKey, rewriting: SessionRewriting): Promise<void>;
  clear(key: SessionKey): Promise<void>;
}

export type SessionRewriting = Readonly<{
  change: (items: readonly unknown[]) => readonly unknown[];
  at: Timestamp;
  /** Whose session it is; erasing that person ends it. */
  user?: string;
  operation?: SessionOperation;
}>;
