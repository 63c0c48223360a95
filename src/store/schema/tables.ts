// Every table of the store, what a tenant owns in it, and what erasing a person does to it.

const GRAPH_TABLES = [
  `CREATE TABLE graph_checkpoints (tenant text NOT NULL, thread text NOT NULL, namespace text NOT NULL, id text NOT NULL,
     parent_id text, user_id text, encoding text NOT NULL, checkpoint bytea NOT NULL, metadata_encoding text NOT NULL,
     metadata bytea NOT NULL, value_keys text NOT NULL, created_at bigint NOT NULL,
     PRIMARY KEY (tenant, thread, namespace, id))`,
  "CREATE INDEX graph_checkpoints_user ON graph_checkpoints (tenant, user_id) WHERE user_id IS NOT NULL",
  "CREATE INDEX graph_checkpoints_newest ON graph_checkpoints (tenant, id)",
  `CREATE TABLE graph_values (tenant text NOT NULL, thread text NOT NULL, namespace text NOT NULL, value_key text NOT NULL,
     checkpoint_id text NOT NULL, channel text NOT NULL, version text NOT NULL, encoding text NOT NULL, bytes bytea NOT NULL,
     PRIMARY KEY (tenant, thread, namespace, value_key))`,
  `CREATE TABLE graph_writes (tenant text NOT NULL, thread text NOT NULL, namespace text NOT NULL,
     checkpoint_id text NOT NULL, task text NOT NULL, place bigint NOT NULL, channel text NOT NULL,
     encoding text NOT NULL, bytes bytea NOT NULL,
     PRIMARY KEY (tenant, thread, namespace, checkpoint_id, task, place))`,
];

const DOCUMENT_TABLES = [
  `CREATE TABLE document_shelves (tenant text NOT NULL, shelf text NOT NULL, owner text NOT NULL, revision bigint NOT NULL,
     PRIMARY KEY (tenant, shelf, owner))`,
  `CREATE TABLE documents (tenant text NOT NULL, id text NOT NULL, shelf text NOT NULL, owner text NOT NULL,
     folder text NOT NULL, name text NOT NULL, text text NOT NULL, version bigint NOT NULL, created_at bigint NOT NULL,
     updated_at bigint NOT NULL, PRIMARY KEY (tenant, id))`,
  "CREATE UNIQUE INDEX documents_address ON documents (tenant, shelf, owner, folder, name)",
  // A row for every folder and every folder around it: what lies inside is found by equality.
  `CREATE TABLE document_folders (tenant text NOT NULL, shelf text NOT NULL, owner text NOT NULL, ancestor text NOT NULL,
     folder text NOT NULL, PRIMARY KEY (tenant, shelf, owner, ancestor, folder))`,
  `CREATE TABLE document_versions (tenant text NOT NULL, document_id text NOT NULL, version bigint NOT NULL,
     event text NOT NULL, shelf text NOT NULL, owner text NOT NULL, folder text NOT NULL, name text NOT NULL,
     text text NOT NULL, actor text NOT NULL, at bigint NOT NULL, PRIMARY KEY (tenant, document_id, version))`,
  "CREATE INDEX document_versions_address ON document_versions (tenant, shelf, owner, folder, name)",
  "CREATE INDEX document_versions_ended ON document_versions (tenant, at) WHERE event = 'remove'",
  `CREATE TABLE document_vectors (tenant text NOT NULL, document_id text NOT NULL, part bigint NOT NULL, model text NOT NULL,
     vector bytea NOT NULL, PRIMARY KEY (tenant, document_id, part))`,
];

const SESSION_TABLES = [
  `CREATE TABLE agent_sessions (tenant text NOT NULL, id text NOT NULL, user_id text, created_at bigint NOT NULL,
     updated_at bigint NOT NULL, PRIMARY KEY (tenant, id))`,
  `CREATE TABLE session_items (tenant text NOT NULL, session text NOT NULL, place bigint NOT NULL, item text NOT NULL,
     PRIMARY KEY (tenant, session, place))`,
  `CREATE TABLE session_operations (tenant text NOT NULL, session text NOT NULL, id text NOT NULL, digest text NOT NULL,
     PRIMARY KEY (tenant, session, id))`,
];

export const FRAMEWORK_TABLES = [...GRAPH_TABLES, ...DOCUMENT_TABLES, ...SESSION_TABLES];

