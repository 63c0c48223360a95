// Context pack (N10): what fits the question best, memories and messages, or the newest notes when nothing is asked.

import { KINDS, POLICIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { mayBeToldSensitive, strangerTo } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import type { Hit } from "../hit.ts";
import { crowdingWriter, injectable, injectableHits, type LeftOut } from "../injectable.ts";
import type { Group, ItemLine } from "../layout.ts";
import { lookOf } from "../look.ts";
import { isSaidIn } from "../same-line.ts";
import { wholeCategories, withinLengths } from "./by-category.ts";
import { hitLine, kindLine } from "./lines.ts";
import { isFlooded, relevantLines } from "./relevant.ts";
import { standingInstructions } from "./standing.ts";

/** How many lines of messages and memories are offered to the budget; one writer's share is counted of the places. */
const OFFERED = 40;
const LOOKED_AT = 100;

export async function contextPack(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const whole = await wholeCategories(input, deps);
  const always = injectable(whole, rulesOf(input, deps, whole.length));
  const standing = input.query === undefined ? [] : await standingInstructions(input, deps);
  const known = new Map([...whole, ...standing].map((memory) => [memory.id, memory]));
  const chosen =
    input.query === undefined
      ? await newestLines(known, input, deps)
      : await relevantTo(input.query, { known, input }, deps);
  return {
    group: {
      type: "group",
      open: [],
      children: [
        groupOf(
          "## Standing Instructions",
          standing.map((memory) => kindLine(memory, "standing")),
        ),
        groupOf("## Memory Context", [
          ...always.kept.map((memory) => kindLine(memory, "always")),
          ...chosen.lines,
        ]),
      ],
      close: [],
      separator: "\n\n",
    },
    leftOut: [...always.leftOut, ...chosen.leftOut],
  };
}

function groupOf(heading: string, children: readonly ItemLine[]): Group {
  return { type: "group", open: [heading], children, close: [] };
}

/** A note that nobody asked for is never a sensitive one (N10). */
function rulesOf({ viewer, query }: ContextInput, { policy }: ContextDeps, places: number) {
  const keepsSensitive = query !== undefined && mayBeToldSensitive(viewer);
  return { policy: policy.inject, viewer, places, keepsSensitive };
}

type Lines = Readonly<{ lines: readonly ItemLine[]; leftOut: readonly LeftOut[] }>;
/** What is shown in any case. */
type Known = ReadonlyMap<string, Memory>;
type Asked = Readonly<{ known: Known; input: ContextInput }>;

async function relevantTo(
  query: string,
  { known, input }: Asked,
  deps: ContextDeps,
): Promise<Lines> {
  const found = await relevantLines({ query, over: "both" }, input, deps);
  const others = withinLengths(
    likely(found, input, deps).filter((hit) => !isKnown(hit, known, deps)),
    deps,
  );
  const open = await withoutSensitiveSources(others, input, deps);
  const { kept, leftOut } = injectableHits(open.hits, {
    ...rulesOf(input, deps, OFFERED),
    shared: deps.policy.places.pack,
  });
  return {
    lines: kept.map((hit) => hitLine(hit, "pack", deps.now())),
    leftOut: [...open.leftOut, ...leftOut],
  };
}

/** Itself, or a trait or note in the same words. */
function isKnown(hit: Hit, known: Known, { policy }: ContextDeps): boolean {
  return (
    known.has(hit.id) ||
    [...known.values()].some((memory) => isSaidIn(memory, hit, policy.sameWords))
  );
}

/** What hardly helps beside the best is left out, unless one writer stands before all others: a flood hides nobody. */
function likely(hits: readonly Hit[], { viewer }: ContextInput, deps: ContextDeps): readonly Hit[] {
  const writers = new Set(hits.map(crowdingWriter));
  if (writers.size > 1 && isFlooded(hits, viewer, deps)) return hits;
  const least = deps.policy.inject.leastOfBest * (hits[0]?.score ?? 0);
  return hits.filter(({ score }) => score >= least);
}

/** For nobody in particular: neither the sensitive memory nor the message that it was learnt from. */
async function withoutSensitiveSources(
  hits: readonly Hit[],
  { viewer }: ContextInput,
  { store }: ContextDeps,
): Promise<Readonly<{ hits: readonly Hit[]; leftOut: readonly LeftOut[] }>> {
  if (mayBeToldSensitive(viewer)) return { hits, leftOut: [] };
  const messages = hits.flatMap(({ item, id }) => (item === "message" ? [id] : []));
  const found = await store.memories.sensitiveSources(strangerTo(viewer.tenant), messages);
  const hidden = new Set(found);
  return {
    hits: hits.filter(({ id }) => !hidden.has(id)),
    leftOut: [...hidden].map((id) => ({ id, why: "sensitive" })),
  };
}

/** Guesses and procedures are told only to somebody who asks for something they fit. */
async function newestLines(known: Known, input: ContextInput, deps: ContextDeps): Promise<Lines> {
  const kinds = KINDS.filter((kind) => POLICIES[kind].searchable && kind !== "insight");
  const newest = await deps.store.memories.list(input.viewer, {
    filter: { kinds },
    look: lookOf(input, deps),
    page: { limit: LOOKED_AT },
  });
  const others = withinLengths(
    newest.filter((memory) => !known.has(memory.id)),
    deps,
  );
  const { kept, leftOut } = injectable(others, rulesOf(input, deps, deps.policy.places.pack));
  return { lines: kept.map((memory) => kindLine(memory, "pack")), leftOut };
}
