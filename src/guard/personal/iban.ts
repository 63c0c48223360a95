// International bank account numbers, proved by country length and check digits.

import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import type { TextFeatures } from "../text-features.ts";

const OPENING = /(?<![A-Za-z0-9])([A-Za-z]{2})\d{2}(?=[ -]?[A-Za-z0-9])/g;

const CHECK_DIGITS = 2;

const LENGTH_OF_COUNTRY: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28
  LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25
  QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export const ibanDetector: Detector = { name: "iban", find: findIbans };

function findIbans(text: string, { signs }: TextFeatures): readonly Finding[] {
  if (signs.digits < CHECK_DIGITS) return [];
  const found: Finding[] = [];
  for (const match of matchesOf(text, OPENING)) {
    const length = LENGTH_OF_COUNTRY.get((match[1] ?? "").toUpperCase());
    if (length === undefined) continue;
    const taken = takeAlphanumerics(text, match.index, length);
    if (taken === undefined || !passesCheck(taken.value)) continue;
    found.push({ class: "iban", start: match.index, end: taken.end, rule: "iban_check_digits" });
  }
  return found;
}

/** Exactly that many letters and digits, single blanks or dashes between them allowed. */
function takeAlphanumerics(text: string, start: number, length: number) {
  const window = text.slice(start, start + length * 2);
  let value = "";
  for (let i = 0; i < window.length; i++) {
    const character = window.charAt(i);
    if (/[A-Za-z0-9]/.test(character)) value += character.toUpperCase();
    else if (!/[ -]/.test(character)) return undefined;
    if (value.length === length) return { value, end: start + i + 1 };
  }
  return undefined;
}

function passesCheck(iban: string): boolean {
  const turned = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const character of turned) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
