// How English verbs change: enough to move a clause into the past or make a title of it.
// Data, not judgement: whether a word is used as a verb is for the caller to know.

const IRREGULAR = `be was|become became|begin began|bend bent|bite bit|blow blew|break broke|bring brought|
build built|burn burned|buy bought|catch caught|choose chose|come came|deal dealt|dig dug|do did|draw drew|
dream dreamed|drink drank|drive drove|eat ate|fall fell|feed fed|feel felt|fight fought|find found|flee fled|
fly flew|forget forgot|forgive forgave|freeze froze|get got|give gave|go went|grow grew|hang hung|have had|
hear heard|hide hid|hold held|keep kept|know knew|lead led|learn learned|leave left|lend lent|lie lay|lose lost|
make made|mean meant|meet met|overcome overcame|pay paid|rebuild rebuilt|ride rode|ring rang|rise rose|run ran|
say said|see saw|seek sought|sell sold|send sent|shake shook|shine shone|shoot shot|show showed|sing sang|
sink sank|sit sat|sleep slept|slide slid|speak spoke|spend spent|spin spun|stand stood|steal stole|stick stuck|
strike struck|sweep swept|swim swam|swing swung|take took|teach taught|tear tore|tell told|think thought|
throw threw|undergo underwent|understand understood|upset upset|wake woke|wear wore|weave wove|win won|
withdraw withdrew|write wrote|rewrite rewrote|overhear overheard|outgrow outgrew|redo redid|undo undid`;

const UNCHANGED =
  "bet burst cast cost cut forecast hit hurt let put quit read reset set shut split spread";

// Regular ones common enough in talk that an -s form after a subject can be trusted to be a verb.
const REGULAR = `accept achieve add admire admit adopt agree aim allow announce answer appear apply appreciate argue
arrive ask assume attend avoid bake balance believe belong book borrow bother call camp cancel care carry cause
celebrate change chat check claim clean climb close collect combine compare compete complain complete concern
confirm connect consider contact contain continue contribute cook count cover crash crave create dance decide
decorate define deliver depend deploy deserve design differ develop disagree discover discuss dislike donate doubt
dread drop earn embrace encourage end enjoy enter escape expect explain explore express face fail fear finish
fix focus follow foster garden gather graduate guess handle happen hate head help hike hire hope host imagine
improve include inspire install intend introduce invest invite involve join jog juggle jump kick knit lack
laugh launch lift like listen live look love maintain manage marry matter mention mentor merge miss move name
need notice object observe offer open order organize organise own pack paint participate pass perform pick plan
plant play post practice practise prefer prepare present preserve promise propose protect prove provide publish
pull push raise reach realize realise receive recommend reconnect rely record recover reduce refuse relate relax
release remain remember remind rent repair replace reply report represent require research rest retire return
review save scare score search seem serve share ship shop sign skate ski smell smile solve sound spark sponsor
start stay stop strengthen stretch struggle study submit succeed suffer suggest support suppose surf switch talk
taste tend test thank tour track train transform travel treat treasure trust try turn upgrade use value visit
volunteer vote wait walk want wash waste watch wish wonder work worry
adjust advise aspire attract boost breathe brighten bounce broaden chase cheer chill choreograph coach code
commute cope craft crochet debug dedicate draft drum email empower enhance evolve fascinate fill film fish flourish
fund glow heal hunt hug influence inform impress kayak lean link light list map motivate navigate nourish nurture
owe paddle pause photograph plug pray predict print process program rehearse remodel renovate respect reflect rock
rush sail schedule sew shift sketch soak soothe spice stir stress stroll subscribe surprise sweat swap tackle tease
text thrive tidy touch tweak type uplift vent warm welcome whip wrap yearn`;

const pairs = IRREGULAR.split("|").map((pair) => pair.trim().split(/\s+/));
const unchanged: ReadonlySet<string> = new Set(UNCHANGED.split(" "));
const PAST_OF = new Map(pairs.map(([base = "", past = ""]) => [base, past]));
const BASE_OF = new Map(pairs.map(([base = "", past = ""]) => [past, base]));
const BASES: ReadonlySet<string> = new Set([
  ...PAST_OF.keys(),
  ...unchanged,
  ...REGULAR.split(/\s+/),
]);
// End in -ed without being a past form.
const NOT_PAST: ReadonlySet<string> = new Set(
  "bleed breed embed exceed feed indeed need proceed seed shed sled speed succeed weed".split(" "),
);
const DOUBLES_LAST = /(?:^|qu|[^aeiou])[aeiou][bdgklmnprtz]$/;
// Longer words double only when their last syllable is stressed.
const STRESSED_LAST =
  /(?:(?:ad|com|o|per|sub|trans)mit|(?:con|de|in|pre|re|trans)fer|cur|gret|pel|trol|gin|forget|(?:re|up)set)$/;
const VOWEL_GROUP = /[aeiouy]+/g;

export function isBaseVerb(word: string): boolean {
  return BASES.has(word);
}

/** True for `went`, `moved`; also for the few whose past looks like their present. */
export function isPastVerb(word: string): boolean {
  if (BASE_OF.has(word) || unchanged.has(word)) return true;
  return word.endsWith("ed") && /[a-z]{2}ed$/.test(word) && !NOT_PAST.has(word);
}

/** What stands behind "have": `been`, `moved`, `taken`. */
export function isParticiple(word: string): boolean {
  return isPastVerb(word) || /^(?:been|done|gone|seen|begun|known|[a-z]{2,}en)$/.test(word);
}

/** `works` gives `work`; undefined when it is not a present form we know. */
export function baseOfPresent(word: string): string | undefined {
  if (!word.endsWith("s")) return undefined;
  const guesses = [
    word.replace(/ies$/, "y"),
    word.replace(/(s|x|z|ch|sh|o)es$/, "$1"),
    word.replace(/([^s])s$/, "$1"),
  ];
  return guesses.find((guess) => guess !== word && BASES.has(guess));
}

export function pastOf(base: string): string {
  const irregular = PAST_OF.get(base);
  if (irregular !== undefined) return irregular;
  if (unchanged.has(base)) return base;
  if (base.endsWith("e")) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return `${doubled(base)}ed`;
}

/** The -ing form of a verb that stands in the past: `moved` gives `moving`. */
export function gerundOfPast(past: string): string {
  const base = BASE_OF.get(past) ?? (unchanged.has(past) ? past : undefined);
  if (base !== undefined) return gerundOf(base);
  if (past.endsWith("ied")) return `${past.slice(0, -3)}ying`;
  return past.endsWith("eed") ? `${past.slice(0, -1)}ing` : `${past.slice(0, -2)}ing`;
}

function gerundOf(base: string): string {
  if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(base) && base.length > 2) return `${base.slice(0, -1)}ing`;
  return `${doubled(base)}ing`;
}

function doubled(base: string): string {
  const oneSyllable = (base.match(VOWEL_GROUP) ?? []).length === 1;
  const doubles = DOUBLES_LAST.test(base) && (oneSyllable || STRESSED_LAST.test(base));
  return doubles ? base + base.slice(-1) : base;
}
