// Postal addresses by their form: a street with its number, a postcode with its place. Looked for only where it is asked for.

import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import type { TextFeatures } from "../text-features.ts";

const NUMBER = "\\d{1,5}(?:[ /-]?\\d{1,4})?[a-zA-Z]?(?![\\p{L}\\d])";
const NAME = "(?:\\p{Lu}[\\p{L}\\p{M}'.-]*|\\d{1,3}(?:st|nd|rd|th))";
/** The rest of an address: a flat, a place, a region, a postcode, each behind a comma or on the next line. */
const REST = `(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Room)\\.? ?#?\\w{1,6})?(?:(?:, ?|\\n| )(?:\\d{4,6} )?${NAME}(?: ${NAME}){0,3}(?:,? [A-Z]{2,3})?(?: \\d{5}(?:-\\d{4})?| [A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}| \\d{4,6})?){0,2}`;

const FORMS: readonly RegExp[] = [
  // 12 Oak Street, Leeds
  new RegExp(
    `(?<![\\p{L}\\d])${NUMBER} ${NAME}(?: ${NAME}){0,4} ?(?<=(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Terrace|Highway|Hwy|Parkway|Crescent|Close|Row|Mews|Trail|Way|Place|Pl)\\.? ?)(?![\\p{L}])${REST}`,
    "gu",
  ),
  // Lindenstraße 5, Keizersgracht 12b
  new RegExp(
    `(?<!\\p{L})\\p{Lu}[\\p{L}-]*(?: \\p{Lu}[\\p{L}-]*)?(?:stra(?:ß|ss)e|str\\.|weg|platz|allee|gasse|ufer|damm|straat|laan|plein|gracht|gatan|vägen|vej|katu) ${NUMBER}${REST}`,
    "giu",
  ),
  // rue de la Paix 12, Calle Mayor 3, ul. Długa 7
  new RegExp(
    `(?<!\\p{L})(?:calle|avenida|paseo|plaza|via|viale|piazza|corso|rua|travessa|praça|ulica|ul\\.|aleja|al\\.|улица|ул\\.|проспект|пр\\.|переулок|пер\\.|rue|boulevard|chemin|impasse)(?: \\p{L}[\\p{L}\\p{M}'.-]*){1,5},? ?(?:n[.º°]? ?|д\\. ?|дом )?${NUMBER}${REST}`,
    "giu",
  ),
  // 12 rue de la Paix, 75002 Paris
  new RegExp(
    `(?<![\\p{L}\\d])${NUMBER},? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai)(?: \\p{L}[\\p{L}\\p{M}'.-]*){1,5}${REST}`,
    "giu",
  ),
  /\b(?:P\.? ?O\.?|Post Office) ?Box \d{1,6}\b/giu,
  // London SW1A 1AA; Austin, TX 78701
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}\b/gu,
  /\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2}, [A-Z]{2} \d{5}(?:-\d{4})?\b/gu,
  /(?:\p{Script=Han}{2,7}(?:省|市|区|县|區|縣|镇)){1,4}\p{Script=Han}{1,10}(?:路|街|道|巷|弄)\d{1,5}[号號]?(?:[\p{Script=Han}\d]{0,12}[室楼栋号])?/gu,
  /\p{Script=Han}{1,3}[都道府県][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,10}[市区町村郡][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{0,10}\d{1,4}(?:[-丁目番地号の]{1,2}\d{1,4}){0,3}号?/gu,
  /\p{Script=Hangul}{2,8}(?:시|도) (?:\p{Script=Hangul}{1,6}[시군구] ){1,2}\p{Script=Hangul}[\p{Script=Hangul}\d]{0,10}[로길] ?\d{1,5}(?:-\d{1,4})?/gu,
];

export const addressDetector: Detector = { name: "address", find: findAddresses };

function findAddresses(text: string, { signs }: TextFeatures): readonly Finding[] {
  if (signs.digits === 0) return [];
  return FORMS.flatMap((form) =>
    matchesOf(text, form).map(
      ({ 0: value, index }): Finding => ({
        class: "address",
        start: index,
        end: index + value.trimEnd().length,
        rule: "postal_address",
      }),
    ),
  );
}
