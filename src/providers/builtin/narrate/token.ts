// A word of a sentence with the punctuation that clings to it.

export type Token = Readonly<{
  /** Folded to lower case, for comparing. */
  word: string;
  /** As written. */
  raw: string;
  /** Commas and the like right after it. */
  tail: string;
}>;

const TAIL = ",;:.!?";

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const piece of text.split(/\s+/)) if (piece !== "") tokens.push(tokenOf(piece));
  return tokens;
}

function tokenOf(piece: string): Token {
  let end = piece.length;
  while (end > 0 && TAIL.includes(piece.charAt(end - 1))) end -= 1;
  const raw = piece.slice(0, end);
  return { word: raw.toLowerCase(), raw, tail: piece.slice(end) };
}

/** The same word, written otherwise. */
export function written({ word, tail }: Token, raw: string): Token {
  return { word, raw, tail };
}

export function textOf(tokens: readonly Token[]): string {
  let text = "";
  for (const { raw, tail } of tokens) text += `${text === "" ? "" : " "}${raw}${tail}`;
  return text.replace(/[\s,;:.!?\-–—]+$/u, "");
}
