// Changes what a memory says or how it is filed. The old version stays in its history.

import { MemoryError } from "../errors.ts";
import type { Memory } from "../model/memory.ts";
import { derive, type Origin, provenanceOf, TRUST_OF } from "../model/origin.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { embed } from "./embed.ts";
import { find } from "./find.ts";
import { revise } from "./revise.ts";
import { screenedText } from "./wording.ts";

export type Edits = Readonly<
  Partial<
    Pick<
      Memory,
      | "text"
      | "title"
      | "tags"
      | "importance"
      | "category"
      | "confidence"
      | "sensitivity"
      | "section"
      | "validFrom"
      | "validTo"
      | "expiresAt"
    >
  >
>;

export type EditInput = Doing &
  Readonly<{
    id: string;
    set: Edits;
    /** The version the caller saw; another one is a conflict, and nothing is changed. */
    ifVersion?: number;
    /** Where the new words come from. */
    origin: Origin;
  }>;

const EDITABLE: ReadonlySet<string> = new Set(["active", "disputed", "archived"]);

export async function edit(input: EditInput, deps: CurateDeps): Promise<Memory> {
  return input.ifVersion === undefined ? again(() => editOnce(input, deps)) : editOnce(input, deps);
}

async function editOnce(input: EditInput, deps: CurateDeps): Promise<Memory> {
  const memory = await find(input.viewer, input.id, deps);
  refuseStale(memory, input);
  const change = revise(memory, reworded(memory, input, deps), {
    at: deps.now().toISOString(),
    event: "UPDATE",
    reason: "edited",
  });
  const isReworded = change.memory.text !== memory.text || change.memory.title !== memory.title;
  const vector = isReworded ? [await embed(change.memory, deps)] : [];
  await commit({ ...input, cause: "edit", changes: [change, ...vector] }, deps);
  return change.memory;
}

function refuseStale(memory: Memory, { ifVersion }: EditInput): void {
  if (ifVersion !== undefined && ifVersion !== memory.version)
    throw new MemoryError(
      "conflict",
      `Memory ${memory.id} is at version ${memory.version}, not ${ifVersion}.`,
      { details: { id: memory.id, version: memory.version } },
    );
  if (!EDITABLE.has(memory.state))
    throw new MemoryError(
      "invalid_input",
      `Memory ${memory.id} is ${memory.state}; restore it first.`,
    );
}

/** Lower trust never overrules higher, and new words add their origin to the old ones. */
function reworded(memory: Memory, { set, origin }: EditInput, deps: CurateDeps): Partial<Memory> {
  if (set.text === undefined && set.title === undefined) return set;
  if (TRUST_OF[origin] < memory.trust)
    throw new MemoryError("forbidden", `What ${origin} says may not overrule memory ${memory.id}.`);
  return {
    ...set,
    ...(set.text === undefined ? {} : { text: screenedText(set.text, memory.kind, deps.screen) }),
    ...(set.title === undefined
      ? {}
      : { title: screenedText(set.title, memory.kind, deps.screen) }),
    ...derive([memory, provenanceOf(origin)]),
  };
}