/** What erasing a person does to each of them. */
const FRAMEWORK_ERASURE = {
  graph_checkpoints: "threads of the person are removed",
  graph_values: "threads of the person are removed",
  graph_writes: "threads of the person are removed",
  document_shelves: "the person's shelves are removed",
  documents: "what the person owns, and what is addressed by or names the person, is removed",
  document_folders: "folders called by the person's id are removed",
  document_versions: "versions of what is removed are removed, and versions that name the person",
  document_vectors: "vectors of what is removed are removed",
  agent_sessions: "the person's sessions are removed",
  session_items: "the person's sessions are removed",
  session_operations: "the person's sessions are removed",
} as const;

// The tables of the ledger of imports. They hold hashes and ids, nothing that anyone said.

export const TRANSFER_TABLES = [
  `CREATE TABLE imports (tenant text NOT NULL, id text NOT NULL, format text NOT NULL, source text NOT NULL,
     state text NOT NULL, started_at bigint NOT NULL, ended_at bigint, PRIMARY KEY (tenant, id))`,
  `CREATE TABLE import_records (tenant text NOT NULL, record text NOT NULL, import_id text NOT NULL,
     item text NOT NULL, item_id text NOT NULL, outcome text NOT NULL, PRIMARY KEY (tenant, record))`,
  "CREATE INDEX import_records_of ON import_records (tenant, import_id, record)",
  "CREATE INDEX import_records_item ON import_records (tenant, item_id)",
];

// The tables of the audit trail: its entries, where it ends, and who is behind an alias.

export const AUDIT_TABLES = [
  `CREATE TABLE audit (tenant text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, actor text NOT NULL,
     act text NOT NULL, targets text NOT NULL, people text NOT NULL, hash text NOT NULL, PRIMARY KEY (tenant, seq))`,
  "CREATE TABLE audit_heads (tenant text PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL)",
  `CREATE TABLE audit_names (tenant text NOT NULL, name text NOT NULL, alias text NOT NULL,
     PRIMARY KEY (tenant, name))`,
  "CREATE UNIQUE INDEX audit_names_alias ON audit_names (tenant, alias)",
];

// The tables, written once: the type words mean the same to SQLite and PostgreSQL. The tenant is the first column
// of every key, so that a large installation can be partitioned by it with no query changed.
// `@seq` is a number for each row, by which the search indexes of SQLite point at it.

/** What a memory and each of its versions are made of. */
const MEMORY_COLUMNS = `
  tenant text NOT NULL, id text NOT NULL, version bigint NOT NULL, scope text NOT NULL, user_id text, subject text,
  kind text NOT NULL, category text NOT NULL, text text NOT NULL, text_key text NOT NULL, title text,
  tags text NOT NULL, section text, topic_id text, participants text NOT NULL, confidence double precision NOT NULL,
  importance bigint NOT NULL, pinned bigint NOT NULL, stability text NOT NULL, sensitivity text NOT NULL,
  origins text NOT NULL, trust bigint NOT NULL, evidence text NOT NULL, derived_from text NOT NULL,
  superseded_by text, state text NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
  valid_from bigint, valid_to bigint, expires_at bigint, purge_at bigint, channel text, thread text,
  agent_id text, run_id text, actor_id text, role text, job_id text`;

