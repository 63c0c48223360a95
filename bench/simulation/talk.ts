// What the people of the simulation say: facts about themselves, the same again in other words, changes of mind,
// things to note, and small talk. Seeded: one seed, one conversation.

export type Random = () => number;

export type Spoken = Readonly<{ user: string; name: string; text: string }>;

const NAMES = ["Ana", "Bruno", "Chiara", "Dev", "Esra", "Farid", "Greta", "Hugo"] as const;
const CITIES = ["Lisbon", "Ghent", "Porto", "Seville", "Krakow", "Turin", "Malmo", "Graz"] as const;
const FIRMS = ["Nokia", "Bosch", "Siemens", "Philips", "Ericsson"] as const;
const FOODS = ["ramen", "falafel", "gnocchi", "paella", "pierogi", "dal", "sushi"] as const;
const SPORTS = ["climbing", "rowing", "fencing", "chess", "swimming", "archery"] as const;
const PETS = ["a cat", "a dog", "two parrots", "three hens", "a tortoise"] as const;
const PLANS = ["the release", "the picnic", "the audit", "the garden", "the festival"] as const;

/** The sayings of one row mean the same. */
const FACTS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [CITIES, ["I live in {x}", "My home is in {x}", "I live in {x} these days"]],
  [FIRMS, ["I work at {x}", "I am employed at {x}", "I work at {x} now"]],
  [FOODS, ["I love {x}", "I really like {x}", "I enjoy eating {x}"]],
  [SPORTS, ["I enjoy {x}", "I like {x} a lot", "I love {x}"]],
  [PETS, ["I have {x}", "I own {x}", "I have {x} at home"]],
];
const SMALL_TALK = [
  "good morning everyone",
  "haha that is great",
  "ok see you later",
  "who wants coffee?",
  "thanks a lot",
] as const;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
}

export function say(user: number, random: Random): Spoken {
  const who = { user: `u${user}`, name: NAMES[user % NAMES.length] ?? "Ida" };
  const kind = random();
  if (kind < 0.55) {
    const [values, sayings] = pick(FACTS, random);
    return { ...who, text: pick(sayings, random).replace("{x}", pick(values, random)) };
  }
  if (kind < 0.65)
    return { ...who, text: `Remember that ${pick(PLANS, random)} moves to ${weekday(random)}` };
  if (kind < 0.8)
    return { ...who, text: `We should talk about ${pick(PLANS, random)} on ${weekday(random)}` };
  return { ...who, text: pick(SMALL_TALK, random) };
}

function weekday(random: Random): string {
  return pick(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], random);
}
