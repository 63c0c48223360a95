// The tables of the ledger of imports. They hold hashes and ids, nothing that anyone said.

export const TRANSFER_TABLES = [
  `CREATE TABLE imports (tenant text NOT NULL, id text NOT NULL, format text NOT NULL, source text NOT NULL,
     state text NOT NULL, started_at bigint NOT NULL, ended_at bigint, PRIMARY KEY (tenant, id))`,
  `CREATE TABLE import_records (tenant text NOT NULL, record text NOT NULL, import_id text NOT NULL,
     item text NOT NULL, item_id text NOT NULL, outcome text NOT NULL, PRIMARY KEY (tenant, record))`,
  "CREATE INDEX import_records_of ON import_records (tenant, import_id, record)",
  "CREATE INDEX import_records_item ON import_records (tenant, item_id)",
];
