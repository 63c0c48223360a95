// What operations give back, as schemas: the pages of the reference, and what tests hold every answer against.

import { z } from "zod";
import { MemoryShape, MessageShape, ProposalShape } from "../curate/stored-shapes.ts";
import { HISTORY_EVENTS } from "../model/history.ts";
import type { Section } from "../model/kinds.ts";
import { STAGES } from "../model/receipt.ts";
import { STATES } from "../model/state.ts";

const Text = z.string();

const Time = z.string().describe("ISO 8601 in UTC.");

const Count = z.int().min(0);

const Counts = z.record(z.string(), z.number());

export const MemoryOutput = MemoryShape.meta({ id: "Memory" });

export const ReceiptOutput = z
  .object({
    status: z.enum(["ok", "nothing", "failed", "ignored", "dropped"]),
    reason: Text.exactOptional(),
    stored: z.array(
      z.object({
        id: Text,
        text: Text,
        replaced: Text.exactOptional(),
        disputed: z.boolean().exactOptional(),
      }),
    ),
    merged: z.array(
      z.object({
        id: Text,
        text: Text,
        how: z.enum(["touched", "reworded", "updated", "upserted"]),
      }),
    ),
    held: z.array(z.object({ reviewId: Text, text: Text, why: Text })),
    dropped: z.array(z.object({ stage: z.enum(STAGES), reason: Text, text: Text })),
    reasons: z
      .array(z.object({ clause: Text, reason: Text }))
      .describe(
        "What else a message says and why that was not kept; never empty beside `nothing`.",
      ),
  })
  .meta({ id: "Receipt" });

const Version = z.object({ version: z.int(), text: Text, state: Text });

export const HistoryOutput = z.array(
  z
    .object({
      memoryId: Text,
      event: z.enum(HISTORY_EVENTS),
      at: Time,
      actor: Text,
      cause: Text,
      reason: Text,
      old: Version.exactOptional(),
      new: Version.exactOptional(),
      meta: z.record(z.string(), z.unknown()),
    })
    .meta({ id: "HistoryEntry" }),
);

export const DeltaOutput = z.object({
  revision: Count,
  changes: z.array(
    z.object({
      revision: Count,
      memoryId: Text,
      event: z.enum(["created", "updated", "merged", "deleted", "soft_deleted", "restored"]),
      category: Text,
      text: Text,
      importance: z.number(),
      at: Time,
    }),
  ),
});

export const MessageOutput = MessageShape.meta({ id: "Message" });

export const MessageAroundOutput = z.object({
  message: MessageOutput,
  around: z.array(MessageOutput),
});

export const StatsOutput = z.object({
  store: z.object({
    database: z.enum(["sqlite", "postgres"]),
    version: Text,
    schema: Count,
    durability: z.enum(["normal", "full"]),
    vectors: z.enum(["ready", "unavailable"]),
    isReadOnly: z.boolean().describe("Whether the file can only be read: every change is refused."),
  }),
  memories: z.array(
    z.object({ kind: Text, state: z.enum(STATES), scope: Text, category: Text, count: Count }),
  ),
});

const ActivityOutput = z
  .object({
    tenant: Text,
    at: Time,
    node: z.enum(["hotpath", "context", "episodic", "worker"]),
    op: Text,
    status: z.enum(["ok", "error", "skipped"]),
    memoryId: Text.exactOptional(),
    messageId: Text.exactOptional(),
    user: Text.exactOptional(),
    thread: Text.exactOptional(),
    category: Text.exactOptional(),
    similarity: z.number().exactOptional(),
    detail: Text.exactOptional(),
  })
  .meta({ id: "Activity" });

export interface Events extends z.output<typeof EventsOutput> {}
export const EventsOutput = z.object({
  events: z.array(ActivityOutput),
  counts: z.array(z.object({ node: Text, op: Text, status: Text, count: Count })),
});

const Parts = z.object({
  lexical: z.number(),
  semantic: z.number(),
  confidence: z.number(),
  recency: z.number(),
  channel: z.number(),
  context: z.number(),
  speaker: z.number(),
  conversation: z.number(),
  together: z.number(),
  near: z.number(),
  nearby: z.number(),
  reply: z.number(),
  kind: z.number(),
  time: z.number(),
  related: z.number(),
  corroborated: z.number(),
  feedback: z.number(),
});

const Sources = z.array(z.object({ messageId: Text, quote: Text.exactOptional() }));

const Chance = z.number().min(0).max(1);

const Line = z.object({
  id: Text,
  category: Text,
  text: Text,
  score: Chance.describe("The chance that the line helps with what was asked."),
  parts: Parts,
  signal: z.object({ lexical: z.number(), semantic: z.number() }),
  gate: z.enum(["semantic", "lexical", "combined", "none"]),
  sources: Sources,
  at: Time,
  ranking: z
    .object({
      sum: z.number(),
      lifted: z.number(),
      total: z.number(),
      evidence: z.object({
        cosine: z.number(),
        words: z.number(),
        lexical: z.number(),
        behind: z.number(),
        place: Count,
        speaker: z.number(),
      }),
    })
    .exactOptional()
    .describe("Only when asked to explain."),
});

const HitOutput = z
  .discriminatedUnion("item", [
    Line.extend({
      item: z.literal("memory"),
      kind: MemoryShape.shape.kind,
      memory: MemoryOutput,
    }),
    Line.extend({
      item: z.literal("message"),
      kind: z.literal("message"),
      message: MessageOutput,
    }),
  ])
  .meta({ id: "Hit" });

const Bullet = z.object({ id: Text, category: Text, text: Text });

