// The tools that read: query, context, list, history, profile.

import { z } from "zod";
import { MemoryError } from "../../../errors.ts";
import { HISTORY_EVENTS } from "../../../model/history.ts";
import { KINDS, SECTIONS } from "../../../model/kinds.ts";
import { MetadataFilterShape } from "../../../model/metadata.ts";
import { placeText } from "../../../model/place.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { Id } from "../../../operations/inputs.ts";
import { whoLooks } from "../session.ts";
import { Budget, Moment, Question, tool } from "../tool.ts";
import { MemoryView, memoryView, ProfileView, profileView } from "../views.ts";

const BUDGET_TOKENS = 2_000;

const Fields = MetadataFilterShape.describe("`{ field, eq | gt … }`, `and`, `or`.");

const Filters = z
  .strictObject({
    user_id: Id.optional(),
    agent_id: Id.optional(),
    run_id: Id.optional(),
    actor_id: Id.optional(),
    role: Id.optional(),
    category: Id.optional(),
    pinned: z.boolean().optional(),
    importance_min: z.int().min(1).max(5).optional(),
    importance_max: z.int().min(1).max(5).optional(),
    updated_after: Moment.optional(),
    updated_before: Moment.optional(),
    metadata: Fields.optional(),
  })
  .describe("Narrow what is found.");

const Item = z.object({
  id: z.string(),
  category: z.string(),
  text: z.string(),
  score: z.number().optional(),
  sources: z.array(z.object({ message_id: z.string(), quote: z.string().optional() })).optional(),
  memory: MemoryView.optional().describe("Only with `return: full`."),
  message: z
    .object({
      said_by: z.string(),
      author_id: z.string(),
      channel: z.string(),
      at: z.string(),
      place: z.string().optional().describe("In a document."),
    })
    .optional()
    .describe("In place of `memory` where the line is what somebody said."),
});

export const queryTool = tool({
  name: "memory_query",
  title: "Search memory",
  description:
    "Find what is remembered about something, most relevant first. Use it before answering what may depend on earlier " +
    "conversations, and again in other words when `unsure` is true. Not for general knowledge.",
  operation: "query",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    query: Question,
    categories: z.array(Id).max(50).optional(),
    filters: Filters.optional(),
    top_k: z.int().min(1).max(24).default(5),
    threshold: z.number().min(0).max(1).optional(),
    return: z.enum(["bullets", "full"]).default("bullets"),
    budget_tokens: Budget.default(BUDGET_TOKENS),
  }),
  output: z.object({
    items: z.array(Item),
    related: z.array(z.object({ id: z.string(), category: z.string(), text: z.string() })),
    confidence: z.number().describe("That the answer is here, 0 to 1."),
    unsure: z
      .boolean()
      .describe(
        "The answer may not be among the items: ask again in other words, or look elsewhere.",
      ),
    tokens: z.number(),
    left_out: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
  run: async (asked, { memory, principal }) => {
    const found = await memory.query({ ...asked, ...whoLooks(principal) });
    return {
      items: found.items.map((item) => ("score" in item ? whole(item) : item)),
      related: [...found.related],
      confidence: found.confidence,
      unsure: found.unsure,
      tokens: found.tokens,
      left_out: [...found.leftOut],
    };
  },
});

type Found = Awaited<ReturnType<MemoryEngine["query"]>>;
type Whole = Extract<Found["items"][number], { score: unknown }>;

function whole({
  id,
  category,
  text,
  score,
  sources,
  memory,
  message,
}: Whole): z.input<typeof Item> {
  return {
    id,
    category,
    text,
    score,
    sources: sources.map(({ messageId, quote }) => ({ message_id: messageId, quote })),
    ...(memory && { memory: memoryView(memory) }),
    ...(message && {
      message: {
        said_by: message.author.name,
        author_id: message.author.id,
        channel: message.channel,
        at: message.at,
        place: message.place && placeText(message.place),
      },
    }),
  };
}

// `memory_context`: the lines that belong into a prompt now.

const CONTEXT_TOKENS = 1_500;

