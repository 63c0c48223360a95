// Which English words can be what a pronoun points back to. Loose on purpose: it only has to catch pronouns that
// have nothing before them at all.

import type { Language } from "../language.ts";
import { KIN } from "./kin.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const ANTECEDENTS: Language["antecedents"] = {
  needsPerson: list("he she him his her hers himself herself"),
  needsSeveral: list("they them their theirs themselves"),
  needsThing: list("it its itself"),
  owners: list("his her its their"),
  impersonalBefore: list("is was feels felt takes took has"),
  pointsAlone: list("this that these those"),
  countsAlone: list("one ones some"),
  aloneBefore:
    list(`is was are were has had have will would can could should might must to for with and or but in on at
    from by of as too so because when if before after again all into about`),
  persons: new RegExp(
    `^(?:${KIN}|someone|somebody|guy|girl|boy|man|woman|lady|person|kid|nurse|teacher|doctor|author|singer|actor|player|artist|who)$`,
  ),
  several:
    /^(?:people|kids|children|parents|family|everyone|everybody|someone|team|folks|guys|both|others|men|women|(?!(?:was|is|has|does|this|his|its|us|as|always|sometimes|yes|lots|less|class|business|across|plus|besides|towards|perhaps|makes|gives|helps|feels|takes|needs|gets|means|brings|keeps|looks|goes)$)\p{L}{2,}[^s'\P{L}]s)$/u,
  things:
    /^(?:an?|the|my|our|your|some|two|three|another|each|every|one|his|her|everything|something|\d+|\p{L}{3,}ing)$/u,
};

export const KIN_PATTERN = new RegExp(
  `\\b(?:[Mm]y|[Oo]ur)(?: \\w+)?? (?:${KIN})(?: (?!I\\b)\\p{Lu}\\p{Ll}+)?\\b`,
  "gu",
);
