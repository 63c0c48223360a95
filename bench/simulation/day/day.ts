// One day in a busy community: many people in many channels, talking in bursts that stay on a thing for a while.
// Seeded: one seed, one day.

import { pick, type Random, seeded } from "../talk.ts";
import { type Person, peopleOf } from "./people.ts";
import { NOTES, PLACES, type Place, SMALL_TALK } from "./places.ts";

export type Day = Readonly<{ seed: number; messages: number; people: number; channels: number }>;

export type DayMessage = Readonly<{
  tenant: string;
  id: string;
  channel: string;
  at: string;
  author: Readonly<{ id: string; name: string; isBot: boolean }>;
  text: string;
}>;

export const TENANT = "commons";
const START = Date.parse("2026-05-04T06:00:00.000Z");
const WAKING_MS = 16 * 3_600_000;
const DAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
const BOT = { id: "helper", name: "Helper", isBot: true };

type Burst = Readonly<{ at: number; place: Place; thing: string; crowd: readonly Person[] }>;

/** In the order of time. */
export function* dayOf(day: Day): Generator<DayMessage> {
  const random = seeded(day.seed);
  const people = peopleOf(day.people, random);
  const bursts = burstsOf(day, people, random);
  const said: { at: number; channel: string; author: DayMessage["author"]; text: string }[] = [];
  for (let index = 0; said.length < day.messages; index = (index + 1) % bursts.length) {
    const burst = bursts[index];
    if (burst !== undefined) said.push(...talk(burst, people, random));
  }
  const ordered = said.slice(0, day.messages).sort((a, b) => a.at - b.at);
  for (const [index, { at, ...spoken }] of ordered.entries())
    yield { tenant: TENANT, id: `m${index + 1}`, at: new Date(at).toISOString(), ...spoken };
}

function burstsOf(day: Day, people: readonly Person[], random: Random): readonly Burst[] {
  const places = PLACES.slice(0, day.channels);
  const count = Math.ceil(day.messages / 12);
  return Array.from({ length: count }, () => {
    const place = pick(places, random);
    const crowd = Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(people, random));
    return {
      at: START + Math.floor(random() * WAKING_MS),
      place,
      thing: pick(place.things, random),
      crowd: [...new Set(crowd)],
    };
  });
}

function talk({ at, place, thing, crowd }: Burst, people: readonly Person[], random: Random) {
  const count = 6 + Math.floor(random() * 14);
  let now = at;
  return Array.from({ length: count }, () => {
    now += 5_000 + Math.floor(random() * 90_000);
    const isBot = random() < 0.03;
    const person = pick(crowd, random);
    const author = isBot ? BOT : { id: person.id, name: person.name, isBot: false };
    const text = isBot
      ? `Here is what I found about the ${thing}.`
      : words(person, { place, thing, people }, random);
    return { at: now, channel: place.channel, author, text };
  });
}

type Scene = Readonly<{ place: Place; thing: string; people: readonly Person[] }>;

function words(person: Person, { place, thing, people }: Scene, random: Random): string {
  const kind = random();
  if (kind < 0.3) return pick(SMALL_TALK, random);
  if (kind < 0.42 && person.truths.length > 0) return pick(person.truths, random);
  if (kind < 0.44) return filled(pick(NOTES, random), thing, { people, random });
  const line = filled(pick(place.lines, random), thing, { people, random });
  return kind < 0.55
    ? `${line}${pick([". ", " - ", "\n", " "], random)}${pick(SMALL_TALK, random)}`
    : line;
}

function filled(
  line: string,
  thing: string,
  { people, random }: Readonly<{ people: readonly Person[]; random: Random }>,
): string {
  return line
    .replace("{x}", thing)
    .replace("{n}", () => pick(people, random).name)
    .replace("{d}", () => pick(DAYS, random));
}
