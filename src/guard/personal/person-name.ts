// Names of people where the words beside them say that they are names: a title, or somebody giving a name. Looked for only
// where it is asked for. A name that nothing announces is not found.

import type { Detector, Finding } from "../finding.ts";

const PART = "\\p{Lu}[\\p{Ll}\\p{M}]+(?:['-]\\p{Lu}[\\p{Ll}\\p{M}]+)*";
const PARTICLE = "(?:van|von|der|den|de|da|dos|del|della|di|el|al|bin|ibn|la|le|ten|ter)";
const WHOLE = `${PART}(?:(?: ${PARTICLE}){0,2} (?:${PART}|\\p{Lu}\\.)){0,3}`;
const AHEAD = [
  "(?:Mr|Mrs|Ms|Mx|Dr|Prof|Sr|Sra|Srta|Sig|Mme|Mlle|Hr|Fr)\\.?",
  "(?:Mister|Madam|Doctor|Professor|Herr|Frau|Monsieur|Madame|Señora?|Signora?|Senhora?|Meneer|Mevrouw|Pan|Pani|Bay|Bayan|господин|госпожа)",
  "(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir) (?:full |first |last |real )?name(?:'s| is| was)",
  "(?:[Nn]ame|[Nn]ombre|[Nn]om|[Nn]ome|[Nn]aam|[Ii]mię|[Ии]мя):",
  "[Ii]ch heiße|[Mm]ein Name ist|[Jj]e m'appelle|[Mm]e llamo|[Mm]i nombre es|[Mm]i chiamo|[Mm]eu nome é|[Cc]hamo-me|[Ii]k heet|[Nn]azywam się|[Mm]am na imię|[Мм]еня зовут|[Мм]оё имя|[Bb]enim adım|[Aa]dım",
  "[Dd]ear|[Ss]incerely,|[Rr]egards,|[Ll]iebe[r]?|[Cc]hère?|[Qq]uerid[oa]|[Сс] уважением,",
];
const ANNOUNCED = new RegExp(`(?<![\\p{L}\\p{M}])(?:${AHEAD.join("|")})\\s{1,2}(${WHOLE})`, "gu");
const TOLD_WITHOUT_CASE =
  /(?:我叫|我的名字(?:是|叫)|姓名[:是]|私の名前は|名前は|제 이름은|이름은|اسمي|मेरा नाम)\s{0,2}([\p{L}\p{M}・]{2,12})/gu;
/** Words of courtesy that stand where a name could. */
const NO_NAME =
  /^(?:All|Team|Sir|Madam|Friends|Colleagues|Customer|Customers|Mom|Dad|Santa|Diary|God)\b/;

export const personNameDetector: Detector = { name: "person_name", find: findNames };

function findNames(text: string): readonly Finding[] {
  const found: Finding[] = [];
  // One match at a time: a hostile text has one for every few characters.
  for (const form of [ANNOUNCED, TOLD_WITHOUT_CASE])
    for (const match of text.matchAll(form)) {
      const name = match[1] ?? "";
      const end = match.index + match[0].length;
      if (name !== "" && !NO_NAME.test(name))
        found.push({ class: "person_name", start: end - name.length, end, rule: "announced_name" });
    }
  return found;
}
