// A kind of memory is a row of this table, not a subsystem.

export const KINDS = [
  "log",
  "summary",
  "rule",
  "soul",
  "fact",
  "lore",
  "trait",
  "episode",
  "topic",
  "canon",
  "register",
  "insight",
  "procedure",
] as const;
export type Kind = (typeof KINDS)[number];

export const STABILITIES = ["volatile", "stable", "permanent"] as const;
export type Stability = (typeof STABILITIES)[number];

export type KindPolicy = Readonly<{
  stability: Stability;
  /** Life of a record that asks for none; null: it lives until someone ends it. */
  ttlDays: number | null;
  /** Least trust that may become this kind without a person's approval. */
  minTrust: 1 | 3;
  minConfidence: number;
  /** Pieces of evidence, or memories it was made from. */
  minEvidence: number;
  /** Characters. */
  maxLength: number;
  defaultImportance: 1 | 2 | 3 | 4 | 5;
  /** Goes through the vault's write gate (V4) and into `vault.jsonl` blocks. */
  vault: boolean;
  /** Found by a plain search; `procedure` only when its category is asked for. */
  searchable: boolean;
}>;

const NOTE: KindPolicy = {
  stability: "stable",
  ttlDays: null,
  minTrust: 1,
  minConfidence: 0,
  minEvidence: 0,
  maxLength: 4000,
  defaultImportance: 3,
  vault: false,
  searchable: true,
};
const VAULT: KindPolicy = {
  ...NOTE,
  minTrust: 3,
  maxLength: 1200,
  defaultImportance: 4,
  vault: true,
};

export type KindPolicies = Readonly<Record<Kind, KindPolicy>>;

export const POLICIES: KindPolicies = {
  log: NOTE,
  summary: NOTE,
  rule: { ...NOTE, minTrust: 3, minConfidence: 0.8, minEvidence: 1, defaultImportance: 4 },
  soul: { ...NOTE, minTrust: 3, stability: "permanent", defaultImportance: 5 },
  fact: { ...NOTE, maxLength: 280 },
  lore: { ...NOTE, maxLength: 320 },
  trait: { ...NOTE, minTrust: 3, maxLength: 280 },
  episode: { ...NOTE, maxLength: 1200 },
  topic: { ...NOTE, maxLength: 1200 },
  canon: { ...VAULT, stability: "permanent", defaultImportance: 5 },
  register: VAULT,
  insight: { ...NOTE, minEvidence: 1, maxLength: 280, defaultImportance: 2 },
  procedure: { ...NOTE, searchable: false },
};

export const LORE_SUBJECT = "__lore__";

export const SECTIONS = [
  "bio",
  "interests",
  "skills",
  "opinions",
  "relationships",
  "other",
] as const;
export type Section = (typeof SECTIONS)[number];
