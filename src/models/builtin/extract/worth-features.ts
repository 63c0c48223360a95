// Turns a clause into the hashed features that the worth model was trained on: words, word pairs and character n-grams.
// The training script uses this same code, so a change here needs a model trained anew.

export const BUCKETS = 1 << 18;

/** Of a longer clause the beginning decides. */
const MAX_WORDS = 48;
const MAX_UNSPACED = 80;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const TOKEN =
  /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|\p{Extended_Pictographic}|[^\s\p{L}\p{M}\p{N}]/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Laughter, rolled eyes: what is said may not be meant. */
const LAUGH = /[😂🤣😅😆😜😝🤪🙃🙄😏]/u;
const SMALLEST_GRAM = 3;
const LARGEST_GRAM = 5;
const KIND = {
  word: 1,
  pair: 2,
  triple: 3,
  gram: 4,
  first: 5,
  last: 6,
  length: 7,
  skip: 8,
} as const;

/** Buckets, each as often as its feature occurs. `ending` is the punctuation and the emoji behind the clause. */
export function featuresOf(clause: string, ending: string): Uint32Array {
  const tokens = tokensOf(clause);
  const found: number[] = [];
  const add = (kind: number, text: string) => {
    found.push(bucketOf(kind, text));
  };
  for (const [at, token] of tokens.entries()) {
    add(KIND.word, token);
    const next = tokens[at + 1];
    const after = tokens[at + 2];
    if (next !== undefined) add(KIND.pair, `${token} ${next}`);
    if (next !== undefined && after !== undefined) {
      add(KIND.triple, `${token} ${next} ${after}`);
      add(KIND.skip, `${token} ${after}`);
    }
    addGrams(token, add);
  }
  add(KIND.first, tokens[0] ?? "");
  add(KIND.first, `${tokens[0] ?? ""} ${tokens[1] ?? ""}`);
  add(KIND.last, tokens.at(-1) ?? "");
  add(KIND.last, `end ${markOf(ending)}`);
  if (LAUGH.test(ending)) add(KIND.last, "laugh");
  add(KIND.length, String(Math.min(8, Math.ceil(Math.log2(1 + tokens.length) * 1.5))));
  return Uint32Array.from(found);
}

function tokensOf(clause: string): string[] {
  const tokens: string[] = [];
  for (const [token] of clause.slice(0, 400).toLowerCase().normalize("NFKC").matchAll(TOKEN)) {
    if (tokens.length >= MAX_WORDS) break;
    if (UNSPACED.test(token)) tokens.push(...[...token].slice(0, MAX_UNSPACED));
    else tokens.push(token.replace(/’/g, "'").replace(/\p{N}/gu, "0"));
  }
  return tokens;
}

/** Character n-grams with the word's borders, so that endings and beginnings count as such. */
function addGrams(token: string, add: (kind: number, text: string) => void): void {
  const word = `<${token}>`;
  if (word.length < SMALLEST_GRAM + 1) return;
  for (let size = SMALLEST_GRAM; size <= LARGEST_GRAM; size += 1)
    for (let at = 0; at + size <= word.length && at < 16; at += 1)
      add(KIND.gram, word.slice(at, at + size));
}

function markOf(ending: string): string {
  if (/[?？؟]/.test(ending)) return "?";
  if (/[!！]/.test(ending)) return "!";
  return /[.。।]/.test(ending) ? "." : "";
}

/** FNV-1a, so that features need no vocabulary file. */
function bucketOf(kind: number, text: string): number {
  let hash = Math.imul(FNV_START ^ kind, FNV_PRIME);
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}
