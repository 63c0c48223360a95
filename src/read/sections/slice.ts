// Prompt slice (F14): what is known of this user, what else bears on the question, and what was said here about it.

import { LORE_SUBJECT } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { viewerUser } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { injectable } from "../injectable.ts";
import type { Group, ItemLine } from "../layout.ts";
import { lookOf } from "../look.ts";
import { bulletLine } from "./lines.ts";
import { recentMessages } from "./recent.ts";
import { relevantHits, relevantMemories } from "./relevant.ts";

const KINDS = ["fact", "lore"] as const;

export async function promptSlice(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const user = viewerUser(input.viewer);
  const own = user === undefined ? [] : await factsAbout(user, input, deps);
  const lore = await factsAbout(LORE_SUBJECT, input, deps);
  const rules = { policy: deps.policy.inject, viewer: input.viewer, keepsSensitive: true };
  const first = injectable(own, { ...rules, places: deps.policy.places.userFacts });
  const shown = new Set(first.kept.map((memory) => memory.id));
  const rest = alternating(
    own.filter((memory) => !shown.has(memory.id)),
    lore,
  );
  const second = injectable(rest, { ...rules, places: deps.policy.places.relevantFacts });
  const relevant = await messagesHere(input, deps);
  return {
    group: group(
      [],
      [
        group(
          ["## User facts"],
          first.kept.map((memory) => bulletLine(memory, { section: "userFacts" })),
        ),
        group(
          ["## Relevant facts"],
          second.kept.map((memory) => bulletLine(memory, { section: "relevantFacts" })),
        ),
        group(["## Relevant messages"], relevant),
        group(["## Recent messages"], await recentMessages(input, relevant, deps)),
      ],
      "\n\n",
    ),
    leftOut: [...first.leftOut, ...second.leftOut],
  };
}

function group(
  open: readonly string[],
  children: readonly (Group | ItemLine)[],
  separator = "\n",
): Group {
  return { type: "group", open, children, close: [], separator };
}

/** By relevance when something is asked, else the newest. */
async function factsAbout(
  subject: string,
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const filter = { subject, kinds: KINDS };
  const { userFacts, relevantFacts } = deps.policy.places;
  const limit = Math.max(1, userFacts + relevantFacts);
  if (input.query !== undefined)
    return relevantMemories({ query: input.query, filter }, input, deps);
  const look = lookOf(input, deps);
  return deps.store.memories.list(input.viewer, { filter, look, page: { limit } });
}

function alternating(left: readonly Memory[], right: readonly Memory[]): readonly Memory[] {
  const mixed: Memory[] = [];
  for (let at = 0; at < Math.max(left.length, right.length); at++)
    for (const memory of [left[at], right[at]]) if (memory !== undefined) mixed.push(memory);
  return mixed;
}

/** By words, in this channel alone; what an outside text said does not come back as talk. */
async function messagesHere(input: ContextInput, deps: ContextDeps): Promise<readonly ItemLine[]> {
  const { channel, query } = input;
  if (channel === undefined || query === undefined || deps.policy.places.messages === 0) return [];
  const ask = {
    query,
    over: "messages",
    filter: { channel },
    limit: deps.policy.places.messages,
  } as const;
  const hits = await relevantHits({ ...ask, wordsOnly: true }, input, deps);
  return hits.flatMap((hit) =>
    hit.item === "message" && (hit.message.origin === "user" || hit.message.origin === "operator")
      ? [
          {
            type: "line",
            section: "relevantMessages",
            item: "message",
            id: hit.id,
            label: hit.message.author.name,
            text: hit.text,
            before: "- ",
          },
        ]
      : [],
  );
}
