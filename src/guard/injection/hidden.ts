// Characters a reader cannot see but a model can: which they are, and which of them are ordinary.
// Joiners inside Persian or Indic words and inside emoji are ordinary; the same joiner between Latin letters is not.

import type { Finding } from "../finding.ts";

const INVISIBLE =
  "\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F" +
  "\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{E0000}-\\u{E0FFF}";
const CONTROL = "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F";
const HIDDEN_RUN = new RegExp(`[${INVISIBLE}]+|[${CONTROL}]+|\\p{Surrogate}+`, "gu");
const HIDDEN_ONE = new RegExp(`^[${INVISIBLE}${CONTROL}]$`, "u");
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

const JOINER = /^(?:[\u200C\u200D]|\uFE0F\u200D?|[\uFE00-\uFE0E])$/u;
const MARK = /^[\u200E\u200F]$/u;
const JOINABLE_BEFORE = /(?:(?!\p{Script=Latin})[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{EMod})$/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const KEYCAP_AFTER = /^\u20E3/u;
const FLAG_TAGS = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u;
const TAG = /[\u{E0020}-\u{E007E}]/gu;

/** Text known to hold nothing hidden, so that the common case costs one scan. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

export function isHidden(character: string): boolean {
  return HIDDEN_ONE.test(character);
}

/** Every hidden run, in order. A lone surrogate is one of them: it is replaced, the others are removed. */
export function findHidden(text: string): readonly Finding[] {
  if (isPlain(text)) return [];
  const hasRightToLeft = RIGHT_TO_LEFT.test(text);
  const found: Finding[] = [];
  for (const match of text.matchAll(HIDDEN_RUN)) {
    const start = match.index;
    const end = start + match[0].length;
    if (isOrdinary(match[0], text.slice(Math.max(0, start - 2), start), text.slice(end, end + 1)))
      continue;
    if (hasRightToLeft && MARK.test(match[0])) continue;
    found.push({ class: "hidden_text", start, end, rule: ruleOf(match[0]) });
  }
  return found;
}

/** The ASCII that Tag-block characters spell, for the detectors to read. */
export function spellTags(run: string): string {
  return (run.match(TAG) ?? [])
    .map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0xe0020) - 0xe0000))
    .join("");
}

function isOrdinary(run: string, before: string, after: string): boolean {
  if (run === "\uFE0F" && KEYCAP_AFTER.test(after)) return true;
  if (FLAG_TAGS.test(run)) return before.endsWith("\u{1F3F4}");
  return JOINER.test(run) && JOINABLE_BEFORE.test(before);
}

function ruleOf(run: string): string {
  if (/[\u{E0000}-\u{E007F}]/u.test(run)) return "tag_block";
  if (/[\u202A-\u202E\u2066-\u2069]/u.test(run)) return "bidi_control";
  if (/\p{Surrogate}/u.test(run)) return "lone_surrogate";
  return HIDDEN_ONE.test(run[0] ?? "") && /\p{Cc}/u.test(run) ? "control_character" : "zero_width";
}
