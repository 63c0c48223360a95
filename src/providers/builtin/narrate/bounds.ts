// Keeps text inside its length without cutting a word or a character in two.

const ELLIPSIS = "…";

export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = text.slice(0, most - ELLIPSIS.length);
  const atWord = room.replace(/\s+\S*$/u, "");
  const kept = atWord.length > most / 2 ? atWord : wholeCharacters(room);
  return kept.replace(/[\s,;:.–—-]+$/u, "") + ELLIPSIS;
}

function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
