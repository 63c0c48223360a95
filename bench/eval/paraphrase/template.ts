// What a template of an everyday fact is, and the values its blanks are filled with.

export type Template = Readonly<{
  topic: string;
  /** Different wordings of one fact; any two make a paraphrase pair. */
  says: readonly string[];
  /** The same blanks, but the fact denied or turned into its opposite. */
  denies: readonly string[];
}>;

/** `{name}` is whom it is about, `{other}` another person; the rest are values. Two values of one blank are never the same thing. */
export const BLANKS: Readonly<Record<string, readonly string[]>> = {
  name: words(
    "Marta Oskar Leila Pavel Ingrid Tomás Yuki Farid Greta Nadia Hugo Selma Dmitri Aisha Felix Rosa",
  ),
  other: words("Clara Boris Hana Erik Salim Vera Jonas Mina Petra Idris"),
  pet: words("Biscuit Shadow Pepper Luna Ziggy Mochi Rusty Nala"),
  city: words("Porto Oslo Krakow Seville Lyon Turin Ghent Bergen Graz Leeds"),
  firm: words("Siemens Ikea Nokia Bosch Philips Volvo Airbus Zalando"),
  job: words(
    "nurse carpenter translator architect plumber pharmacist baker librarian pilot florist",
  ),
  food: words("mushrooms olives cilantro sushi lentils cheese mangoes pasta oysters beetroot"),
  allergen: words("peanuts shellfish pollen penicillin soy latex"),
  drink: words("coffee beer lemonade cider milk kombucha"),
  sport: words("tennis badminton rugby volleyball hockey handball"),
  instrument: words("violin cello trumpet flute drums accordion"),
  language: words("Portuguese Finnish Arabic Korean Dutch Greek"),
  subject: words("chemistry philosophy geology economics astronomy law"),
  color: words("blue green orange purple yellow teal"),
  animal: words("spiders snakes dogs horses bees mice"),
  vehicle: words("van motorcycle truck scooter tractor"),
  genre: words("jazz opera techno reggae folk metal"),
  month: words("January March April June August October"),
  weekday: words("Monday Tuesday Thursday Friday Saturday"),
  day: words("3 7 11 16 22 28"),
  year: words("1985 1991 1998 2004 2012 2019"),
  age: words("27 34 41 52 63"),
  count: words("two three four five"),
  hour: words("5 6 7 8"),
  amount: words("300 450 800 1200"),
  tool: words("Postgres Redis Docker Vim Figma Slack"),
  hobby: words("gardening pottery climbing knitting chess archery"),
  illness: words("asthma diabetes migraines insomnia anemia"),
  thing: words("report invoice grant thesis manuscript"),
};

/** Blocks of a topic, its wordings (`=`) and its denials (`!`). */
export function parseTemplates(text: string): Template[] {
  return text
    .trim()
    .split("\n\n")
    .map((block) => {
      const [topic = "", ...lines] = block.split("\n");
      const starting = (sign: string) =>
        lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
      return { topic, says: starting("="), denies: starting("!") };
    });
}

function words(list: string): string[] {
  return list.split(" ");
}
