// Words that carry grammar. What each group does to a reading is said beside it.

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Dropped without trace. */
export const FILLERS =
  list(`a an the this that these those some any such which who whom whose what there here it its he she
they him her his hers them their theirs himself herself itself themselves each other one ones also too very really quite just so
actually basically simply then and or be do can as even still already now currently presently truly definitely certainly
kind rather both absolutely totally completely particularly especially around approximately roughly about highly extremely
mr mrs ms dr please lot anymore longer ever how
someone somebody something nowadays indeed anyway obviously apparently personally namely`);

/** Skipped inside a phrase ("quit her job", "a really big fan of"). */
export const PHRASE_GAPS =
  list(`a an the his her their my your its our some really very so absolutely totally big huge great quite
also currently now still just such always truly generally new own`);

/** What a word after them is to the sentence: "in Porto", "from Porto". */
export const PREPOSITIONS =
  list(`in at on to from with without for of by into onto through over under near during before after
since until till against between among behind beyond inside outside across along toward towards off up down out above below
than within via per upon beside around about as while`);

/** Also those of the nearest other languages: a negation taken for a detail would merge opposites. */
export const NEGATIONS =
  list(`not no never nobody none nothing neither nor without cannot nowhere hardly barely scarcely non lack nao
nunca pas jamais nicht kein keine keinen keiner nie niet geen nooit ne nem mai inte ikke aldri nada nessuno niente`);

/** Saying them of a fact makes it another fact: a wish, a doubt, a condition, a limit, the past. */
export const QUALIFIERS =
  list(`want wish hope plan will would may must should if unless whether only except almost nearly think
believe suspect doubt pretend dream consider try formerly former previous ex but however although though until till instead
probably supposedly allegedly rumor rumour guess seem appear claim deny refuse threaten promise expect agree decide offer
ask demand urge warn fear once future fake would could might soon again halfway unlike else rarely seldom sometimes
occasionally never stop quit cancel postpone difficulty`);

/** May stand on one side only: they add no fact of their own. */
export const LIGHT_WORDS =
  list(`will have get own wear name age work happen every several many few all
together group piece bunch herd number set couple`);

/** Whom a sentence is about when no name is given; two different ones are two people. */
export const PRONOUNS = list(
  `i we you me us my our your mine ours yours myself ourselves yourself`,
);
