// Everyday nouns that name the same thing. One class a line; siblings and wider words (dog/pet) are kept out on purpose.

import { NOUNS_A_TO_L } from "./nouns-a-to-l.ts";
import { NOUNS_M_TO_Z } from "./nouns-m-to-z.ts";

export const NOUN_CLASSES = `${NOUNS_A_TO_L}${NOUNS_M_TO_Z}`;
