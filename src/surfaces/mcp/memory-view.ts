// A memory as MCP clients see it.

import { z } from "zod";
import { KINDS, STABILITIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";

export const MemoryView = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  category: z.string(),
  text: z.string(),
  title: z.string().optional(),
  scope: z.string(),
  owner: z.string().optional().describe("The user it belongs to, when the scope is `user`."),
  about: z.string().optional().describe("Whom it is about."),
  tags: z.array(z.string()),
  importance: z.int(),
  pinned: z.boolean(),
  confidence: z.number(),
  trust: z
    .int()
    .describe(
      "1: text from outside, 2: said by a model, 3: by a person, 4: by who runs the engine.",
    ),
  stability: z.enum(STABILITIES),
  state: z.enum(STATES),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  valid_from: z.string().optional(),
  valid_to: z.string().optional(),
  expires_at: z.string().optional(),
});

export function memoryView(memory: Memory): z.input<typeof MemoryView> {
  const { id, kind, category, text, title, scope, user, subject } = memory;
  const { importance, pinned, confidence, trust, stability, state, version } = memory;
  return {
    id,
    kind,
    category,
    text,
    title,
    scope,
    owner: user,
    about: subject,
    tags: [...memory.tags],
    importance,
    pinned,
    confidence,
    trust,
    stability,
    state,
    version,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
    valid_from: memory.validFrom,
    valid_to: memory.validTo,
    expires_at: memory.expiresAt,
  };
}
