// What questions are about that a memory of people answers, and what those are about that an encyclopaedia, a search engine
// or a writer answers. A question with little to hold it to what is stored here is judged by which of them it is nearer to.
// A line is one topic, in English, whose table all languages share.

import type { WordVector, WordVectors } from "../ports/embedder.ts";
import { contentWords } from "./function-words.ts";
import { directionOf, product } from "./word-likeness.ts";

/** How much the nearest topics count beside the rest. */
const SHARPNESS = 12;

type Topics = Readonly<{ people: readonly Float32Array[]; world: readonly Float32Array[] }>;
const known = new WeakMap<WordVectors, Topics>();

/** Above zero where the words are nearer to a topic of the world than to one of people's lives. */
export function ofTheWorld(words: readonly WordVector[], wordVectors: WordVectors): number {
  const topics = known.get(wordVectors) ?? topicsOf(wordVectors);
  known.set(wordVectors, topics);
  const asked = directionOf(words);
  return nearness(asked, topics.world) - nearness(asked, topics.people);
}

function topicsOf(wordVectors: WordVectors): Topics {
  const read = (lines: string) =>
    lines
      .trim()
      .split("\n")
      .map((line) => directionOf(contentWords(wordVectors(line))));
  return { people: read(OF_PEOPLE), world: read(OF_THE_WORLD) };
}

/** A smooth maximum. */
function nearness(asked: Float32Array, topics: readonly Float32Array[]): number {
  const sum = topics.reduce((all, topic) => all + Math.exp(SHARPNESS * product(asked, topic)), 0);
  return Math.log(sum / topics.length) / SHARPNESS;
}

const OF_PEOPLE = `
where we live and the apartment we moved to
rent landlord lease of the flat
house keys spare key neighbor
my job office company boss
colleague team meeting project deadline
commute to work by tram or bicycle
salary raise promotion resignation new job
sister brother mother father family
grandmother grandfather aunt uncle cousin
husband wife girlfriend boyfriend partner
wedding engagement bride anniversary
pregnant baby twins birth
son daughter child kids little girl
school kindergarten teacher lesson homework
birthday party gift present
allergic to food cannot eat intolerance
favorite dish dinner cooking at home
vegetarian meat vegetables groceries shopping
coffee tea drink breakfast
restaurant we went to table reservation
doctor appointment hospital surgery
pain in the knee back shoulder wrist injury
medication pills health diagnosis
sleep tired stress therapy
cat dog pet vet swallowed
garden plants tomatoes flowers balcony
renovation painted room wall color
kitchen bathroom living room furniture
washing machine appliance warranty repair
heating broken technician comes
wifi password internet at home
code of the lock door gate
car sold broken garage driving test licence
bicycle ride bus tram way to work
vacation trip summer travel plan beach
train ticket journey weekend visit
dream wish plan for the future
learning a language course class
playing an instrument piano guitar violin lessons
sport training climbing swimming running
reading a book at night
movie series we watched
hobby painting pottery knitting photography
friend roommate old acquaintance
shop studio customers orders supplier
order delivery package arrived
price got more expensive increase
money savings bank debt loan paid
receipt bill invoice taxes accountant
insurance letter document signature
phone number call me message email
early morning late evening time to call
stopped smoking quit drinking
afraid of scared of fear
hate love like prefer favorite
lost found forgot stolen
computer laptop phone new bought
server machine overheats basement
release version deployment day update
bug error fix ticket code review
meeting moved postponed appointment date
closed holidays month shop open
club association choir rehearsal
concert performance cancelled ticket
exam passed failed studies university
inherited from grandfather boat
moved in with us roommate guest
visitors sleeping guest room
clothes shoes size bought
hair beard glasses tattoo
neighbor noise complaint
church community volunteering
election of our club chair
who is responsible for what in the team
how do we do this at work rule agreed
where is it kept stored
what happened to him yesterday
reason why it did not work
when does it start and end
who gave it to us
what was decided by us`;

