// Lets the built-in models stand in for a language model that fails. Only where the operator chose it, and never in silence.

import type { Candidate } from "../../model/candidate.ts";
import type { Extractor, StandIn } from "../../ports/extractor.ts";
import type { Narration, Narrator } from "../../ports/narrator.ts";

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
