// Makes of a draft what the engine takes in: a message as if it had just been heard, a memory as if it were proposed;
// both marked as imported, which is the least trust there is.

import { createHash } from "node:crypto";
import type { Proposal } from "../model/candidate.ts";
import { type Kind, LORE_SUBJECT, POLICIES } from "../model/kinds.ts";
import type { NewMessage } from "../model/message.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import { provenanceOf } from "../model/origin.ts";
import { cut } from "../model/text.ts";
import type { GateContext } from "../write/stages/gate.ts";
import { wordingFault } from "../write/stages/wording.ts";
import type { MemoryDraft, MessageDraft } from "./record.ts";

/** Where everything of an import goes. */
export type Into = Readonly<{
  tenant: string;
  scope: string;
  /** The owner, when the scope is `user`. */
  user?: string;
  importId: string;
  /** For what has no time of its own. */
  at: string;
}>;

export const MAX_TEXT = 262_144;
const MAX_ID = 255;
const DEFAULT_CATEGORY = "general";

export function messageOf(draft: MessageDraft, into: Into): NewMessage {
  const { author } = draft;
  return {
    tenant: into.tenant,
    id: shortId(draft.id),
    channel: shortId(draft.channel),
    ...(draft.thread === undefined ? {} : { thread: shortId(draft.thread) }),
    at: draft.at ?? into.at,
    author: {
      id: shortId(author.id),
      name: cut(storable(author.name), MAX_ID) || shortId(author.id),
      isBot: author.isBot,
    },
    text: cut(storable(draft.text), MAX_TEXT),
    role: draft.role,
    origin: draft.origin ?? "import",
    scope: into.scope,
    ...(into.user === undefined ? {} : { user: into.user }),
  };
}

export function proposalOf(draft: MemoryDraft, into: Into, gate: GateContext): Proposal {
  const kind = kindOf(draft);
  const subject = kind === "lore" ? LORE_SUBJECT : draft.subject;
  const category = categoryOf(draft, gate);
  const { title, section, validFrom, expiresAt, channel } = draft;
  const owner = into.user ?? (subject === LORE_SUBJECT ? undefined : subject);
  return {
    kind,
    text: storable(draft.text),
    category,
    tags: tagsOf(draft, category),
    confidence: draft.confidence ?? 1,
    importance: draft.importance ?? POLICIES[kind].defaultImportance,
    evidence: [],
    tenant: into.tenant,
    scope: into.scope,
    stability: POLICIES[kind].stability,
    participants: draft.participants ?? [],
    pinned: false,
    derivedFrom: [],
    provenance: provenanceOf("import"),
    writer: { run: into.importId, actor: "import" },
    ...omitUndefined({
      subject: subject === undefined ? undefined : shortId(subject),
      user: owner === undefined ? undefined : shortId(owner),
      title: title === undefined ? undefined : storable(title),
      channel: channel === undefined ? undefined : shortId(channel),
      section,
      validFrom,
      expiresAt,
    }),
  };
}

const FACT_BOUNDS = { maxLength: POLICIES.fact.maxLength, maxSentences: 2 };

/** A short statement about someone is a fact; anything else is a note. */
function kindOf({ kind, subject, text }: MemoryDraft): Kind {
  if (kind !== undefined) return kind;
  const isFact = subject !== undefined && wordingFault(text, FACT_BOUNDS) === undefined;
  return isFact ? "fact" : "log";
}

/** Where only certain categories exist, a foreign one becomes a tag. */
function categoryOf({ category }: MemoryDraft, { categories }: GateContext): string {
  const wanted = category === undefined ? DEFAULT_CATEGORY : shortId(category);
  if (categories === "all" || categories.has(wanted)) return wanted;
  return categories.has(DEFAULT_CATEGORY) ? DEFAULT_CATEGORY : ([...categories][0] ?? wanted);
}

const MAX_TAGS = 64;

function tagsOf({ tags = [], category }: MemoryDraft, kept: string): readonly string[] {
  const all = category === undefined || category === kept ? tags : [...tags, category];
  return [...new Set(all.map(shortId))].slice(0, MAX_TAGS);
}

/** Half characters and nul are not kept by every database. */
export function storable(text: string): string {
  return text.replace(/[\p{Surrogate}\0]/gu, "\uFFFD");
}

export function shortId(id: string): string {
  const clean = storable(id);
  if (clean.length <= MAX_ID && clean !== "") return clean;
  return createHash("sha256").update(clean).digest("hex");
}

/** The key of a record in the ledger: nothing of its words is in it. */
export function ledgerKey(format: string, key: string): string {
  return createHash("sha256")
    .update(JSON.stringify([format, key]))
    .digest("hex");
}
