// The tables of the audit trail: its entries, where it ends, and who is behind an alias.

export const AUDIT_TABLES = [
  `CREATE TABLE audit (tenant text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, actor text NOT NULL,
     act text NOT NULL, targets text NOT NULL, people text NOT NULL, hash text NOT NULL, PRIMARY KEY (tenant, seq))`,
  "CREATE TABLE audit_heads (tenant text PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL)",
  `CREATE TABLE audit_names (tenant text NOT NULL, name text NOT NULL, alias text NOT NULL,
     PRIMARY KEY (tenant, name))`,
  "CREATE UNIQUE INDEX audit_names_alias ON audit_names (tenant, alias)",
];
