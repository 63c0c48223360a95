// One person's profile inside `<background_facts>`: the lines of each section with where they were learnt.

import { SECTIONS } from "../../model/kinds.ts";
import { type Memory, NAME_TAG } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { escapeInline } from "../fence.ts";
import { injectable } from "../injectable.ts";
import type { Group } from "../layout.ts";
import { lookOf } from "../look.ts";
import { bulletLine, monthDay } from "./lines.ts";

const MOST_LINES = 200;

export async function profileGroup(
  user: string,
  input: ContextInput,
  deps: ContextDeps,
): Promise<Section> {
  const lines = await deps.store.memories.list(input.viewer, {
    filter: { kinds: ["trait"], subject: user },
    look: lookOf(input, deps),
    page: { limit: MOST_LINES },
  });
  const { kept, leftOut } = injectable(lines, {
    policy: { ...deps.policy.inject, sourceShare: 1 },
    viewer: input.viewer,
    places: MOST_LINES,
    keepsSensitive: true,
  });
  const sources = await sourcesOf(kept, input, deps);
  const name = escapeInline(await nameOf(user, input, deps));
  return {
    group: {
      type: "group",
      open: [`<user name="${name}">`],
      children: SECTIONS.map((section) => sectionGroup(section, kept, sources)),
      close: ["</user>"],
      separator: "\n\n",
    },
    leftOut,
  };
}

function sectionGroup(
  section: string,
  lines: readonly Memory[],
  sources: ReadonlyMap<string, Memory>,
): Group {
  return {
    type: "group",
    open: [`${section.slice(0, 1).toUpperCase()}${section.slice(1)}:`],
    children: lines
      .filter((line) => (line.section ?? "other") === section)
      .map((line) => bulletLine(line, { section, after: `  [${learntIn(line, sources)}]` })),
    close: [],
  };
}

/** `Gaming session, Feb 23`; the date alone where the source has no title. */
function learntIn(line: Memory, sources: ReadonlyMap<string, Memory>): string {
  const source = line.derivedFrom.map((id) => sources.get(id)).find((one) => one !== undefined);
  const { validFrom, createdAt } = source ?? line;
  const day = monthDay(validFrom ?? createdAt);
  return source?.title === undefined ? day : `${escapeInline(source.title)}, ${day}`;
}

/** A source stays one after it was archived or merged into another. */
async function sourcesOf(
  lines: readonly Memory[],
  input: ContextInput,
  deps: ContextDeps,
): Promise<ReadonlyMap<string, Memory>> {
  const ids = [...new Set(lines.flatMap((line) => line.derivedFrom))];
  if (ids.length === 0) return new Map();
  const found = await deps.store.memories.list(input.viewer, {
    filter: { ids },
    look: { now: lookOf(input, deps).now, states: STATES },
    page: { limit: ids.length },
  });
  return new Map(found.map((memory) => [memory.id, memory]));
}

/** The name they used last, or the one they came with; the id is data of the platform and says enough otherwise. */
async function nameOf(user: string, input: ContextInput, deps: ContextDeps): Promise<string> {
  const [last] = await deps.store.messages.list(input.viewer, { author: user, limit: 1 });
  if (last !== undefined) return last.author.name;
  const [told] = await deps.store.memories.list(input.viewer, {
    filter: { kinds: ["fact"], subject: user, tags: [NAME_TAG] },
    look: lookOf(input, deps),
    page: { limit: 1 },
  });
  return told?.title ?? user;
}
