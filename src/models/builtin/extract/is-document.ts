// Whether a message is a pasted text (a report, a mail, a log, a story) rather than something its author says.

import type { Clause } from "../../../language/clauses.ts";
import type { Language } from "../../../language/lexicon.ts";
import { has, without } from "../../../language/markers.ts";

/** Shorter messages are talk, whatever their form. */
const MIN_CHARACTERS = 500;
const MIN_CLAUSES = 6;
/** Beyond this "we" is as often the voice of a report. */
const LONG = 1_200;
/** In talk at least this share of the clauses speaks in the first person. */
const TALK_SHARE = 0.25;
const LOOKED_AT = 60;
const HEADINGS = /^(?:#{1,6} |\*\*[^*]+\*\*:?$|={3,}|-{3,}|\|.*\|)/m;
const LETTER =
  /(?:^|\n)\s{0,40}(?:dear|hi all|hello team|sehr geehrte[rs]?|liebe[rs]?|estimad[oa]s?|chers?|chère|madame, monsieur|caros?|gentile|spettabile|beste|geachte|szanown[aiy]\p{L}*|уважаем\p{L}+|sayın|السيد|عزيزي|प्रिय|महोदय|尊敬的|拝啓|前略|안녕하십니까)(?!\p{L})[^\n]{0,60}[,،，:!]?\s*\n/iu;
/** East Asian forms of address, and what a mail program puts under a mail. */
const ADDRESSED =
  /(?:^|\n)[^\n。]{0,20}(?:御中|様|各位|님께|귀하)[,、，]?\s*\n|お世話になっております|(?:^|\n)[\p{Script=Hangul} ]{2,12} (?:드림|올림)\s*(?:\n|$)|\n[^\n]{0,30}(?:iPhone|iPad|Android|Outlook)[^\n]{0,16}\s*$/u;
const FORWARDED = /^\s*(?:fwd?|re|aw|wg|tr|rv|ynt|odp)\s*:\s*\S.*\n/iu;
const CLOSING =
  /(?:^|\n)\s{0,40}(?:(?:kind|best|warm) regards|yours (?:sincerely|faithfully|truly)|sincerely|mit freundlichen grüßen|freundliche grüße|atentamente|un cordial saludo|cordialement|bien à vous|sincères salutations|atenciosamente|cumprimentos|cordiali saluti|distinti saluti|met vriendelijke groet|hoogachtend|z poważaniem|с уважением|saygılarımla|مع (?:خالص )?(?:التحية|الشكر)|وتفضلوا|सादर|भवदीय|此致|敬上|敬具|草々|올림|드림)(?!\p{L})[ ,.!،。]*\s*(?:\n|$)|(?:^|\n)\s{0,40}(?:subject|betreff|asunto|objet|assunto|oggetto|onderwerp|temat|тема|konu|الموضوع|विषय|主题|件名|제목)\s*[:：]/iu;
const STORY =
  /^\s*(?:once upon a time|es war einmal|érase una vez|había una vez|il était une fois|era uma vez|c'era una volta|er was eens|dawno, dawno temu|dawno dawno temu|жили-были|жил-был|bir varmış|كان يا ما كان|एक समय की बात|एक बार की बात|从前|很久很久以前|むかしむかし|昔々|옛날 옛적|옛날옛날)/iu;

/** "Chapter one." at the very beginning. */
const CHAPTER =
  /^\s*(?:(?:chapter|prologue|kapitel|capítulo|chapitre|capitolo|hoofdstuk|rozdział|глава|bölüm|الفصل|अध्याय)\s[\p{L}\p{N}]{1,12}\s?[.:\n]|(?:birinci|ikinci) bölüm\s?[.:\n]|第[\p{L}\p{N}]{1,3}章|제\s?\p{N}{1,2}\s?장)/iu;

export function isDocument(
  text: string,
  clauses: readonly Clause[],
  language: Language | undefined,
): boolean {
  if (STORY.test(text) || CHAPTER.test(text)) return true;
  if (
    text.includes("\n") &&
    [CLOSING, LETTER, ADDRESSED, FORWARDED].some((form) => form.test(text))
  )
    return true;
  if (text.length < MIN_CHARACTERS || clauses.length < MIN_CLAUSES) return false;
  const read = clauses.slice(0, LOOKED_AT);
  const speaks = text.length > LONG ? speaksOfSelf : speaksOfUs;
  const own = read.filter((clause) => speaks(clause.text, language)).length;
  const share = own / read.length;
  return share < TALK_SHARE || (HEADINGS.test(text) && share < 2 * TALK_SHARE);
}

function speaksOfUs(text: string, language: Language | undefined): boolean {
  return has("firstPerson", text, language);
}

/** "I" and not only "we", which reports use as well. */
function speaksOfSelf(text: string, language: Language | undefined): boolean {
  if (language === undefined || !has("firstPerson", text, language)) return false;
  return has("firstPerson", without("we", text, language), language);
}
