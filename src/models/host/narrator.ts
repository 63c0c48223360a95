// A narrator that the program brought. It may tell some things itself and leave the rest to the one that would serve
// without it. What it names as a source must be one it was given.

import { z } from "zod";
import { POLICIES, SECTIONS } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import {
  CORRECTED_TAG,
  NARRATION_LIMITS,
  type Narration,
  type Narrator,
} from "../../ports/narrator.ts";
import { answerInTime, Failure } from "./answer-in-time.ts";

type Told = Omit<Narrator, "name">;
export type NarratorChoice = Partial<Told> & Readonly<{ name?: string }>;

const { titleLength, summaryLength, topics: maxTopics, insights: maxInsights } = NARRATION_LIMITS;
const Line = (length: number) => z.string().trim().min(1).max(length);
const Ids = z.array(z.string()).min(1).max(1_000);
const Episode = z.object({ title: Line(titleLength), summary: Line(summaryLength) });
const ANSWERS = {
  episode: Episode,
  topics: z.object({ topics: z.array(Episode.extend({ sources: Ids })).max(maxTopics) }),
  profile: z.object({
    add: z
      .array(
        z.object({
          section: z.enum(SECTIONS),
          text: Line(POLICIES.trait.maxLength),
          sources: Ids,
          confidence: z.number().min(0).max(1),
        }),
      )
      .max(100),
  }),
  consolidate: z.object({
    merge: z.array(z.object({ keep: z.string(), drop: Ids, reason: Line(200) })).max(1_000),
  }),
  insights: z.object({
    insights: z
      .array(
        z.object({
          text: Line(NARRATION_LIMITS.insightLength),
          tags: z.array(Line(255)).max(3),
          evidence: Ids,
        }),
      )
      .max(maxInsights),
  }),
} as const;

export function hostNarrator(
  given: NarratorChoice,
  otherwise: Narrator,
  seconds: number,
): Narrator {
  const { episode, topics, profile, consolidate, insights } = given;
  const ask = <T>(call: () => unknown, answer: z.ZodType<T>) => told({ call, answer, seconds });
  return {
    name: given.name ?? "own",
    episode: (messages) =>
      episode === undefined
        ? otherwise.episode(messages)
        : ask(() => episode(messages), ANSWERS.episode),
    topics: (input) =>
      topics === undefined
        ? otherwise.topics(input)
        : ask(() => topics(input), among(ANSWERS.topics, input.episodes)),
    profile: (input) =>
      profile === undefined
        ? otherwise.profile(input)
        : ask(() => profile(input), among(ANSWERS.profile, input.facts)),
    consolidate: (input) =>
      consolidate === undefined
        ? otherwise.consolidate(input)
        : ask(() => consolidate(input), sparing(ANSWERS.consolidate, input.lines)),
    insights: (input) =>
      insights === undefined
        ? otherwise.insights(input)
        : ask(
            () => insights(input),
            among(ANSWERS.insights, [...input.activities, ...input.items]),
          ),
  };
}

type Telling<T> = Readonly<{ call: () => unknown; answer: z.ZodType<T>; seconds: number }>;

async function told<T>({ call, answer, seconds }: Telling<T>): Promise<Narration<T>> {
  const answered = await answerInTime({ call, seconds, answer: z.union([Failure, answer]) });
  if (answered.type !== "ok") return answered;
  const failure = Failure.safeParse(answered.value);
  return failure.success ? failure.data : { type: "ok", ...(answered.value as T) };
}

/** An id that was not handed in would tie a line to a memory nobody looked at. */
function among<T>(schema: z.ZodType<T>, given: readonly Memory[]): z.ZodType<T> {
  const known = new Set(given.map(({ id }) => id));
  return schema.refine((answer) => idsIn(answer).every((id) => known.has(id)), {
    message: "names a source that it was not given",
    path: ["sources"],
  });
}

/** What a person set right is not dropped, and no line is dropped for itself or twice. */
function sparing(
  schema: (typeof ANSWERS)["consolidate"],
  lines: readonly Memory[],
): z.ZodType<z.infer<(typeof ANSWERS)["consolidate"]>> {
  const corrected = new Set(
    lines.filter(({ tags }) => tags.includes(CORRECTED_TAG)).map(({ id }) => id),
  );
  return among(schema, lines).refine(
    ({ merge }) => {
      const ids = merge.flatMap(({ keep, drop }) => [keep, ...drop]);
      const isSpared = merge.every(({ drop }) => drop.every((id) => !corrected.has(id)));
      return isSpared && new Set(ids).size === ids.length;
    },
    { message: "drops what a person corrected, or names a line twice", path: ["merge"] },
  );
}

function idsIn(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.flatMap(idsIn);
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    ["sources", "evidence", "drop"].includes(name)
      ? (value as string[])
      : name === "keep"
        ? [String(value)]
        : idsIn(value),
  );
}