export const MEMORY_TABLES = [
  `CREATE TABLE memories (@seq ${MEMORY_COLUMNS}, UNIQUE (tenant, id))`,
  "CREATE INDEX memories_newest ON memories (tenant, created_at DESC, id)",
  "CREATE INDEX memories_subject ON memories (tenant, subject, kind, state)",
  "CREATE INDEX memories_user ON memories (tenant, user_id, kind, state)",
  "CREATE INDEX memories_expiry ON memories (tenant, expires_at) WHERE expires_at IS NOT NULL",
  "CREATE INDEX memories_purge ON memories (tenant, purge_at) WHERE purge_at IS NOT NULL",
  `CREATE UNIQUE INDEX memories_same_line ON memories
     (tenant, kind, scope, coalesce(user_id, ''), coalesce(subject, ''), text_key)
     WHERE state = 'active' AND kind IN ('fact', 'lore', 'trait')`,
  `CREATE UNIQUE INDEX memories_register ON memories (tenant, scope, coalesce(user_id, ''), topic_id)
     WHERE state = 'active' AND kind = 'register' AND topic_id IS NOT NULL`,
  `CREATE TABLE memory_versions (${MEMORY_COLUMNS}, PRIMARY KEY (tenant, id, version))`,
  "CREATE INDEX memory_versions_known ON memory_versions (tenant, updated_at)",
  `CREATE TABLE memory_tags (tenant text NOT NULL, tag text NOT NULL, memory_id text NOT NULL,
     PRIMARY KEY (tenant, tag, memory_id))`,
  "CREATE INDEX memory_tags_memory ON memory_tags (tenant, memory_id)",
  `CREATE TABLE memory_sources (tenant text NOT NULL, source text NOT NULL, source_id text NOT NULL,
     memory_id text NOT NULL, PRIMARY KEY (tenant, source, source_id, memory_id))`,
  "CREATE INDEX memory_sources_memory ON memory_sources (tenant, memory_id)",
  `CREATE TABLE memory_access (tenant text NOT NULL, memory_id text NOT NULL, last_at bigint NOT NULL,
     times bigint NOT NULL, PRIMARY KEY (tenant, memory_id))`,
  `CREATE TABLE relations (tenant text NOT NULL, from_id text NOT NULL, to_id text NOT NULL, type text NOT NULL,
     strength double precision NOT NULL, created_at bigint NOT NULL, PRIMARY KEY (tenant, from_id, to_id))`,
  "CREATE INDEX relations_to ON relations (tenant, to_id)",
  `CREATE TABLE history (@seq tenant text NOT NULL, memory_id text NOT NULL, event text NOT NULL,
     old_version bigint, new_version bigint, actor text NOT NULL, cause text NOT NULL, reason text NOT NULL,
     meta text NOT NULL, at bigint NOT NULL)`,
  "CREATE INDEX history_memory ON history (tenant, memory_id, seq)",
  `CREATE TABLE thread_revisions (tenant text NOT NULL, thread text NOT NULL, revision bigint NOT NULL,
     PRIMARY KEY (tenant, thread))`,
  `CREATE TABLE change_log (@seq tenant text NOT NULL, thread text NOT NULL, revision bigint NOT NULL,
     memory_id text NOT NULL, event text NOT NULL, at bigint NOT NULL)`,
  "CREATE INDEX change_log_thread ON change_log (tenant, thread, revision)",
  `CREATE TABLE file_outbox (@seq tenant text NOT NULL, file text NOT NULL, item_id text NOT NULL,
     line text NOT NULL)`,
  "CREATE INDEX file_outbox_item ON file_outbox (tenant, item_id)",
];

export const CONVERSATION_TABLES = [
  `CREATE TABLE messages (@seq tenant text NOT NULL, id text NOT NULL, channel text NOT NULL, thread text,
     at bigint NOT NULL, author_id text NOT NULL, author_name text NOT NULL, is_bot bigint NOT NULL,
     text text NOT NULL, context text NOT NULL, role text NOT NULL, origin text NOT NULL, scope text NOT NULL,
     user_id text, searchable bigint NOT NULL, buffer text, mined text NOT NULL, UNIQUE (tenant, id))`,
  "CREATE INDEX messages_channel ON messages (tenant, channel, seq)",
  "CREATE INDEX messages_author ON messages (tenant, author_id)",
  "CREATE INDEX messages_buffer ON messages (tenant, buffer) WHERE buffer IS NOT NULL",
  "CREATE INDEX messages_mined ON messages (tenant, mined)",
  `CREATE TABLE buffers (tenant text NOT NULL, channel text NOT NULL, id text NOT NULL, started_at bigint NOT NULL,
     updated_at bigint NOT NULL, flush_at bigint NOT NULL, PRIMARY KEY (tenant, channel))`,
];

