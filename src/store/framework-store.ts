// Puts together what frameworks keep.

import type { FrameworkStore } from "../ports/framework-store.ts";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { documentStore } from "./document-store.ts";
import { graphStore } from "./graph-store.ts";
import { sessionStore } from "./session-store.ts";

export function frameworkStore(db: Database, dialect: Dialect): FrameworkStore {
  return {
    graphs: graphStore(db, dialect),
    documents: documentStore(db),
    sessions: sessionStore(db),
  };
}
