// `<background_facts>` (P10, P11): profiles of those in the conversation, of those mentioned and of those in the notes
// found, each line with the note it came from; then the notes.

import type { Memory } from "../../model/memory.ts";
import { viewerUser } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { escapeInline } from "../fence.ts";
import { injectable } from "../injectable.ts";
import type { Group } from "../layout.ts";
import { lookOf } from "../look.ts";
import { bulletLine, monthDay } from "./lines.ts";
import { profileGroup } from "./profile.ts";
import { relevantMemories } from "./relevant.ts";

const MENTION = /<@!?([\w-]+)>/g;

export async function background(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const found = injectable(await notesFor(input, deps), {
    policy: deps.policy.inject,
    viewer: input.viewer,
    places: deps.policy.places.notes,
    keepsSensitive: true,
  });
  const profiles: Section[] = [];
  for (const user of usersOf(input, found.kept, deps.policy.places))
    profiles.push(await profileGroup(user, input, deps));
  const notes: Group = {
    type: "group",
    open: ["<notes>"],
    children: found.kept.map((memory) =>
      bulletLine(memory, { section: "notes", before: noteHead(memory) }),
    ),
    close: ["</notes>"],
  };
  return {
    group: {
      type: "group",
      open: ["<background_facts>"],
      children: [...profiles.map(({ group }) => group), notes],
      close: ["</background_facts>"],
    },
    leftOut: [...found.leftOut, ...profiles.flatMap(({ leftOut }) => leftOut)],
  };
}

async function notesFor(input: ContextInput, deps: ContextDeps): Promise<readonly Memory[]> {
  const filter = { kinds: ["episode", "topic"] } as const;
  if (input.query !== undefined)
    return relevantMemories({ query: input.query, filter }, input, deps);
  const look = lookOf(input, deps);
  return deps.store.memories.list(input.viewer, {
    filter,
    look,
    page: { limit: Math.max(1, deps.policy.places.notes) },
  });
}

/** Nobody twice: those present, then up to three mentioned, then up to three out of the notes. */
function usersOf(
  { viewer, participants, mentions, query }: ContextInput,
  notes: readonly Memory[],
  most: ContextDeps["policy"]["places"],
): readonly string[] {
  const own = viewerUser(viewer);
  const present = new Set(participants ?? (own === undefined ? [] : [own]));
  const inQuery = [...(query ?? "").matchAll(MENTION)].map(([, id = ""]) => id);
  const others = (ids: readonly string[], known: ReadonlySet<string>, places: number) =>
    [...new Set(ids)].filter((id) => !known.has(id)).slice(0, places);
  const mentioned = others([...(mentions ?? []), ...inQuery], present, most.mentioned);
  const named = new Set([...present, ...mentioned]);
  const inNotes = others(
    notes.flatMap((note) => note.participants),
    named,
    most.fromNotes,
  );
  return [...named, ...inNotes];
}

/** `[Feb 23] Gaming discussion — `. */
function noteHead({ title, createdAt, validFrom }: Memory): string {
  const name = title === undefined ? "" : `${escapeInline(title)} — `;
  return `[${monthDay(validFrom ?? createdAt)}] ${name}`;
}
