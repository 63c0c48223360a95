// Telephone numbers by their grouping and the words around them. Rules instead of a numbering plan:
// a number said in a chat seldom names its country, so validity per country cannot be asked for.

import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import type { TextFeatures } from "../text-features.ts";

const CANDIDATE =
  /(?<![\w@#$€£/.\-–:])(?:\+|00)?\(?\d(?:[ \t]?(?:[.\-/)][ \t]?\(?|\()?\d){5,16}(?: ?(?:x|ext\.?) ?\d{1,6})?(?![\w@%€$£]|[.,:/]\d)/gi;
const EXTENSION = /(?:x|ext\.?) ?\d{1,6}$/i;

const NAMED_BEFORE =
  /(?:(?:(?:call|phone|tel|telefon\w*|fax|mobile?|mobil|cell|celular|portable|gsm|whats ?app|signal|sms|text(?:ed)?|dial|ring|reach|contact|desk|office|home|work|hotline|helpline|answering|anrufen|handy|nummer|rufnummer|llam\w+|movil|appel\w*|chiam\w*|ligue|numero|telefoonnummer|numer|komork\w*|numara\w*)\b|телефон\p{L}*|номер\p{L}*|позвони\p{L}*|هاتف\p{L}*|رقم\p{L}*|फ़?ोन|मोबाइल|नंबर|电话|手机|号码|电話|電話|携帯|番号|전화\p{L}*|번호\p{L}*|휴대폰)[^\n]{0,24}|(?<!(?:order|account|card|invoice|ticket|serial|tracking|part|model|case|policy|booking|reference|flight|room|student|customer|version|lottery|id) )\bnumber(?:'s| is| was|:| to)? {0,2})$/iu;
const NAMED_AFTER = /^[ \t\\,.-]{0,3}\(?(?:office|fax|mobile|cell|home|work|desk|phone)\b/i;
const INTERNATIONAL = /^(?:\+|00[ .-]?[1-9])/;
const AREA_IN_BRACKETS = /^(?:\d{1,2}[ .-]?)?\(\d{1,5}\)/;
const NORTH_AMERICAN = /^(?:1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}$/;
const TRUNK_GROUPS = /^0[1-9]\d{0,3}[ ./-]\d{2,}(?:[ ./-]?\d{2,}){1,4}$/;
/** A number of one piece that begins with a trunk zero, a Chinese mobile number, and groups that no amount has. */
const WHOLE = /^(?:0[1-9]\d{8,9}|1[3-9]\d{9})$/;
const OTHER_GROUPS = /^(?:\d{2,3}([ .-])\d{4}[ .-]\d{4}|\d{2} \d{3} \d{2} \d{2})$/;
const DATE =
  /^(?:(?:19|20)\d\d([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2(?:19|20)?\d\d)(?= |$)/;
const YEARS = /^(?:1[89]|20)\d\d ?[-/] ?(?:1[89]|20)\d\d$/;
const CONTEXT_CHARS = 40;
const FEWEST_DIGITS = 6;

export const phoneDetector: Detector = { name: "phone", find: findPhones };

function findPhones(text: string, { signs }: TextFeatures): readonly Finding[] {
  if (signs.digits < FEWEST_DIGITS) return [];
  const found: Finding[] = [];
  for (const match of matchesOf(text, CANDIDATE)) {
    const start = match.index;
    const end = start + match[0].length;
    const rule = ruleFor(match[0], {
      before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
      after: text.slice(end, end + 12),
    });
    if (rule) found.push({ class: "phone", start, end, rule });
  }
  return found;
}

function ruleFor(value: string, context: Readonly<{ before: string; after: string }>) {
  const number = value.replace(EXTENSION, "").trim();
  const digits = number.replace(/\D/g, "").length;
  const isNamed = NAMED_BEFORE.test(context.before) || NAMED_AFTER.test(context.after);
  if (
    digits < (isNamed ? FEWEST_DIGITS : FEWEST_DIGITS + 1) ||
    digits > 15 ||
    DATE.test(number) ||
    YEARS.test(number)
  )
    return undefined;
  if (INTERNATIONAL.test(number) && digits >= 8) return "phone_international";
  if (AREA_IN_BRACKETS.test(number)) return "phone_area_code";
  if (isGrouped(number, digits)) return "phone_grouping";
  return isNamed ? "phone_named" : undefined;
}

function isGrouped(number: string, digits: number): boolean {
  if (NORTH_AMERICAN.test(number) || WHOLE.test(number) || OTHER_GROUPS.test(number)) return true;
  return TRUNK_GROUPS.test(number) && digits >= 9;
}
