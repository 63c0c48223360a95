// Fifty people of one community, each with a few true things to tell, made from a seed.

import { pick, type Random } from "../talk.ts";

export type Person = Readonly<{
  id: string;
  name: string;
  /** What they say of themselves, each said some time in the day, some of it more than once. */
  truths: readonly string[];
}>;

const NAMES = [
  "Ana",
  "Bruno",
  "Chiara",
  "Dev",
  "Esra",
  "Farid",
  "Greta",
  "Hugo",
  "Ingrid",
  "Jonas",
  "Kofi",
  "Lena",
  "Mateo",
  "Nadia",
  "Oskar",
  "Priya",
  "Quentin",
  "Rosa",
  "Samir",
  "Tove",
  "Uma",
  "Viktor",
  "Wanda",
  "Xenia",
  "Yusuf",
  "Zoe",
  "Aino",
  "Bela",
  "Ciara",
  "Dario",
  "Emeka",
  "Fiona",
  "Goran",
  "Hana",
  "Ivo",
  "Jaya",
  "Kira",
  "Luca",
  "Mina",
  "Noor",
  "Odile",
  "Pavel",
  "Ruth",
  "Selma",
  "Tariq",
  "Ulla",
  "Vera",
  "Wim",
  "Yara",
  "Zeno",
] as const;

const TRADES = [
  "nurse",
  "welder",
  "teacher",
  "data analyst",
  "bus driver",
  "architect",
  "translator",
  "baker",
];
const FIRMS = [
  "the city library",
  "a small bakery",
  "Nokia",
  "the harbour office",
  "a wind farm",
  "Siemens",
  "the regional hospital",
];
const TOWNS = [
  "Ghent",
  "Porto",
  "Krakow",
  "Turin",
  "Malmo",
  "Graz",
  "Bergen",
  "Split",
  "Leiden",
  "Cork",
];
const PLEASURES = [
  "bouldering",
  "night photography",
  "sourdough baking",
  "open-water swimming",
  "chess problems",
  "birdwatching",
  "folk dancing",
  "repairing old radios",
  "board games",
  "trail running",
];
const DISLIKES = [
  "cilantro",
  "early meetings",
  "horror films",
  "instant coffee",
  "loud restaurants",
  "spreadsheets",
];
const PETS = [
  "a grey cat called Miso",
  "two dogs",
  "a very old tortoise",
  "three hens",
  "a parrot named Kiwi",
];
const SKILLS = [
  "play the cello",
  "speak Turkish and German",
  "weld aluminium",
  "sew my own clothes",
  "read braille",
  "juggle five balls",
];
const KIN = ["sister", "brother", "partner", "daughter", "uncle", "grandmother"];
const KIN_DOES = [
  "runs a flower shop",
  "studies medicine in Vienna",
  "drives a tram",
  "plays in a brass band",
  "just moved to Lisbon",
];
const PLANS = [
  "move to the coast next spring",
  "learn to sail this summer",
  "finish my thesis before June",
  "adopt a second dog",
  "visit my cousin in Oslo in August",
];
const HEALTH = [
  "I'm allergic to walnuts",
  "I've been a vegetarian for six years",
  "I don't drink alcohol",
  "I can't eat gluten",
];

export function peopleOf(count: number, random: Random): readonly Person[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `u${index + 1}`,
    name: `${NAMES[index % NAMES.length] ?? "Ida"}${index < NAMES.length ? "" : index}`,
    truths: truthsOf(random),
  }));
}

function truthsOf(random: Random): readonly string[] {
  const all = [
    `I work as a ${pick(TRADES, random)} at ${pick(FIRMS, random)}.`,
    `I grew up in ${pick(TOWNS, random)} but I live in ${pick(TOWNS, random)} now.`,
    `Honestly I love ${pick(PLEASURES, random)}, it's the best part of my week.`,
    `I'm really into ${pick(PLEASURES, random)} lately`,
    `I can't stand ${pick(DISLIKES, random)}.`,
    `We have ${pick(PETS, random)} at home.`,
    `I can ${pick(SKILLS, random)}, learned it years ago.`,
    `My ${pick(KIN, random)} ${pick(KIN_DOES, random)}.`,
    `I want to ${pick(PLANS, random)}.`,
    `${pick(HEALTH, random)}, so please keep that in mind.`,
    `I think ${pick(["remote work is better for everyone", "the new logo looks worse than the old one", "cities need more trees", "the bylaws are too long"], random)}.`,
  ];
  return all.filter(() => random() < 0.6);
}
