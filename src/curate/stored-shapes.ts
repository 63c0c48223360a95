// The shapes of a memory, a proposal and a message where they come back as JSON: from a line of the vault, from a
// review, from an export.

import { z } from "zod";
import { KINDS, SECTIONS, STABILITIES } from "../model/kinds.ts";
import { VAULT_SOURCES, VERDICTS } from "../model/memory.ts";
import { MetadataShape } from "../model/metadata.ts";
import { ORIGINS } from "../model/origin.ts";
import { STATES } from "../model/state.ts";

const Text = z.string();
const Texts = z.array(z.string());
const Trust = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const Importance = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
const Time = z.iso.datetime({ precision: 3 });

const Evidence = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("span"),
    messageId: Text,
    start: z.number(),
    end: z.number(),
    quote: Text,
  }),
  z.object({ type: z.literal("statement"), text: Text }),
]);

const Writer = z.object({
  agent: Text.exactOptional(),
  run: Text.exactOptional(),
  actor: Text.exactOptional(),
  role: Text.exactOptional(),
  job: Text.exactOptional(),
});

/** Without its place in the order of arrival, which is the store's to give. */
export const MessageShape = z.object({
  tenant: Text,
  id: Text,
  channel: Text,
  thread: Text.exactOptional(),
  at: Time,
  author: z.object({ id: Text, name: Text, isBot: z.boolean() }),
  text: Text,
  role: z.enum(["user", "assistant", "system", "tool"]),
  origin: z.enum(ORIGINS),
  scope: Text,
  user: Text.exactOptional(),
  source: Text.exactOptional(),
  place: z
    .object({
      document: Text,
      headings: Texts,
      page: z.int().min(1).exactOptional(),
      line: z.int().min(1).exactOptional(),
    })
    .exactOptional()
    .describe("Where a piece of a document stands in it."),
  metadata: MetadataShape.exactOptional(),
});

/** What a memory and a proposal have in common. */
const Record = z.object({
  tenant: Text,
  scope: Text,
  user: Text.exactOptional(),
  subject: Text.exactOptional(),
  kind: z.enum(KINDS),
  category: Text,
  text: Text,
  title: Text.exactOptional(),
  section: z.enum(SECTIONS).exactOptional(),
  topicId: Text.exactOptional(),
  participants: Texts,
  confidence: z.number(),
  importance: Importance,
  pinned: z.boolean(),
  stability: z.enum(STABILITIES),
  evidence: z.array(Evidence),
  derivedFrom: Texts,
  validFrom: Time.exactOptional(),
  validTo: Time.exactOptional(),
  expiresAt: Time.exactOptional(),
  channel: Text.exactOptional(),
  thread: Text.exactOptional(),
  source: z.enum(VAULT_SOURCES).exactOptional(),
  metadata: MetadataShape.exactOptional(),
  writer: Writer,
});

const Sensitivity = z.enum(["normal", "sensitive"]);

export const MemoryShape = Record.extend({
  id: Text,
  tags: Texts,
  sensitivity: Sensitivity,
  origins: z.array(z.enum(ORIGINS)),
  trust: Trust,
  supersededBy: Text.exactOptional(),
  state: z.enum(STATES),
  verdict: z.enum(VERDICTS).exactOptional(),
  version: z.int().min(1),
  createdAt: Time,
  updatedAt: Time,
  purgeAt: Time.exactOptional(),
});

export const ProposalShape = Record.extend({
  supersedes: z.string().exactOptional(),
  tags: Texts.exactOptional(),
  sensitivity: Sensitivity.exactOptional(),
  field: z
    .enum(["preferred_name", "pronouns", "city", "language", "tone", "goals"])
    .exactOptional(),
  provenance: z.object({ origins: z.array(z.enum(ORIGINS)), trust: Trust }),
});