export const SearchOutput = z.object({
  hits: z.array(HitOutput),
  confidence: Chance.describe("The chance that the answer is among them."),
  unsure: z.boolean().describe("Ask again in other words, or look elsewhere."),
  related: z.array(Bullet.extend({ to: Text, strength: z.number() })),
  semantic: z.enum(["ready", "missing"]),
  reranked: z
    .boolean()
    .exactOptional()
    .describe("Where a reranker is set: whether the order is its own."),
  filtered: z
    .object({ gate: Count, threshold: Count, same_line: Count, limit: Count })
    .exactOptional(),
  evidence: z
    .object({
      cosine: z.number(),
      words: z.number(),
      lexical: z.number(),
      covered: z.number(),
      named: z.number(),
      own: z.number(),
      strangeName: z.number(),
      world: z.number(),
      among: z.number(),
    })
    .exactOptional(),
});

const AnswerLine = z
  .object({
    id: Text,
    item: z.enum(["memory", "message"]),
    text: Text,
    score: Chance,
    at: Time,
    messages: z.array(Text).describe("Ids of the messages it rests on."),
  })
  .meta({ id: "AnswerLine" });

export const AnswerOutput = z.object({
  type: z
    .enum(["answer", "lines", "unknown"])
    .describe(
      "`lines`: no model is configured, or it failed (`reason`): the best lines as they stand. `unknown`: nothing supports an answer.",
    ),
  answer: Text.exactOptional(),
  citations: z.array(AnswerLine).describe("The lines that the answer rests on."),
  lines: z.array(AnswerLine).describe("What was found, best first."),
  confidence: Chance.describe("The chance that the answer is among the lines."),
  unsure: z.boolean(),
  by: Text.exactOptional().describe("The model that was asked."),
  reason: Text.exactOptional(),
});

const LeftOut = z.array(
  z.object({ id: Text, why: z.enum(["budget", "trust", "sensitive", "source_share"]) }),
);

export const QueryOutput = z.object({
  items: z.union([
    z.array(
      Bullet.extend({
        score: Chance,
        parts: Parts,
        sources: Sources,
        memory: MemoryOutput.exactOptional(),
        message: MessageOutput.exactOptional(),
      }),
    ),
    z.array(Bullet),
  ]),
  confidence: Chance.describe("The chance that the answer is among them."),
  unsure: z.boolean().describe("Ask again in other words, or look elsewhere."),
  related: z.array(Bullet),
  tokens: Count,
  leftOut: LeftOut,
});

export const ContextOutput = z.object({
  text: Text,
  items: z.array(
    z.object({
      id: Text,
      item: z.enum(["memory", "message"]),
      section: Text,
      text: Text,
      tokens: Count.describe("What the line costs in the block."),
    }),
  ),
  revision: Count,
  tokens: Count,
  leftOut: LeftOut,
});

const ProfileLines = z.array(
  z.object({
    id: Text,
    text: Text,
    confidence: z.number(),
    freshness: z.number(),
    updatedAt: Time,
    isCorrected: z.boolean(),
    sources: z.array(
      z.object({
        type: z.enum(["episode", "memory", "message"]),
        id: Text,
        title: Text,
        date: Time,
      }),
    ),
  }),
);

export const ProfileOutput = z.object({
  user: Text,
  sections: z.object({
    bio: ProfileLines,
    interests: ProfileLines,
    skills: ProfileLines,
    opinions: ProfileLines,
    relationships: ProfileLines,
    other: ProfileLines,
  } satisfies Record<Section, typeof ProfileLines>),
  facts: z
    .array(z.object({ id: Text, text: Text, updatedAt: Text }))
    .readonly()
    .describe("The newest facts about them, in a profile or not yet."),
});

/** `findings` are the classes of what the guard found, never the thing itself. */
const ProposalOutput = ProposalShape.extend({ findings: z.array(Text).exactOptional() });

export const ReviewOutput = z
  .object({
    id: Text,
    tenant: Text,
    user: Text.exactOptional(),
    field: ProposalShape.shape.field,
    why: Text,
    act: z.discriminatedUnion("type", [
      z.object({ type: z.literal("store"), proposal: ProposalOutput }),
      z.object({ type: z.literal("merge"), ids: z.array(Text), text: Text }),
      z.object({ type: z.literal("delete"), id: Text }),
    ]),
    hash: Text,
    state: z.enum(["pending", "approved", "rejected", "lapsed"]),
    signals: Count,
    createdAt: Time,
    lapsesAt: Time,
    decidedAt: Time.exactOptional(),
    decidedBy: Text.exactOptional(),
  })
  .meta({ id: "Review" });

const Mentions = z.object({
  erased: z.boolean().describe("Whether they go, or stay as they are."),
  names: z.array(z.string()).readonly().describe("What was looked for."),
  shared: z
    .array(z.string())
    .readonly()
    .describe("Not looked for: another author's name begins with it, too."),
  messages: Count,
  memories: Count,
  reviews: Count,
  examples: z
    .array(z.object({ type: z.enum(["message", "memory"]), id: z.string(), text: z.string() }))
    .readonly()
    .describe("The first twenty."),
});

export const ErasedOutput = z.object({
  counts: Counts,
  memories: Count,
  messages: Count,
  mentions: Mentions.exactOptional().describe("What other people said of the person."),
});

export const VaultStatsOutput = z.object({
  active: Count,
  max: Count,
  utilisation: z.number(),
  deleted: Count,
  rawLines: Count,
  bloat: z.number(),
  byScope: Counts,
  byTier: Counts,
  byCategory: Counts,
  registerTopics: Count,
});
