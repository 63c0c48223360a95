// English, as the extractor needs to know it.

import type { Language } from "../language.ts";
import { ANTECEDENTS, KIN_PATTERN } from "./antecedents.ts";
import { CLAUSES, INSTRUCTIONS, JOKES, LEAVE, QUOTED_SPEECH } from "./clauses.ts";
import { DATES } from "./dates.ts";
import { RULES } from "./rules.ts";
import { VERBS } from "./verbs.ts";
import {
  ADVERBS,
  EXPANSIONS,
  FILLERS,
  FINITE,
  FRONTS,
  POINTERS,
  PRONOUNS,
  RELATIVES,
  RETOLD,
  SUBORDINATORS,
  SUFFIXES,
} from "./words.ts";

export const ENGLISH: Language = {
  ...PRONOUNS,
  clauses: CLAUSES,
  leave: LEAVE,
  instructions: INSTRUCTIONS,
  jokes: JOKES,
  quotedSpeech: QUOTED_SPEECH,
  expansions: EXPANSIONS,
  suffixes: SUFFIXES,
  fillers: FILLERS,
  retold: RETOLD,
  pointers: POINTERS,
  relatives: RELATIVES,
  subordinators: SUBORDINATORS,
  adverbs: ADVERBS,
  verbs: VERBS,
  antecedents: ANTECEDENTS,
  kin: KIN_PATTERN,
  speakerWords: /\b(?:I|i|[Mm]y|me|[Ww]e|[Oo]ur|us|mine|myself)\b/g,
  addressWords: /\b(?:you|your|yours|yourself)\b/gi,
  laughs: /\b(?:lol|lmao|rofl|haha\w*|hehe\w*)\b|😂|🤣|😜|😝/i,
  fronts: FRONTS,
  finite: FINITE,
  expletive:
    /^it (?:is|was|has been|feels?|felt|takes|took|can be)(?! going)(?: (?!i\b|we\b|my\b|our\b|the\b|you\b)\w+){1,4}? (?:to|that|when|how|if|knowing|having|seeing|being|getting|doing|working|since|because)\b/i,
  demonstrative:
    /^(?:this|that|these|those) (?=\p{L})(?!(?<=th(?:is|at) )\p{L}+[^su]s\b)(?!(?:is|was|are|were|has|had|have|will|would|can|could|should|might|must|may|one|way|really|just|also|all|kind|sort|makes?|made|helps?|helped|means?|meant|sounds?|looks?|gave|gives?|feels?|felt|reminds?|time|week|weekend|month|year|morning|afternoon|evening|past|coming|summer|winter|spring|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday|brings?|brought|got|gets|shows?|took|takes|said|being|day|too|always|definitely|totally|truly|again|there|here|who|whom|which|seemed|seems|went|came|work|happen|i|we|you|he|she|it|they|my|our|to|for|with|and|or|but|in|on|at|as|of|from|by|the|a|an)\b)/iu,
  definite: "the",
  companions: [
    {
      when: /\bwe (?:have|had|got) (?:\w+ ){1,2}(?:kids?|children|sons?|daughters?|baby|twins)\b|\bwe (?:are|got|were|have been) (?:married|engaged|expecting)\b/i,
      name: "{name} and partner",
    },
    {
      when: /\b(?:my|our|the|with) (?:\w+ )?(?:wife|husband|kids?|children|son|daughter|family|fam|parents|mom|mum|dad|siblings|sister|brother)\b/i,
      name: "{name} and family",
    },
    {
      when: /\bmy (?:\w+ )?(?:girlfriend|boyfriend|partner|fianc[eé]e?|spouse)\b/i,
      name: "{name} and partner",
    },
    {
      when: /\b(?:my|our|the) (?:\w+ )?(?:teammates?|team|squad|coach)\b/i,
      name: "{name} and teammates",
    },
    {
      when: /\b(?:my|our) (?:\w+ )?(?:colleagues?|coworkers?|co-workers?)\b/i,
      name: "{name} and colleagues",
    },
    {
      when: /\b(?:my|our|some|with) (?:\w+ )?(?:friends?|buddies|pals|gang)\b/i,
      name: "{name} and friends",
    },
  ],
  others: "{name} and others",
  wholeGroup: "the group",
  groupDecision:
    /\bwe(?: have| all| just| finally)* (?:decided|agreed|chose|settled|voted|are (?:shipping|launching|releasing)|will (?:ship|launch|release|meet))\b/i,
  attribution: {
    evaluative:
      /\b(?:great|good|better|best|important|key|vital|essential|amazing|awesome|cool|fun|nice|hard|tough|difficult|easy|worth|beautiful|wonderful|special|helpful|rewarding|inspiring|bad|worse|worst|terrible|interesting|relaxing|calming|exciting|should|deserves?|matters?|means?|helps?|makes?|can|brings?)\b/i,
    thinks: "{name} thinks that ",
    said: "{name} said that ",
    after: ", according to {name}",
  },
  cutOff: /\b(?:to|and|but|or|the|an?|my|with|of|because|that|which)$/,
  breaks: [", ", " and ", " but ", " so ", " because "],
  rules: RULES,
  vague:
    /\b(?:things?|stuff|something|anything|everything|everyone|somewhere|someone|it|that|this|lots?)\b/gi,
  dates: DATES,
  future:
    /\b(?:will|going to|gonna|plan(?:s|ning)?|hop(?:e|es|ing)|next|tomorrow|tonight|upcoming|want(?:s)? to|looking forward|about to|cannot wait|by|until|am \w+ing|are \w+ing|is \w+ing|have to|need to|excited (?:to|for|about)|starting|deadline|upcoming|due)\b/i,
};
