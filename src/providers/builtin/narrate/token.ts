// A word of a sentence with the punctuation that clings to it.

export type Token = Readonly<{
  /** Folded to lower case, for comparing. */
  word: string;
  /** As written. */
  raw: string;
  /** Commas and the like right after it. */
  tail: string;
}>;

const SHAPE = /^(.*?)([,;:.!?]*)$/su;

export function tokensOf(text: string): Token[] {
  return text
    .split(/\s+/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const [, raw = piece, tail = ""] = SHAPE.exec(piece) ?? [];
      return { word: raw.toLowerCase(), raw, tail };
    });
}

/** The same word, written otherwise. */
export function written({ word, tail }: Token, raw: string): Token {
  return { word, raw, tail };
}

export function textOf(tokens: readonly Token[]): string {
  const text = tokens.map((token) => token.raw + token.tail).join(" ");
  return text.replace(/[\s,;:.!?\-–—]+$/u, "");
}
