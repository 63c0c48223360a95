// Something a framework keeps under a name of its own choosing: an item of a store, a file of a memory folder.

import type { Timestamp } from "./memory.ts";

/** Who keeps documents, each apart from the others. */
export type ShelfName = "langgraph" | "claude-memory";

/** One collection. `owner` is the person it belongs to, or empty when it is the tenant's. */
export type Shelf = Readonly<{ tenant: string; name: ShelfName; owner: string }>;

/** The names from the outermost folder inwards. None is the root. */
export type Folder = readonly string[];

export type DocumentAddress = Readonly<{ folder: Folder; name: string }>;

export type StoredDocument = DocumentAddress &
  Readonly<{
    id: string;
    text: string;
    version: number;
    createdAt: Timestamp;
    updatedAt: Timestamp;
  }>;

export type DocumentEvent = "put" | "move" | "remove";

export type DocumentVersion = DocumentAddress &
  Readonly<{ version: number; event: DocumentEvent; text: string; actor: string; at: Timestamp }>;

/** The place of a part of the text in the model's space. */
export type DocumentVector = Readonly<{ model: string; vector: Float32Array }>;

export type DocumentChange =
  /** Makes it, or gives it another text. */
  | Readonly<{
      type: "put";
      at: DocumentAddress;
      id: string;
      text: string;
      vectors: readonly DocumentVector[];
    }>
  | Readonly<{ type: "move"; from: DocumentAddress; to: DocumentAddress }>
  | Readonly<{ type: "remove"; at: DocumentAddress }>
  /** A folder stays when the last document leaves it, until it is removed. */
  | Readonly<{ type: "makeFolder"; folder: Folder }>
  /** The folder and those inside it, as far as they hold no document. */
  | Readonly<{ type: "removeFolder"; folder: Folder }>;

/** Happens whole or not at all. */
export type DocumentChangeSet = Readonly<{
  actor: string;
  at: Timestamp;
  /** The revision of the shelf it was decided on; another one is a conflict. */
  expect?: number;
  changes: readonly DocumentChange[];
}>;

export type DocumentTree = Readonly<{
  /** Raised by every change of the shelf. */
  revision: number;
  folders: readonly Folder[];
  files: readonly (DocumentAddress & Readonly<{ bytes: number }>)[];
}>;
