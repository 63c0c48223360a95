// Made-up talk for measuring speed: the same seed gives the same lines. A few words are in thousands of lines and most
// in few, as in what people write, so that common and rare words cost what they cost in use.

const PEOPLE =
  pool(`Ana Ben Chidi Dana Elif Femi Greta Hugo Ines Jonas Kaito Lena Marco Nadia Omar Priya Quentin Rosa
  Samir Tomas Uma Viktor Wanda Xenia Yusuf Zofia Aiko Bruno Carla Dmitri Esther Farah Gabriel Hana Ivan Jade Kofi Leila
  Mateo Noor Olga Pedro Ravi Sofia Theo Ursula Vera Walid Yara Zane`);
const NOUNS =
  pool(`project meeting garden bicycle kitchen recipe budget deadline piano guitar concert novel library
  train flight hotel passport dentist doctor allergy vitamin marathon swimming yoga camera lens printer laptop keyboard
  server database release invoice contract client designer teacher exam thesis essay painting museum sculpture festival
  birthday wedding anniversary cousin sister nephew grandmother neighbour landlord apartment balcony sofa lamp carpet
  window roof heater boiler fence tomato basil orchard apple cherry bread sourdough oven coffee espresso tea kettle
  honey cheese pasta noodle soup curry spice market bakery restaurant waiter menu ticket parking scooter tram ferry
  island beach mountain trail tent backpack compass lake river canoe fishing puppy kitten parrot aquarium horse saddle
  football tennis racket chess tournament puzzle podcast playlist album vinyl theatre rehearsal costume script interview
  salary bonus promotion manager intern workshop seminar conference slide poster survey experiment microscope sample
  telescope comet weather storm umbrella jacket boots scarf necklace watch wallet insurance mortgage loan pension tax
  charity volunteer shelter election council petition newspaper photograph album frame postcard letter envelope stamp`);
const VERBS =
  pool(`bought sold fixed painted planned cancelled moved finished started borrowed returned lost found
  recommended avoided ordered cooked studied repaired booked visited missed organised measured compared promised forgot
  rented cleaned packed sketched translated recorded reviewed tested replaced upgraded inherited photographed`);
const FEELINGS = pool(
  `likes loves prefers avoids misses wants needs enjoys hates collects restores teaches sells`,
);
const KINDS =
  pool(`old new blue green red small large wooden broken favourite cheap expensive second-hand handmade
  vegan spicy quiet noisy early late shared rented borrowed antique electric heavy light portable organic local`);
const PLACES =
  pool(`Lisbon Porto Berlin Oslo Kyoto Lagos Lima Quito Delhi Cairo Athens Dublin Prague Vienna Turin
  Seville Ghent Lyon Basel Riga Vilnius Tallinn Bergen Malmo Tampere Gdansk Krakow Brno Graz Split Varna Izmir Tunis
  Accra Nairobi Kigali Durban Perth Hobart Leeds Bristol Cardiff Galway Austin Denver Portland Halifax Merida Salta`);
const MONTHS = pool(
  `January February March April May June July August September October November December`,
);
const BEGINNINGS = pool(
  `ka lo mi ren sa tor vel zu bri dra fen gol hal jes kor lun mar nis pol qua`,
);
const ENDINGS = pool(`dor lin mar nex pta ric sol tan vio wen xis yra zed bel cor dyn`);

const FACTS = [
  "{person} {feels} {kind} {noun}s from {place}",
  "{person} {did} a {kind} {noun} in {place} in {month}",
  "{person} keeps the {noun} next to the {kind} {noun}",
  "The {noun} of {person} is called {name}",
  "{person} works on {name}, a {noun} for {noun} people",
  "{person} and {person} {did} the {noun} together in {month}",
  "{person} is allergic to {noun} and {feels} {noun}",
  "The {kind} {noun} in {place} costs {count} euros",
];
const TURNS = [
  "I {did} the {kind} {noun} yesterday, and {name} was there too.",
  "Did anyone see my {noun}? I left it beside the {kind} {noun} in {place}.",
  "We are thinking about {place} in {month}, mostly for the {noun}.",
  "Honestly, {name} is the best {noun} I ever {did}.",
  "{person} told me that the {noun} costs {count} now.",
  "My {noun} broke again, so I {did} another one.",
  "What do you all think of the {noun} that {person} {did}?",
  "Let us meet at the {noun} around {count}.",
];
const QUESTIONS = [
  "What did {person} say about the {noun}?",
  "Where did {person} go with the {kind} {noun} in {month}?",
  "Who {did} the {noun} in {place}?",
  "Which {noun} does {person} like?",
  "How much does the {kind} {noun} in {place} cost?",
  "What is {name}?",
  "Does {person} know {name} from {place}?",
];

export type MadeText = Readonly<{
  fact: () => string;
  turn: () => string;
  question: () => string;
  person: () => string;
  below: (bound: number) => number;
}>;

export function madeText(seed: number): MadeText {
  const random = randomFrom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  // Squaring favours the first words of a pool.
  const skewed = (words: readonly string[]) =>
    words[Math.floor(words.length * random() ** 2)] ?? "";
  const name = () => {
    const rank = Math.floor(8_000 * random() ** 3);
    const [first, second] = [rank % BEGINNINGS.length, Math.floor(rank / BEGINNINGS.length)];
    const end = ENDINGS[second % ENDINGS.length] ?? "";
    return `${BEGINNINGS[first]}${BEGINNINGS[Math.floor(second / ENDINGS.length) % BEGINNINGS.length]}${end}`;
  };
  const slots: Readonly<Record<string, () => string>> = {
    person: () => skewed(PEOPLE),
    noun: () => skewed(NOUNS),
    did: () => skewed(VERBS),
    feels: () => skewed(FEELINGS),
    kind: () => skewed(KINDS),
    place: () => skewed(PLACES),
    month: () => skewed(MONTHS),
    count: () => String(below(900) + 10),
    name,
  };
  const filled = (shapes: readonly string[]) =>
    (shapes[below(shapes.length)] ?? "").replace(/\{(\w+)\}/g, (_, slot) => slots[slot]?.() ?? "");
  return {
    fact: () => filled(FACTS),
    turn: () => Array.from({ length: 1 + below(4) }, () => filled(TURNS)).join(" "),
    question: () => filled(QUESTIONS),
    person: () => skewed(PEOPLE),
    below,
  };
}

function pool(words: string): readonly string[] {
  return words.split(/\s+/).filter((word) => word !== "");
}

/** Mulberry32: small, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
