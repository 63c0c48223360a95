// Social security numbers by their shape, and other government numbers by the words before them.

import { meets } from "../bits.ts";
import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import { cue } from "../secrets/cues.ts";
import type { TextFeatures } from "../text-features.ts";

// Areas 000, 666 and 9xx, group 00 and serial 0000 were never issued.
const SSN = String.raw`(?!000|666|9)\d{3}SEP(?!00)\d{2}SEP(?!0000)\d{4}(?!\d|[-.]\d)`;
const SEPARATED = new RegExp(String.raw`(?<![\d-])${SSN.replaceAll("SEP", "-")}`, "g");
const LOOSE = new RegExp(String.raw`(?<![\d-])${SSN.replaceAll("SEP", "[ .-]{0,3}")}`, "g");
const SSN_NAMED = /\b(?:ssn|social[ -]security|sozialversicherung\w{0,12}|itin|tax(?:payer)? id)/i;

/** Three digits at least: "Ruf mich nie vor 9 Uhr an" names no NIE. */
export const DOCUMENT_NUMBER = new RegExp(
  String.raw`\b(?:driver'?s?'? ?licen[cs]e|driving licen[cs]e|passport|national (?:id|identity|insurance)|identity card|` +
    String.raw`aadhaar|medicare|nhs|personalausweis\w{0,8}|reisepass\w{0,8}|steuer-?id\w{0,12}|dni|nie|curp|cpf)` +
    String.raw`(?: (?:card|number|no\.?|nr\.?|id|#)){0,2} ?(?:is|:|=|#|-|ist|es|e)? {0,2}` +
    String.raw`(?=(?:[A-Z .-]{0,4}\d){3})([A-Z0-9](?:[A-Z0-9]|[ .-](?=\d)){4,19})`,
  "gi",
);
const CONTEXT_CHARS = 48;
const SSN_DIGITS = 9;
const DOCUMENT_CUE = cue("document_number");

export const nationalIdDetector: Detector = { name: "national_id", find: findNationalIds };

function findNationalIds(text: string, { signs, said }: TextFeatures): readonly Finding[] {
  // Each of the three asks for a digit, if only by looking ahead.
  if (signs.digits === 0) return [];
  const social = signs.digits < SSN_DIGITS ? [] : findSocial(text);
  return meets(said.cues, DOCUMENT_CUE) ? [...social, ...findDocuments(text)] : social;
}

function findSocial(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const match of matchesOf(text, SEPARATED))
    found.push(ssnAt(match.index, match[0], "ssn_shape"));
  for (const match of matchesOf(text, LOOSE)) {
    const before = text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index);
    if (SSN_NAMED.test(before)) found.push(ssnAt(match.index, match[0], "ssn_named"));
  }
  return found;
}

function findDocuments(text: string): readonly Finding[] {
  return matchesOf(text, DOCUMENT_NUMBER).map((match) => {
    const value = match[1] ?? "";
    const end = match.index + match[0].length;
    return { class: "national_id", start: end - value.length, end, rule: "document_number" };
  });
}

function ssnAt(start: number, value: string, rule: string): Finding {
  return { class: "ssn", start, end: start + value.length, rule };
}
