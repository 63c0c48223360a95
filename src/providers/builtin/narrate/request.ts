// "Can you recommend a hotel in Porto?" told later: asked for a hotel in Porto.

import { clauseCuts } from "./clauses.ts";
import { seenFromLater } from "./moments.ts";
import type { Report } from "./report.ts";
import { decapitalised } from "./subject.ts";
import { textOf, tokensOf, written } from "./token.ts";
import { OPEN_ENDINGS, SECOND_PERSON, THIRD_FOR_FIRST } from "./vocabulary.ts";

const WANTED = "((?:a|an|the|some|my|our|two|three|four|five|\\d+) .+)";
const GIVE =
  "(?:write|give|send|show|find|get|draft|recommend|suggest|book|order|create|prepare|make|plan)";
const REQUESTS = [
  new RegExp(
    `^(?:please )?(?:can|could|would|will) you (?:please )?${GIVE}(?: me| us)? ${WANTED}$`,
    "i",
  ),
  new RegExp(`^please ${GIVE}(?: me| us)? ${WANTED}$`, "i"),
  new RegExp(`^${GIVE} (?:me|us) ${WANTED}$`, "i"),
];
const MAX_WANTED = 100;

function wantedIn(sentence: string): string | undefined {
  for (const request of REQUESTS) {
    const found = request.exec(sentence);
    if (found !== null) return found[1];
  }
  return undefined;
}

export function requestOf(sentence: string): Report | undefined {
  const wanted = wantedIn(sentence);
  if (wanted === undefined || /["“”()[\]?;:]/.test(wanted)) return undefined;
  for (const cut of clauseCuts(wanted)) {
    const tokens = tokensOf(cut);
    const isWhole = !OPEN_ENDINGS.has(tokens.at(-1)?.word ?? "");
    if (!isWhole || cut.length > MAX_WANTED || tokens.some(({ word }) => SECOND_PERSON.has(word)))
      continue;
    const told = tokens.map((token) =>
      written(token, THIRD_FOR_FIRST.get(token.word) ?? token.raw),
    );
    return { type: "deed", text: `asked for ${seenFromLater(decapitalised(textOf(told)))}` };
  }
  return undefined;
}
