// A language model as extractor and as judge of pairs, with the built-in ones standing in when it fails.

import { randomUUID } from "node:crypto";
import type { Candidate } from "../../model/candidate.ts";
import type { Message } from "../../model/message.ts";
import {
  type ExtractInput,
  type Extraction,
  type Extractor,
  FACTS_READ,
  type FactsRead,
  type StandIn,
} from "../../ports/extractor.ts";
import type { Judge, Judging, Language, PairVerdict } from "../../ports/language.ts";
import type { Narration, Narrator } from "../../ports/narrator.ts";
import { remindersOf } from "../builtin/extract/reminders.ts";
import {
  type ExtractReply,
  type ExtractTask,
  extractPrompt,
  judgePrompt,
  MAX_PAIRS,
  type Verdicts,
} from "../prompts.ts";
import { evidenceFor } from "./quote-place.ts";

type Line = ExtractReply["candidates"][number];

type Reading = Readonly<{ task?: ExtractTask; most?: FactsRead }>;

/** `newNonce` gives the mark that fences a prompt's data; nobody who writes messages may foresee it. */
export function languageExtractor(
  language: Language,
  newNonce: () => string = randomUUID,
  { task = {}, most = FACTS_READ }: Reading = {},
): Extractor {
  return {
    name: language.name,
    inline: false,
    extract: (input) => extract(input, language, { nonce: newNonce(), most, task }),
  };
}

async function extract(
  input: ExtractInput,
  language: Language,
  reading: Readonly<{ nonce: string; most: FactsRead; task: ExtractTask }>,
): Promise<Extraction> {
  const { tenant, author } = input.message;
  const request = { ...extractPrompt(input, reading), tenant, user: author.id };
  const generated = await language.generate(request);
  if (generated.type !== "ok") return generated;
  const lines = generated.value.candidates.slice(0, reading.most.long);
  const facts = lines.map((line) => candidateOf(line, input.message));
  return { type: "ok", candidates: [...remindersOf(input.message), ...facts] };
}

function candidateOf(line: Line, message: Message): Candidate {
  const { category, text, confidence, importance, field, validFrom, sensitive, metadata } = line;
  const since = validFrom ? Date.parse(validFrom) : Number.NaN;
  return {
    kind: "fact",
    text: text.trim(),
    category,
    subject: message.author.id,
    confidence,
    importance,
    evidence: [evidenceFor(line.quote, message)],
    ...(Number.isNaN(since) ? {} : { validFrom: new Date(since).toISOString() }),
    ...(sensitive ? { sensitivity: "sensitive" } : {}),
    ...(field ? { field } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

// Whether two lines are one fact, by a language model. Every pair needs a verdict of its own: a reply that leaves one
// out, or names one twice, is no reply.

type Verdict = Narration<Readonly<{ verdicts: readonly PairVerdict[] }>>;

/** `newNonce` gives the mark that fences a prompt's data; nobody who writes messages may foresee it. */
export function languageJudge(language: Language, newNonce: () => string = randomUUID): Judge {
  return {
    name: language.name,
    judge: (judging) => judge(judging, language, newNonce),
  };
}

async function judge(
  { pairs, tenant, user }: Judging,
  language: Language,
  newNonce: () => string,
): Promise<Verdict> {
  const verdicts: PairVerdict[] = [];
  for (let from = 0; from < pairs.length; from += MAX_PAIRS) {
    const some = pairs.slice(from, from + MAX_PAIRS);
    const payer = user === "" ? { tenant } : { tenant, user };
    const reply = await language.generate({ ...judgePrompt(some, newNonce()), ...payer });
    if (reply.type !== "ok") return reply;
    const inOrder = verdictsOf(reply.value, some.length);
    if (inOrder === undefined) return { type: "rejected", reason: "bad_output" };
    verdicts.push(...inOrder);
  }
  return { type: "ok", verdicts };
}

function verdictsOf(reply: Verdicts, count: number): readonly PairVerdict[] | undefined {
  const byNumber = new Map(reply.verdicts.map(({ n, verdict }) => [n, verdict]));
  const inOrder = Array.from({ length: count }, (_, index) => byNumber.get(index + 1));
  const given = inOrder.filter((verdict) => verdict !== undefined);
  return given.length === count ? given : undefined;
}

// Lets the built-in models stand in for a language model that fails. Only where the operator chose it, and never in silence.

type Found = Readonly<{ candidates: readonly Candidate[] }>;
type Named = Readonly<{ name: string }>;

export function extractorWithStandIn(model: Extractor, builtIn: Extractor): Extractor {
  return {
    name: model.name,
    inline: false,
    extract: (input) =>
      withStandIn<Extractor, Found>(model, builtIn, (extractor) => extractor.extract(input)),
  };
}

export function narratorWithStandIn(model: Narrator, builtIn: Narrator): Narrator {
  const tell = <T>(run: (narrator: Narrator) => Promise<Narration<T>>) =>
    withStandIn(model, builtIn, run);
  return {
    name: model.name,
    episode: (messages) => tell((narrator) => narrator.episode(messages)),
    topics: (input) => tell((narrator) => narrator.topics(input)),
    profile: (input) => tell((narrator) => narrator.profile(input)),
    consolidate: (input) => tell((narrator) => narrator.consolidate(input)),
    insights: (input) => tell((narrator) => narrator.insights(input)),
  };
}

/** When both fail, the model's failure is the one to tell: it is what the operator has to mend. */
async function withStandIn<Who extends Named, T>(
  model: Who,
  builtIn: Who,
  run: (who: Who) => Promise<Narration<T>>,
): Promise<Narration<T & Readonly<{ standIn?: StandIn }>>> {
  const answer = await run(model);
  if (answer.type === "ok") return answer;
  const instead = await run(builtIn);
  const standIn = { by: builtIn.name, because: answer.reason };
  return instead.type === "ok" ? { ...instead, standIn } : answer;
}
