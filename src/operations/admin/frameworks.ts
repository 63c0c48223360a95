// What integrations with agent frameworks may ask of the engine beside its operations. The host program names the
// tenant when it makes an integration; nothing that a model writes can.

import {
  type DocumentDraftSet,
  keepDocuments,
  type NearDocument,
  nearestDocuments,
  type Screened,
  sameName,
  screenJson,
  screenText,
} from "../../curate/documents.ts";
import type { Folder, Shelf } from "../../model/document.ts";
import type { Timestamp } from "../../model/memory.ts";
import type { DocumentStore, GraphStore, SessionStore } from "../../ports/framework-store.ts";
import type { EngineContext } from "../engine-context.ts";

export type { DocumentDraftSet, Screened } from "../../curate/documents.ts";

export type { GraphQuery } from "../../ports/framework-store.ts";

export interface Frameworks {
  /** Working state, kept byte for byte. */
  readonly graphs: GraphStore;
  readonly sessions: SessionStore;
  /** Memory, screened before it is kept. */
  readonly documents: Documents;
  now(): Timestamp;
}

export interface Documents extends Omit<DocumentStore, "commit" | "vectors"> {
  /** Refuses what the guard holds or drops. */
  screenText(text: string): Screened<string>;
  screenJson(value: unknown): Screened;
  /** The name itself; refuses one that holds anything private. */
  screenName(name: string): string;
  commit(set: DocumentDraftSet): Promise<void>;
  nearest(shelf: Shelf, folder: Folder, query: string): Promise<readonly NearDocument[]>;
}

export function frameworksOf({ store, curating }: EngineContext): Frameworks {
  const { graphs, sessions, documents } = store.frameworks;
  const { screen } = curating;
  return {
    graphs,
    sessions,
    documents: {
      get: documents.get,
      within: documents.within,
      tree: documents.tree,
      history: documents.history,
      screenText: (text) => screenText(text, screen),
      screenJson: (value) => screenJson(value, screen),
      screenName: (name) => sameName(name, screen),
      commit: (set) => keepDocuments(set, curating),
      nearest: (shelf, folder, query) => nearestDocuments({ shelf, folder, query }, curating),
    },
    now: () => curating.now().toISOString(),
  };
}
