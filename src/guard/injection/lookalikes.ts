// Letters of other alphabets that look Latin, and digits that stand for letters: how disguised words are read.

import { ownValue } from "../../model/own-value.ts";

const PAIRS =
  "аaбbвbгrдdеeёeзzиuіiїiјjкkмmнhоoпnрpсcтtуyхxцuчyшwщwѕsѵvԁdԛqԝwһhӏlαaβbγyδdεeζzηnθoιiκkλlμuνvξeοoπnρpσoςsτtυuφoχxψwωw" +
  "ɑaɡgɩiıiʟlɴnʀrꜱsᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢz";
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, i) => [
    PAIRS.charAt(2 * i),
    PAIRS.charAt(2 * i + 1),
  ]),
);
const LETTER_OF: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
};

export function readLookalikes(word: string): string {
  return Array.from(word, (letter) => LATIN_OF.get(letter) ?? letter).join("");
}

/** Both readings of the digit one: `a11` is "all", `1gnore` is "ignore". */
export function readDigits(word: string): readonly [string, string] {
  const read = Array.from(word, (letter) => ownValue(LETTER_OF, letter) ?? letter).join("");
  return [
    read,
    Array.from(word, (letter) =>
      letter === "1" ? "l" : (ownValue(LETTER_OF, letter) ?? letter),
    ).join(""),
  ];
}

export function rotate13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