export const WORK_TABLES = [
  `CREATE TABLE reviews (tenant text NOT NULL, id text NOT NULL, user_id text, field text, why text NOT NULL,
     act text NOT NULL, hash text NOT NULL, state text NOT NULL, signals bigint NOT NULL, created_at bigint NOT NULL,
     lapses_at bigint NOT NULL, decided_at bigint, decided_by text, PRIMARY KEY (tenant, id))`,
  "CREATE INDEX reviews_state ON reviews (tenant, state, created_at)",
  `CREATE UNIQUE INDEX reviews_pending ON reviews (tenant, hash) WHERE state = 'pending'`,
  `CREATE TABLE pair_fingerprints (tenant text NOT NULL, pair text NOT NULL, checked_at bigint NOT NULL,
     PRIMARY KEY (tenant, pair))`,
  `CREATE TABLE jobs (tenant text NOT NULL, id text NOT NULL, name text NOT NULL, job_key text NOT NULL,
     payload text NOT NULL, state text NOT NULL, attempts bigint NOT NULL, fence bigint NOT NULL,
     run_at bigint NOT NULL, lease_until bigint, last_error text, created_at bigint NOT NULL, finished_at bigint,
     PRIMARY KEY (tenant, id))`,
  `CREATE UNIQUE INDEX jobs_waiting ON jobs (tenant, name, job_key) WHERE state = 'queued'`,
  "CREATE INDEX jobs_due ON jobs (state, run_at)",
  `CREATE TABLE job_runs (@seq tenant text NOT NULL, name text NOT NULL, job_key text NOT NULL,
     started_at bigint NOT NULL, ended_at bigint NOT NULL, outcome text NOT NULL, detail text NOT NULL)`,
  "CREATE INDEX job_runs_latest ON job_runs (tenant, name, ended_at)",
  `CREATE TABLE token_ledger (tenant text NOT NULL, day text NOT NULL, user_id text NOT NULL, model text NOT NULL,
     input bigint NOT NULL, output bigint NOT NULL, reserved bigint NOT NULL, calls bigint NOT NULL,
     PRIMARY KEY (tenant, day, user_id, model))`,
  `CREATE TABLE activities (@seq tenant text NOT NULL, at bigint NOT NULL, node text NOT NULL, op text NOT NULL,
     status text NOT NULL, memory_id text, message_id text, user_id text, thread text, category text,
     similarity double precision, detail text)`,
  "CREATE INDEX activities_at ON activities (tenant, at)",
  `CREATE TABLE checkpoints (tenant text NOT NULL, user_id text NOT NULL, thread text NOT NULL, data text NOT NULL,
     created_at bigint NOT NULL, updated_at bigint NOT NULL, PRIMARY KEY (tenant, user_id, thread))`,
  `CREATE TABLE access_keys (tenant text NOT NULL, id text NOT NULL, hash text NOT NULL, role text NOT NULL,
     agent text, name text NOT NULL, created_at bigint NOT NULL, expires_at bigint, revoked_at bigint,
     last_used_at bigint, PRIMARY KEY (tenant, id))`,
  `CREATE TABLE tombstones (tenant text NOT NULL, item text NOT NULL, item_hash text NOT NULL, at bigint NOT NULL,
     PRIMARY KEY (tenant, item, item_hash))`,
];

/**
 * What erasing a person does to each table. A table that is missing here fails a test, so nothing new can hold
 * somebody's words without a decision.
 * @internal
 */
export const ERASURE = {
  memories:
    "rows of the closure are removed; what the person wrote of others stays without their name",
  memory_versions: "as memories",
  untied: "rows of the closure are removed",
  memory_tags: "rows of the closure are removed",
  memory_sources: "rows of the closure are removed",
  memory_access: "rows of the closure are removed",
  relations: "edges at the closure are removed",
  history: "kept without reason, meta and the person's name; the texts live in versions",
  thread_revisions: "no content",
  change_log: "no content; the text is read from the memory",
  file_outbox: "rows of the closure are removed",
  messages: "rows of the person or message are removed",
  buffers: "no content; an emptied buffer is removed",
  reviews:
    "rows about the person, proposed by them, or of the closure are removed; a decision stays without its name",
  pair_fingerprints: "no content",
  jobs: "rows whose payload names the closure are removed",
  job_runs: "counts only",
  audit: "no content; people stand in it under an alias",
  audit_heads: "no content",
  audit_names: "the person's row is removed, and with it the way back from the alias",
  token_ledger: "the person's rows are removed",
  activities: "rows of the person, message or closure are removed",
  checkpoints: "the person's rows are removed",
  access_keys: "no content of people",
  tombstones: "a keyed hash only",
  imports: "no content",
  import_records: "a keyed hash stays, the id of what it brought goes",
  ...FRAMEWORK_ERASURE,
  vectors: "rows of the closure are removed",
  vector_removals: "row numbers only",
  indexed_up_to: "row numbers only",
  memory_text: "index rows of the closure are removed",
  message_text: "index rows of the closure are removed",
  migrations: "no content",
} as const;