const OF_THE_WORLD = `
capital city of a country
population of a country and its flag
official language of a nation
longest river in the world
highest mountain and its height in meters
deepest ocean and sea
largest desert and continent
island archipelago and volcano
border between two states on the map
time zone latitude longitude equator
planets moons and stars of the solar system
distance to the sun and the moon
galaxy telescope black hole universe
rocket launch astronaut space station satellite
speed of light and gravity
quantum physics particles relativity theory
boiling point and melting point of a metal
chemical formula element periodic table atom
acid gas oxygen carbon dioxide reaction
photosynthesis plants chlorophyll sunlight
evolution of species dinosaurs fossils
cells dna genes chromosomes
how many bones are in the human body
blood type and blood groups
heart lungs liver kidneys organs
virus bacteria infection vaccine immune system
symptoms of a disease and its treatment
dosage of a medicine antibiotics side effects
how long do whales elephants and tigers live
birds insects spiders snakes reptiles
how do bees make honey
world war battle soldiers victory
king queen emperor dynasty throne
ancient rome greece egypt pyramids
revolution independence treaty signed in the year
when was the wall built and when did it fall
who was the first president
election vote parties parliament polls
prime minister government minister of finance
constitution law court judge verdict
patent lawsuit trial lawyer appeal
tax rate inflation gross domestic product
stock market shares price index
exchange rate of a currency dollar yen
gold silver and oil price today
bank merger company takeover shareholders
interest rate central bank loan
who won the world cup in the year
olympic games gold medal champion
football match score team coach league
tennis hockey basketball player tournament
world record marathon sprint
chess opening game grandmaster
rules of poker and card games
who wrote the novel book author
poem poet haiku sonnet write a verse
play tragedy shakespeare drama comedy
philosopher ethics logic existence
composer symphony opera who composed
painter painting museum artist
sculpture cathedral architecture built
film director actor oscar starred
singer band album song lyrics
translate this word into another language
what does this word mean definition
grammar verb conjugation noun plural
etymology of a word latin greek
how do you say thunderstorm in another language
mathematics equation prime number theorem
square root integral derivative calculus
sum multiply divide percentage calculate
geometry triangle circle area pi
probability statistics average
install software driver printer operating system
programming language function compile code
kubernetes docker cluster container server deployment
database sql query table index
network router protocol internet address
algorithm sort data structure binary
artificial intelligence neural network training
encryption password security hacker
raspberry pi linux terminal command
smartphone battery processor memory specs
engine motor horsepower fuel consumption
airline flight airport departure landing
train timetable ticket station platform
shipping container port cargo customs
traffic law speed limit fine
visa passport embassy requirements
weather forecast temperature rain tomorrow
hurricane typhoon storm how does it form
earthquake tsunami magnitude
climate change greenhouse emissions
nuclear power plant electricity energy
wind turbine solar panel grid
recipe ingredients flour eggs bake minutes
how long to boil an egg
calories vitamins protein diet
wine grape vintage region
coffee bean roast espresso origin
cheese milk fermentation
fertilizer soil orchid plant care
how to prune roses and fruit trees
wheat corn harvest farm crop
fish species fishing quota
dog breed puppy training
horse racing breeding
religion god bible church pope
islam buddhism temple prayer
myth legend gods of greece
holiday origin christmas easter date
folk tale fairy story dragon
explain the meaning of life
write an essay about autumn leaves
tell me a joke
write an email to the manager
summarize the following article
give me a list of synonyms
who invented the telephone and the lamp
when was the printing press invented
industrial revolution steam engine
bridge tower tallest building in the world
tunnel railway construction
steel iron copper alloy
glass concrete cement
plastic recycling waste
diamond crystal mineral rock
insurance claim policy premium
mortgage real estate house prices
unemployment labour union strike
minimum wage salary payroll
university thesis professor degree
exam grading school curriculum
psychology experiment behavior
sociology society class
military army navy weapon missile
police crime murder investigation
prison sentence punishment
newspaper headline journalist
television channel series season episode
advertising brand marketing campaign
fashion designer clothes trend
perfume cosmetics skin
hotel star rating booking
museum opening hours admission
pharmacy opening hours
emergency number ambulance
postal code of a town
phone prefix of a country
stamp and coin collection value
origami crochet knitting pattern
guitar chords piano scale notes
dance steps tango waltz
yoga pose meditation
bodybuilding muscle exercise
boxing wrestling judo belt
sailing knots navigation
mountain climbing equipment
car brand model year
motorcycle tire pressure
bicycle gear ratio
aircraft wing jet
submarine ship displacement
robot sensor factory automation
microscope lens optics
laser wave frequency
magnet electricity voltage current
thermodynamics entropy heat
sound decibel acoustics
color wavelength spectrum
genealogy royal family tree
calendar leap year days
roman numerals
capital letters and punctuation
alphabet letters of a language
blood pressure normal value
pregnancy weeks calculator
life expectancy statistics
who discovered america
explorer voyage expedition pole
colony slavery abolition
communism capitalism ideology
nobel prize winner
united nations european union members
spy intelligence agency
cryptocurrency bitcoin blockchain
startup investor valuation
supply chain logistics
quality management standard norm
contract clause liability
copyright license
trademark registration
merger of the banks
geology plate tectonics
ocean current tide
penguin polar bear arctic
rainforest amazon jungle
mushroom poisonous edible`;
