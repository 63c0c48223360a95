// Cuts a clause into words and marks, writes contractions out, and puts it together again.

import type { Language } from "./language.ts";

export type Token = Readonly<{ text: string; lower: string; isWord: boolean; isSpaced: boolean }>;

const TOKEN =
  /'(?:cause|til|em|bout)\b|[\p{L}\p{N}]+(?:['.&/-][\p{L}\p{N}]+)*'?|\$?\d[\d,.]*\d%?|\S/gu;

export function tokenize(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const isSpaced = match.index > end || tokens.length === 0;
    end = match.index + match[0].length;
    for (const word of expand(token(match[0], isSpaced), text.slice(end), language))
      tokens.push(word);
  }
  return tokens;
}

export function token(text: string, isSpaced = true): Token {
  return { text, lower: text.toLowerCase(), isWord: /[\p{L}\p{N}]/u.test(text), isSpaced };
}

export function join(tokens: readonly Token[], from = 0, to = tokens.length): string {
  let text = "";
  for (let at = from; at < to && at < tokens.length; at += 1) {
    const word = tokens[at];
    if (word !== undefined) text += at > from && word.isSpaced ? ` ${word.text}` : word.text;
  }
  return text;
}

function expand(found: Token, rest: string, language: Language): Token[] {
  const whole = language.expansions.get(found.lower);
  if (whole !== undefined) return spell(whole, found);
  for (const suffix of language.suffixes) {
    if (!found.lower.endsWith(suffix.ending)) continue;
    const stem = found.text.slice(0, -suffix.ending.length);
    if (suffix.after !== undefined && !suffix.after.has(stem.toLowerCase())) continue;
    if (suffix.before !== undefined && !suffix.before.test(rest)) continue;
    return [token(stem, found.isSpaced), token(suffix.word)];
  }
  return [found];
}

function spell(words: string, found: Token): Token[] {
  return words.split(" ").map((word, i) => {
    const isCapital = i === 0 && /^\p{Lu}/u.test(found.text) && /^\p{Ll}/u.test(word);
    const shown = isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    return token(shown, i > 0 || found.isSpaced);
  });
}
