// The formats that memory comes in and goes out by, and what became of each record.

export const FORMATS = [
  "mneme",
  "vault",
  "chatgpt",
  "claude",
  "mem0",
  "letta",
  "server-memory",
  "markdown",
  "discord",
  "chat",
  "csv",
  "notes",
  "facts",
  "profiles",
  "supervisor",
] as const;
export type Format = (typeof FORMATS)[number];

export const EXPORT_FORMATS = ["jsonl", "vault", "markdown", "csv", "privacy"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

// What an import has brought, by the name its source has for it.

/** What became of one record of a source. `key` is a hash of the source's own name for it. */
export type Imported = Readonly<{
  key: string;
  importId: string;
  item: "message" | "memory" | "review" | "none";
  itemId: string;
  /** `intended`: about to be heard. A process that dies there leaves it so, and the next run goes on with it. */
  outcome: "intended" | "added" | "merged" | "passed";
}>;
