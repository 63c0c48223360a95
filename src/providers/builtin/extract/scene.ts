// Who is talking to whom, and what was going on just before: all a clause may lean on besides itself.

import type { Message } from "../../../model/message.ts";
import type { ExtractInput } from "../../../ports/extractor.ts";
import type { Language } from "./language.ts";

export type Scene = Readonly<{
  message: Message;
  author: string;
  /** The other person, when there is exactly one. */
  addressee: string | undefined;
  /** Whom "we" means. */
  group: string;
  names: readonly string[];
  /** The last thing said was somebody else's question. */
  answersQuestion: boolean;
  opensTalk: boolean;
}>;

const SILENCE_MS = 3_600_000;

export function sceneOf({ message, before }: ExtractInput, language: Language): Scene {
  const author = message.author.name;
  const others = [
    ...new Set(before.filter((m) => m.author.id !== message.author.id).map((m) => m.author.name)),
  ];
  const names = [author, ...others].flatMap((name) => [name, name.split(/\s+/)[0] ?? name]);
  const last = before.at(-1);
  const isFromOther = last !== undefined && last.author.id !== message.author.id;
  const silence = last === undefined ? SILENCE_MS : Date.parse(message.at) - Date.parse(last.at);
  return {
    message,
    author,
    addressee: others.length === 1 ? others[0] : undefined,
    group: groupOf(message.text, others.length, { author, language }),
    names,
    answersQuestion: isFromOther && /\?\W*$/.test(last.text),
    opensTalk: silence >= SILENCE_MS,
  };
}

function groupOf(
  text: string,
  others: number,
  { author, language }: Readonly<{ author: string; language: Language }>,
): string {
  const isDecision = language.groupDecision.test(text);
  if (isDecision && others !== 1) return language.wholeGroup;
  const company = language.companions.find(({ when }) => when.test(text));
  if (company !== undefined) return company.name.replace("{name}", author);
  return isDecision ? language.wholeGroup : language.others.replace("{name}", author);
}
