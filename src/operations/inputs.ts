// What callers may send, checked once at the edge. Inside, the types are trusted.

import { z } from "zod";
import { MemoryError } from "../errors.ts";
import { inputProblems } from "../model/input-problems.ts";
import { KINDS, SECTIONS, STABILITIES } from "../model/kinds.ts";
import { VAULT_SOURCES } from "../model/memory.ts";
import { MetadataFilterShape, MetadataShape } from "../model/metadata.ts";
import { ORIGINS } from "../model/origin.ts";
import { STATES } from "../model/state.ts";

const MAX_TEXT = 262_144;

const MAX_TAGS = 64;

const MAX_LIST = 200;

const MAX_ID = 255;

/** A sign that can be seen by itself: no filler, and no colour of skin without a hand. */
const SAYS_SOMETHING =
  /(?![\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}])[\p{L}\p{N}\p{S}\p{P}]/u;

/** Text that every database can hold: no NUL, no half of a surrogate pair. */
function clean(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

export const Id = z
  .string()
  .min(1)
  .max(MAX_ID)
  .refine(clean, "must be well-formed text without NUL");

export const Body = z
  .string()
  .max(MAX_TEXT)
  .refine(clean, "must be well-formed text without NUL")
  .refine((text) => SAYS_SOMETHING.test(text), "is empty");

/** Any ISO time with a zone, or a date; kept in UTC. */
export const Time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date(), z.date()])
  .transform((given) => new Date(given))
  .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999, "is out of range")
  .transform((date) => date.toISOString());

export const Tags = z.array(Id).max(MAX_TAGS);

export const Importance = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
]);

export const Looking = z.strictObject({
  tenant: Id,
  agent: Id.optional().describe("Looks as this agent: `shared`, its own scope and its categories."),
  user: Id.optional().describe("Looks as, or on behalf of, this user."),
});
export interface Looking extends z.input<typeof Looking> {}

export const OfTenant = z.strictObject({ tenant: Id });

/** Whoever does something on purpose, and the name the history keeps. */
export const Doer = Looking.extend({ actor: Id.optional() });

export const MessageInput = z.strictObject({
  tenant: Id,
  channel: Id,
  thread: Id.optional(),
  id: Id.optional().describe("The platform's own id; the same id is heard once."),
  at: Time.optional(),
  author: z.strictObject({ id: Id, name: Id.optional(), isBot: z.boolean().default(false) }),
  text: Body,
  role: z.enum(["user", "assistant", "system", "tool"]).optional(),
  origin: z.enum(ORIGINS).optional(),
  scope: Id.default("shared"),
  user: Id.optional().describe("The owner, when the scope is `user`."),
  source: Id.optional().describe("How it came in, when not as text: `voice`."),
  metadata: MetadataShape.optional(),
});
export interface MessageInput extends z.input<typeof MessageInput> {}

const EvidenceInput = z.union([
  Body.transform((text) => ({ type: "statement" as const, text })),
  z.strictObject({ type: z.literal("statement"), text: Body }),
  z.strictObject({
    type: z.literal("span").default("span"),
    messageId: Id,
    start: z.int().min(0),
    end: z.int().min(0),
    quote: z.string().max(MAX_TEXT),
  }),
]);

export const RememberInput = z.strictObject({
  tenant: Id,
  kind: z.enum(KINDS).default("log").describe("A `log` is a plain note."),
  tier: z.enum(["canon", "register", "log"]).optional().describe("The vault's word for its kinds."),
  text: Body,
  title: Body.optional(),
  scope: Id.optional().describe("`shared`, `user`, or an agent's name."),
  user: Id.optional(),
  subject: Id.optional(),
  category: Id.optional(),
  tags: Tags.optional(),
  section: z.enum(SECTIONS).optional(),
  topicId: Id.optional(),
  supersedes: Id.optional().describe("The id of the note or soul whose place it takes."),
  confidence: z.number().min(0).max(1).optional(),
  importance: Importance.optional(),
  pinned: z.boolean().default(false),
  stability: z.enum(STABILITIES).optional(),
  ttlDays: z.number().positive().max(36_500).optional(),
  sensitivity: z.enum(["normal", "sensitive"]).optional(),
  evidence: z.array(EvidenceInput).max(MAX_LIST).default([]),
  derivedFrom: z.array(Id).max(MAX_LIST).default([]),
  participants: z.array(Id).max(MAX_LIST).default([]),
  validFrom: Time.optional(),
  validTo: Time.optional(),
  field: z
    .enum(["preferred_name", "pronouns", "city", "language", "tone", "goals", "goals_add"])
    .optional()
    .describe("Which field of a profile it is about; `goals_add` is another name of `goals`."),
  origin: z.enum(ORIGINS).optional(),
  agent: Id.optional(),
  run: Id.optional(),
  actor: Id.optional(),
  role: Id.optional(),
  jobId: Id.optional(),
  channel: Id.optional(),
  thread: Id.optional(),
  source: z
    .enum(VAULT_SOURCES)
    .optional()
    .describe("What the vault file says of how it came in; no trust hangs on it."),
  metadata: MetadataShape.optional(),
});

export interface RememberInput extends z.input<typeof RememberInput> {}
/** One that was checked, with its defaults. */
export type Remembering = z.output<typeof RememberInput>;

export const Filter = z.strictObject({
  user: Id.optional(),
  subject: Id.optional(),
  agent: Id.optional(),
  run: Id.optional(),
  actor: Id.optional(),
  role: Id.optional(),
  scope: Id.optional(),
  kinds: z.array(z.enum(KINDS)).optional(),
  categories: z.array(Id).max(MAX_LIST).optional(),
  tags: Tags.optional(),
  topicId: Id.optional(),
  ids: z.array(Id).max(MAX_LIST).optional(),
  channel: Id.optional(),
  pinned: z.boolean().optional(),
  importanceMin: z.number().optional(),
  importanceMax: z.number().optional(),
  updatedAfter: Time.optional(),
  updatedBefore: Time.optional(),
  createdAfter: Time.optional(),
  createdBefore: Time.optional(),
  metadata: MetadataFilterShape.optional(),
});

/** What lists and counts may be narrowed by, besides. */
export const ListFilter = Filter.extend({
  contains: Body.optional().describe(
    "Stands in the text: words however written, signs as they are.",
  ),
});

export const ListInput = Looking.extend({
  filter: ListFilter.prefault({}),
  states: z.array(z.enum(STATES)).min(1).optional(),
  limit: z.int().min(1).max(MAX_LIST).optional(),
  after: Id.optional().describe("The id of the last one seen."),
  asOf: Time.optional(),
  validAt: Time.optional(),
});
export interface ListInput extends z.input<typeof ListInput> {}

export const ofPerson = { person: Id.describe("Whose profile.") };
export const OneInput = Looking.extend({ id: Id });
export interface OneInput extends z.input<typeof OneInput> {}

export const DoToOne = Doer.extend({ id: Id });
export interface DoToOne extends z.input<typeof DoToOne> {}

function fieldsOf(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Refuses with the place and the reason of everything that is wrong. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new MemoryError("invalid_input", inputProblems(parsed.error, fieldsOf(schema)), {
    cause: parsed.error,
    details: {
      issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    },
  });
}
