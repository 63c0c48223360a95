// A judge and a reranker that the program brought: functions, objects of the ports, or a reranking model of the AI SDK.

import { z } from "zod";
import type { Judge, JudgedPair, Judging, PairVerdict } from "../../ports/language.ts";
import type { Narration } from "../../ports/narrator.ts";
import type { Reranker, RerankInput, TimedReranker } from "../../ports/reranker.ts";
import { answerInTime, Failure } from "./answer-in-time.ts";

type Verdicts = Narration<Readonly<{ verdicts: readonly PairVerdict[] }>>;
type Judged = Verdicts | readonly PairVerdict[];
export type JudgeChoice =
  | Judge
  | ((pairs: readonly JudgedPair[], judging: Judging) => Judged | Promise<Judged>);

export function hostJudge(given: JudgeChoice, seconds: number): Judge {
  const isFunction = typeof given === "function";
  return {
    name: isFunction ? given.name || "own" : given.name,
    judge: async (judging) => {
      const verdicts = z
        .array(z.enum(["same", "newer_says_more", "apart"]))
        .length(judging.pairs.length);
      const call = () => (isFunction ? given(judging.pairs, judging) : given.judge(judging));
      const answer = z.union([verdicts, z.object({ type: z.literal("ok"), verdicts }), Failure]);
      const answered = await answerInTime({ call, seconds, answer });
      if (answered.type !== "ok") return answered;
      const { value } = answered;
      return Array.isArray(value) ? { type: "ok", verdicts: value } : value;
    },
  };
}

/** As much of a reranking model of the AI SDK as is used. */
export type SdkRerankingModel = Readonly<{
  provider: string;
  modelId: string;
  doRerank(options: {
    documents: { type: "text"; values: string[] };
    query: string;
    abortSignal: AbortSignal;
  }): PromiseLike<unknown>;
}>;

type Ranked = Narration<Readonly<{ relevance: readonly number[] }>>;
type Reranked = Ranked | readonly number[];
export type RerankerChoice =
  | Reranker
  | SdkRerankingModel
  | ((query: string, lines: readonly string[], asked: RerankInput) => Reranked | Promise<Reranked>);

export function hostReranker(given: RerankerChoice, seconds: number): TimedReranker {
  return {
    name: nameOf(given),
    rerank: async (asked) => {
      const count = asked.lines.length;
      const call = (signal: AbortSignal) => {
        const input = { ...asked, signal };
        if (typeof given === "function") return given(input.query, input.lines, input);
        return "doRerank" in given ? rerankBySdk(given, input) : given.rerank(input);
      };
      const relevance = z.array(z.number()).length(count);
      const answer = z.union([relevance, z.object({ type: z.literal("ok"), relevance }), Failure]);
      const answered = await answerInTime({ call, seconds, answer });
      if (answered.type !== "ok") return answered;
      const { value } = answered;
      return Array.isArray(value) ? { type: "ok", relevance: value } : value;
    },
  };
}

function nameOf(given: RerankerChoice): string {
  if (typeof given === "function") return given.name || "own";
  return "doRerank" in given ? `${given.provider}:${given.modelId}` : given.name;
}

const Ranking = z.object({
  ranking: z.array(z.object({ index: z.int().min(0), relevanceScore: z.number() })),
});

/** Called directly, as the SDK's own function writes its warnings to standard output. */
async function rerankBySdk(model: SdkRerankingModel, asked: RerankInput): Promise<unknown> {
  const given = await model.doRerank({
    documents: { type: "text", values: [...asked.lines] },
    query: asked.query,
    abortSignal: asked.signal,
  });
  const { ranking } = Ranking.parse(given);
  const scores = new Map(ranking.map(({ index, relevanceScore }) => [index, relevanceScore]));
  return asked.lines.map((_, index) => scores.get(index));
}