export const contextTool = tool({
  name: "memory_context",
  title: "Context from memory",
  description:
    "A block of remembered background, fenced as data. Use it once when a session or task starts, or with " +
    "`thread` and `since_revision` for what changed. Not for one question (memory_query).",
  operation: "context",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    query: Question.optional().describe("Without it, the most recent."),
    style: z
      .enum(["pack", "agent", "slice", "background", "snapshot", "memory"])
      .default("pack")
      .describe("agent: soul, rules, summaries; background: people; snapshot: the vault"),
    budget_tokens: Budget.default(CONTEXT_TOKENS),
    participants: z.array(Id).max(50).optional().describe("Ids of people present."),
    thread: Id.optional(),
    since_revision: z.int().min(0).optional(),
  }),
  output: z.object({
    text: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        item: z.enum(["memory", "message"]),
        section: z.string(),
        tokens: z.number().describe("What the line costs."),
      }),
    ),
    revision: z.int(),
    tokens: z.number(),
    left_out: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
  run: async ({ budget_tokens, since_revision, ...asked }, { memory, principal }) => {
    const built = await memory.context({
      ...asked,
      ...whoLooks(principal),
      budgetTokens: budget_tokens,
      sinceRevision: since_revision,
    });
    return {
      text: built.text,
      items: built.items.map(({ id, item, section, tokens }) => ({ id, item, section, tokens })),
      revision: built.revision,
      tokens: built.tokens,
      left_out: [...built.leftOut],
    };
  },
});

// `memory_list`: what there is, page by page.

export const listTool = tool({
  name: "memory_list",
  title: "List memories",
  description:
    "Memories, newest first, by page. Use it to tidy up or to find an id. Not to answer a question (memory_query).",
  operation: "list",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional(),
    category: Id.optional(),
    tags: z.array(Id).min(1).max(16).optional(),
    about: Id.optional().describe("A person's id."),
    limit: z.int().min(1).max(50).default(20),
    cursor: Id.optional().describe("`next_cursor` of the last page."),
  }),
  output: z.object({ memories: z.array(MemoryView), next_cursor: z.string().optional() }),
  run: async ({ kinds, category, tags, about, limit, cursor }, { memory, principal }) => {
    const found = await memory.list({
      ...whoLooks(principal),
      filter: {
        kinds,
        tags,
        subject: about,
        categories: category === undefined ? undefined : [category],
      },
      limit,
      after: cursor,
    });
    return {
      memories: found.map(memoryView),
      next_cursor: found.length < limit ? undefined : found.at(-1)?.id,
    };
  },
});

// `memory_history`: what happened to one memory.

const Version = z.object({ version: z.int(), text: z.string(), state: z.string() });

export const historyTool = tool({
  name: "memory_history",
  title: "History of a memory",
  description:
    "Who changed one memory, when, why, and its text before and after. Use it when someone asks why something is " +
    "remembered. Not to search.",
  operation: "history",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    id: Id,
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    id: z.string(),
    total: z.int(),
    entries: z.array(
      z.object({
        event: z.enum(HISTORY_EVENTS),
        at: z.string(),
        actor: z.string(),
        cause: z.string(),
        reason: z.string(),
        before: Version.optional(),
        after: Version.optional(),
      }),
    ),
  }),
  run: async ({ id, limit }, { memory, principal }) => {
    const entries = await memory.admin.history({ ...whoLooks(principal), id });
    if (entries.length === 0) throw new MemoryError("not_found", `There is no memory ${id}.`);
    return {
      id,
      total: entries.length,
      entries: entries.slice(-limit).map((entry) => ({
        event: entry.event,
        at: entry.at,
        actor: entry.actor,
        cause: entry.cause,
        reason: entry.reason,
        before: entry.old,
        after: entry.new,
      })),
    };
  },
});

// `memory_profile`: what is known of a person.

export const profileTool = tool({
  name: "memory_profile",
  title: "Profile of a person",
  description:
    "What is known of one person. Use it to adapt to whom you talk with, or when they ask. Not to be recited unasked.",
  operation: "profile",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    person: Id.optional().describe("An id; without it, the user served here."),
    sections: z.array(z.enum(SECTIONS)).min(1).max(SECTIONS.length).optional(),
  }),
  output: ProfileView,
  run: async ({ person, sections }, { memory, principal }) => {
    const whose = person ?? principal.user;
    if (whose === undefined)
      throw new MemoryError(
        "invalid_input",
        "`person` is missing, and this connection has no user.",
      );
    const profile = await memory.profile({ ...whoLooks(principal), person: whose });
    return profileView(profile, sections ?? SECTIONS);
  },
});
