// Everyday verbs that say the same thing. One class a line; a word may stand in several, classes are never chained.
// Only near-equals belong here: a wider word (move, run) in a class would merge two different facts.

import { VERBS_A_TO_L } from "./verbs-a-to-l.ts";
import { VERBS_M_TO_Z } from "./verbs-m-to-z.ts";

export const VERB_CLASSES = `${VERBS_A_TO_L}${VERBS_M_TO_Z}`;
