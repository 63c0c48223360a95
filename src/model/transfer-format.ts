// The formats that memory comes in and goes out by.

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
  "facts",
] as const;
export type Format = (typeof FORMATS)[number];

export const EXPORT_FORMATS = ["jsonl", "vault", "markdown", "csv", "privacy"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
