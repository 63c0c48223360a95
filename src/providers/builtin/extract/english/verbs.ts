// English verbs: what happens to them when "I" becomes a name, and which forms are past.

import type { VerbTable } from "../language.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const IRREGULAR_PAST = list(`
  was were had did went got took made came saw knew thought told gave found felt left kept began began brought bought
  built caught chose drove drank ate fell flew forgot froze grew heard held hid kept laid led lent lost meant met paid
  ran rode rang rose said sold sent shook shot showed sang sat slept slid spoke spent stood stole struck stuck swam
  swore taught threw understood woke wore won wrote broke became bent bit blew bred dealt dug dreamt drew fed fought
  fled forgave hung knelt leapt learnt lit overcame spun spread swung tore underwent upheld wept wound withdrew
  woken used ended agreed disagreed freed guaranteed could would should`);

const BASE_FORMS_IN_ED = list(
  "need feed bleed speed breed seed weed embed succeed proceed exceed heed shed wed",
);

export const VERBS: VerbTable = {
  thirdPerson: new Map([
    ["am", "is"],
    ["are", "is"],
    ["were", "was"],
    ["have", "has"],
    ["do", "does"],
    ["go", "goes"],
  ]),
  endings: [
    { when: /(?:s|x|z|ch|sh)$/, cut: 0, add: "es" },
    { when: /[^aeiou]y$/, cut: 1, add: "ies" },
    { when: /[^o]o$/, cut: 0, add: "es" },
    { when: /./, cut: 0, add: "s" },
  ],
  modals: list("can could will would shall should may might must cannot ought gotta better"),
  past: IRREGULAR_PAST,
  unchangedPast: list("put cut hit let set read quit cost hurt shut spread bet split cast beat"),
  habitual: /\b(?:every|each|daily|usually|often|always|most)\b|\bon \w+days\b/,
  regularPast: /[^e]ed$/,
  looksPastButIsNot: BASE_FORMS_IN_ED,
  onlyFirst: new Set(["am"]),
  resumed:
    list(`am have do go live enjoy love like want think believe feel know hope need make take spend prefer hate
    see keep read teach get miss appreciate consider`),
  takesObject:
    list(`for to with of about at by from on in than like see saw tell told show showed help helping helped
    let make made give gave gives giving miss missed love thank thanks want wanted hear heard ask asked meet met
    wish remind reminds keep need support supporting proud behind around near without and`),
  participle: /ing$/,
  looksParticipleButIsNot: list("bring sing ring swing cling fling sting wing ping string"),
  neverVerbs:
    list(`a an the this that these those my your his her its our their in on at by for from of to with
    about into over under and or but so because if when while as than who which what where why how not no any some
    all both each every me you him them us it he she they we i someone something anyone everything nothing one two
    three good great happy glad there here too so guys again soon back`),
};
