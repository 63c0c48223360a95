// The tables of what frameworks keep. `bytea` is a type to PostgreSQL and only a name to SQLite, which keeps bytes
// as bytes whatever a column is called.

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
export const FRAMEWORK_ERASURE = {
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
