// Something that wants to be a memory. The brands say how far it has come; a skipped stage does not compile.

import type { Kind, Section, Stability } from "./kinds.ts";
import type {
  Evidence,
  Importance,
  Sensitivity,
  Timestamp,
  VaultSource,
  Writer,
} from "./memory.ts";
import type { Metadata } from "./metadata.ts";
import type { Provenance } from "./origin.ts";

export type Candidate = Readonly<{
  kind: Kind;
  text: string;
  category: string;
  /** Whom it is about: a user id, or `__lore__`. */
  subject?: string;
  confidence: number;
  importance: Importance;
  evidence: readonly Evidence[];
  section?: Section;
  title?: string;
  tags?: readonly string[];
  validFrom?: Timestamp;
  validTo?: Timestamp;
  sensitivity?: Sensitivity;
  metadata?: Metadata;
  /** A field of the person that needs consent before it applies (S10). */
  field?: ConsentField;
}>;

/** Sensitive fields wait for consent; the last two apply when two signals agree. */
export type ConsentField = "preferred_name" | "pronouns" | "city" | "language" | "tone" | "goals";

/** What a caller or the engine adds to a candidate before it is judged. */
export type Proposal = Candidate &
  Readonly<{
    tenant: string;
    scope: string;
    user?: string;
    stability: Stability;
    expiresAt?: Timestamp;
    topicId?: string;
    /** The memory of the same kind, scope and owner that this one takes the place of. */
    supersedes?: string;
    participants: readonly string[];
    pinned: boolean;
    derivedFrom: readonly string[];
    provenance: Provenance;
    channel?: string;
    thread?: string;
    source?: VaultSource;
    writer: Writer;
  }>;
