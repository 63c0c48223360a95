// Another program's database, an SQLite file or a PostgreSQL server, to be read and never changed. What may be asked of
// it is named here.

/** Each is one constant statement; `rows` takes the values for its marks. */
export type ForeignQuery =
  | "facts"
  | "memory_facts"
  | "memory_fact_vectors_native"
  | "messages"
  | "message"
  | "memory_notes"
  | "users"
  | "user_profiles"
  | "guild_user_profiles"
  | "interaction_notes"
  | "note_participants"
  | "channel_buffers"
  | "memory_job_log"
  | "vec_notes"
  | "vec_notes_chunks"
  | "vec_notes_rowids";

/** A whole number that a `number` cannot hold, as a snowflake is, is text with all its digits. */
export type ForeignRow = Readonly<Record<string, unknown>>;

export interface ForeignDatabase {
  readonly tables: ReadonlySet<string>;
  rows(query: ForeignQuery, values?: readonly (number | string)[]): Iterable<ForeignRow>;
  close(): void;
}

export type OpenForeign = (path: string) => Promise<ForeignDatabase>;

/** Tables that may be read of a server, each whole. */
export type ServerTable =
  | "memories"
  | "relations"
  | "history"
  | "events"
  | "change_log"
  | "thread_revision"
  | "supervisor_checkpoints";

/** All of it as it is at one moment. JSON and lists are JSON text, times are ISO text. */
export interface ForeignServer {
  readonly tables: ReadonlySet<string>;
  /** The columns of `memories`, which tell whose store it is. */
  readonly columns: ReadonlySet<string>;
  rows(table: ServerTable): AsyncIterable<ForeignRow>;
  close(): Promise<void>;
}

export type OpenForeignServer = (url: string) => Promise<ForeignServer>;
