// The closed classes of English words that the narrator's rules look at. Another language is another such file.

function set(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

export const FIRST_PERSON = set("i me my mine myself we us our ours ourselves");

export const SECOND_PERSON = set("you your yours yourself yourselves yall thee");

export const THIRD_FOR_FIRST: ReadonlyMap<string, string> = new Map([
  ["i", "they"],
  ["we", "they"],
  ["me", "them"],
  ["us", "them"],
  ["my", "their"],
  ["our", "their"],
  ["mine", "theirs"],
  ["ours", "theirs"],
  ["myself", "themselves"],
  ["ourselves", "themselves"],
]);

export const SINGULAR_SUBJECTS = set(
  "he she it who which that this everyone everything someone nobody",
);

export const DETERMINERS = set(
  "the a an my our some most many all every each both no one two three four five six another several any",
);

/** Subjects and possessives that point at something said before, so that the sentence cannot stand alone. */
export const POINTERS = set(
  "it that this these those they he she his her hers their its such same here them him",
);

export const MODALS = set("will would can could may might must shall should");

export const AUXILIARIES = set(
  "am is are was were has have had do does did will would can could may might must shall should",
);

export const ADVERBS = set(
  `already also always almost both currently either ever even finally first indeed instead just last lately maybe never
  not now often once only probably quite rather recently still then though too usually yet soon sometimes
  hardly barely mostly together afterward afterwards again forever away somewhere sometime kind sort of`,
);

export const FILLERS = set(
  "just really actually honestly literally basically totally definitely simply",
);

export const CONJUNCTIONS = set("and or but then plus nor");

export const SUBORDINATORS = set(
  "if when whenever while although though unless because since as until before after whether than",
);

export const PREPOSITIONS = set(
  `about above across after against along among around as at before behind below beside between beyond by despite down
  during except for from in inside into like near of off on onto out outside over past per since through throughout
  to toward towards under until up upon via with within without`,
);

export const QUESTION_WORDS = set("what which who whom whose why how where");

/** Nothing may end on one of these: what follows was cut away. */
export const OPEN_ENDINGS = set(
  `a an the my our their his her its this that these those some any no every each to of in on at by for from with and or
  but so as if than because since into about very really too is are was were am be been has have had do does did will
  would can could may might must should not they i we who which what when where how`,
);

/** Words that open a sentence in talk and say nothing about the world. */
export const LEAD_INS = set(
  `ah aha alright also and anyway anyways aww awesome absolutely actually but bye cheers congrats congratulations cool
  definitely exactly fine fun good great ha haha hahaha hello hey hi hiya hmm hmmm honestly indeed lol luckily man nah
  nice no nope oh ok okay omg oof ooh oops plus right so sorry sounds sure thanks thank totally true ugh uh um
  unfortunately well whoa woah wow xd yay yea yeah yep yes yo yup`,
);

/** So general that sharing one of them, or naming it in a title, tells nothing. */
export const GENERAL_WORDS = set(
  `thing things stuff lot lots time times day days way ways people person someone something anything everything nothing
  everyone anyone good great nice awesome amazing cool fun happy glad best better bad worse worst big small little
  new old super pretty able sure kind sort bit much many one two three first next last today yesterday tomorrow
  tonight week weeks month months year years morning night weekend moment moments minute hour while lately recently later weekends
  soon now always never ever still even maybe actually definitely totally absolutely finally just really important
  special interesting incredible wonderful fantastic perfect lovely beautiful tough hard easy crazy exciting excited
  proud thankful grateful sorry thanks thank congrats luck wow yeah yep sure thing feel feeling feelings think thought
  thoughts know look looking looks sound sounds seem seems make makes made making take takes took taking give gives
  gave giving get gets getting got go goes going went come comes coming came want wanted wants need needs needed help
  helped helps try trying tried love loved loves like liked likes hope hoping hear heard see saw seen say said says
  tell told talk talking talked chat keep keeps mean means let start started put show shows share shared can't don't
  part place point side end idea ideas reason whole different same other another right left back stay use used plan
  plans news life world chance experience experiences support journey difference guy guys hey hi hello one ones
  yourself myself others each few less own top real true long short full early late ready set couple bunch update
  question questions answer future past problem problems matter fact rest`,
);

/** Dropped from the front of a phrase: they praise or count, and name nothing. */
export const EMPTY_MODIFIERS = set(
  `good great nice awesome amazing cool fun happy glad best better bad worse worst big bigger small little new old super
  pretty kind sort important special interesting incredible wonderful fantastic perfect lovely beautiful gorgeous tough
  hard easy crazy exciting favorite favourite first second third fourth fifth next last whole different same other another few own top real true
  ready couple bunch lot lots bit many much several one two three total huge tiny quick long short full early late main
  such only certain various extra more most less least actual sick rough wild nearby current recent general`,
);

export function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.endsWith("ly") && /^[a-z]{3,}ly$/.test(word));
}
