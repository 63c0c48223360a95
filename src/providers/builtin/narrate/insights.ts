// Careful guesses at what the recent days say about people. Each names what it rests on and never sounds certain.

import type { Memory } from "../../../model/memory.ts";
import { type InsightsInput, type InsightText, NARRATION_LIMITS } from "../../../ports/narrator.ts";
import { bounded } from "./bounds.ts";
import { strainIn } from "./mood.ts";
import { listed, nameOf } from "./names.ts";
import { distinct, type Phrase, phrasesOf, settingOf, tellingStems } from "./phrases.ts";
import { midSentence } from "./proper-nouns.ts";

type Scene = Readonly<{
  activities: readonly Memory[];
  items: readonly Memory[];
  talk: string;
  names: ReadonlyMap<string, string>;
}>;

/** Two people by name, and where they met. */
type Meeting = Readonly<{ pair: readonly string[]; activities: readonly Memory[] }>;

/** Once is an event; twice may be a habit. */
const ENOUGH = 2;
const INTENT =
  /^(\p{Lu}[\p{L}\p{M}'’-]*) (?:\p{Ll}+ly )?(?:planned|wanted|hoped|intended|plans|wants|hopes) to ([^,;.]{5,120})/u;

export function tellInsights(input: InsightsInput): InsightText[] {
  const scene: Scene = {
    activities: input.activities.slice(0, NARRATION_LIMITS.activities),
    items: input.items.slice(0, NARRATION_LIMITS.items),
    talk: input.talk.slice(0, NARRATION_LIMITS.talkLength),
    names: new Map(input.people.map((person) => [person.id, nameOf(person)])),
  };
  return [recurringTheme(scene), frequentCompany(scene), strain(scene), intention(scene)]
    .filter((insight) => insight !== undefined)
    .slice(0, NARRATION_LIMITS.insights)
    .map((insight) => ({
      ...insight,
      text: bounded(insight.text, NARRATION_LIMITS.insightLength),
    }));
}

function recurringTheme({ activities, items, talk, names }: Scene): InsightText | undefined {
  const memories = [...activities, ...items];
  const texts = memories.map(textOf);
  const setting = settingOf([...texts, talk], [...names.values()]);
  const themes = phrasesOf(texts, setting).map((phrase) => ({
    phrase,
    held: holding(phrase, memories),
  }));
  const strongest = themes
    .filter(({ held }) => held.length >= ENOUGH)
    .sort((a, b) => breadth(b) - breadth(a) || b.phrase.score - a.phrase.score)[0];
  if (strongest === undefined) return undefined;
  const { phrase, held } = strongest;
  const who = sharedPeople(held, names);
  const verb = who.length === 1 ? "seems" : "seem";
  const text = `${who.length === 0 ? "People here" : listed(who)} ${verb} to have ${phrase.text} on their mind: it came up ${held.length} times lately.`;
  return { text, tags: ["theme"], evidence: held.map((memory) => memory.id) };
}

function frequentCompany({ activities, names }: Scene): InsightText | undefined {
  const met = new Map<string, Meeting>();
  for (const meeting of activities.flatMap((activity) => pairsIn(activity, names))) {
    const known = met.get(meeting.pair.join(" "))?.activities ?? [];
    met.set(meeting.pair.join(" "), { ...meeting, activities: [...known, ...meeting.activities] });
  }
  const [closest] = [...met.values()].sort(
    (a, b) => b.activities.length - a.activities.length || (a.pair.join() < b.pair.join() ? -1 : 1),
  );
  if (closest === undefined || closest.activities.length < ENOUGH) return undefined;
  const together = closest.activities;
  const texts = together.map(textOf);
  const about = distinct(phrasesOf(texts, settingOf(texts, [...names.values()])), 2);
  const subject =
    about.length === 0 ? "" : `, most of all about ${listed(about.map(({ text }) => text))}`;
  const text = `${listed(closest.pair)} appear to be in close touch: they talked ${together.length} times lately${subject}.`;
  return { text, tags: ["company"], evidence: together.map((memory) => memory.id) };
}

function pairsIn(activity: Memory, names: ReadonlyMap<string, string>): Meeting[] {
  const named = [...new Set(activity.participants.flatMap((id) => names.get(id) ?? []))].toSorted();
  return named.flatMap((one, at) =>
    named.slice(at + 1).map((other) => ({ pair: [one, other], activities: [activity] })),
  );
}

function strain({ activities, items, talk, names }: Scene): InsightText | undefined {
  const memories = [...activities, ...items];
  const heavy = memories
    .map((memory) => ({ memory, words: strainIn(memory.text) }))
    .filter(({ words }) => words.length > 0);
  const [only] = heavy;
  if (only === undefined || (heavy.length < ENOUGH && strainIn(talk).length === 0))
    return undefined;
  const held = heavy.map(({ memory }) => memory);
  const who = sharedPeople(held, names);
  const said = [...new Set(heavy.flatMap(({ words }) => words))].slice(0, 3);
  const text = `${who.length === 0 ? "Someone here" : listed(who)} may be under some strain: recent notes speak of being ${listed(said)}.`;
  return { text, tags: ["mood"], evidence: held.map((memory) => memory.id) };
}

function intention({ activities, items }: Scene): InsightText | undefined {
  for (const memory of [...items, ...activities]) {
    for (const sentence of memory.text.split(/(?<=[.;])\s+/)) {
      const [, who, what] = INTENT.exec(sentence) ?? [];
      if (who === undefined || what === undefined) continue;
      const text = `${who} appears to be set on something ahead: to ${firstAim(what)}.`;
      return { text, tags: ["intention"], evidence: [memory.id] };
    }
  }
  return undefined;
}

function firstAim(what: string): string {
  return (
    what.split(/ and (?=(?:said|was|had|asked|went|added|planned|wanted)\b)/)[0]?.trim() ?? what
  );
}

function textOf({ title, text }: Memory): string {
  return title === undefined ? text : `About ${midSentence(title, [text])}. ${text}`;
}

/** Two words that return together say more than one that returns a little more often. */
function breadth({ phrase, held }: Readonly<{ phrase: Phrase; held: readonly Memory[] }>): number {
  return held.length * (phrase.stems.length > 1 ? 1.5 : 1);
}

function holding(phrase: Phrase, memories: readonly Memory[]): Memory[] {
  return memories.filter((memory) => {
    const stems = tellingStems(textOf(memory), new Set());
    return phrase.stems.every((one) => stems.includes(one));
  });
}

/** Those in all of these, by name. */
function sharedPeople(memories: readonly Memory[], names: ReadonlyMap<string, string>): string[] {
  const of = (memory: Memory): string[] => [
    ...memory.participants,
    ...(memory.subject === undefined ? [] : [memory.subject]),
  ];
  const [first, ...rest] = memories;
  const shared = new Set(first === undefined ? [] : of(first));
  return [...shared]
    .filter((id) => rest.every((other) => of(other).includes(id)))
    .flatMap((id) => names.get(id) ?? []);
}
