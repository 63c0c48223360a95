// One conversation told in a title and one to three sentences.

import type { Message } from "../../../model/message.ts";
import type { EpisodeText } from "../../../ports/narrator.ts";
import { isEnglish } from "./english.ts";
import { nameOf } from "./names.ts";
import { distinct, phrasesOf, type Setting, settingOf } from "./phrases.ts";
import { type IsName, namesIn } from "./proper-nouns.ts";
import { type Report, reportOf } from "./report.ts";
import { requestOf } from "./request.ts";
import { mostSalient, type Told, weigh } from "./salience.ts";
import { type Utterance, utterancesOf } from "./statement.ts";
import { type Part, tell } from "./tell.ts";
import { titleOf } from "./title.ts";

/** Longer talks are read at both ends: how it began and how it ended. */
const MAX_MESSAGES = 400;
const MAX_TOLD = 5;
const MAX_ALONE = 4;
/** Whoever told less than this is also said to have asked. */
const ENOUGH_TOLD = 2;

type Spoken = Readonly<{ speaker: string; utterance: Utterance }>;

export function tellEpisode(messages: readonly Message[]): EpisodeText {
  const read = bothEnds(messages);
  const speakers = [...new Set(read.map((message) => nameOf(message.author)))];
  const spoken = read.flatMap((message): Spoken[] =>
    utterancesOf(message.text, speakers).map((utterance) => ({
      speaker: nameOf(message.author),
      utterance,
    })),
  );
  const setting = settingOf(
    read.map((message) => message.text),
    speakers,
  );
  const told = toldFrom(spoken, setting);
  const phrases = phrasesOf(
    spoken.map(({ utterance }) => utterance.text),
    setting,
  );
  const parts = speakers.map((speaker): Part => {
    const own = told.filter((one) => one.speaker === speaker);
    if (own.length > 0) return { speaker, type: "told", told: own };
    const said = spoken
      .filter((one) => one.speaker === speaker)
      .map(({ utterance }) => utterance.text);
    const subjects = distinct(phrasesOf(said, setting), 2).map((phrase) => phrase.inSentence);
    return { speaker, type: "about", subjects };
  });
  return { title: titleOf(phrases, told, speakers), summary: tell(parts) };
}

function bothEnds(messages: readonly Message[]): readonly Message[] {
  if (messages.length <= MAX_MESSAGES) return messages;
  return [...messages.slice(0, MAX_MESSAGES / 2), ...messages.slice(-MAX_MESSAGES / 2)];
}

function toldFrom(spoken: readonly Spoken[], setting: Setting): Told[] {
  const isName = namesIn(spoken.map(({ utterance }) => utterance.text));
  const told = weighed(spoken, setting, (utterance) => statementOf(utterance, isName));
  const speakers = new Set(told.map((one) => one.speaker)).size;
  const each = speakers <= 1 ? MAX_ALONE : Math.ceil(MAX_TOLD / speakers);
  const chosen = mostSalient(told, { all: MAX_TOLD, each });
  const asked = weighed(spoken, setting, (utterance) => questionOf(utterance, setting));
  const quiet = asked.filter(
    ({ speaker }) => chosen.filter((one) => one.speaker === speaker).length < ENOUGH_TOLD,
  );
  const questions = mostSalient(quiet, { all: Math.max(0, MAX_TOLD - chosen.length), each: 1 });
  return [...chosen, ...questions].toSorted((a, b) => a.at - b.at);
}

function weighed(
  spoken: readonly Spoken[],
  setting: Setting,
  report: (utterance: Utterance) => Report | undefined,
): Told[] {
  return spoken.flatMap(({ speaker, utterance }, at) => {
    const found = report(utterance);
    if (found === undefined) return [];
    return (
      weigh({ speaker, at, of: spoken.length, said: utterance.text, report: found }, setting) ?? []
    );
  });
}

function statementOf(utterance: Utterance, isName: IsName): Report | undefined {
  if (!isEnglish(utterance.text)) return undefined;
  const request = requestOf(utterance.text);
  if (request !== undefined) return request;
  return utterance.type === "statement" ? reportOf(utterance.text, isName) : undefined;
}

function questionOf(utterance: Utterance, setting: Setting): Report | undefined {
  if (utterance.type !== "question" || requestOf(utterance.text) !== undefined) return undefined;
  const [subject] = phrasesOf([utterance.text], setting);
  return subject === undefined
    ? undefined
    : { type: "deed", text: `asked about ${subject.inSentence}` };
}
