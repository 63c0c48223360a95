// What changed between two texts, word by word, by their longest common run of words.

export type Piece = Readonly<{ type: "same" | "added" | "removed"; text: string }>;

/** Longer texts are shown whole, one after the other: the table below grows with their product. */
const MAX_WORDS = 600;

export function wordDiff(before: string, after: string): readonly Piece[] {
  const a = before.split(/(\s+)/);
  const b = after.split(/(\s+)/);
  if (a.length > MAX_WORDS || b.length > MAX_WORDS)
    return [
      { type: "removed", text: before },
      { type: "added", text: after },
    ];
  return joined(steps(a, b));
}

function steps(a: readonly string[], b: readonly string[]): readonly Piece[] {
  const common = commonLengths(a, b);
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const [one = "", other = ""] = [a[i], b[j]];
    if (one === other) pieces.push({ type: "same", text: one });
    else if (common(i + 1, j) >= common(i, j + 1)) pieces.push({ type: "removed", text: one });
    else pieces.push({ type: "added", text: other });
    const type = pieces.at(-1)?.type;
    if (type !== "added") i++;
    if (type !== "removed") j++;
  }
  const removed = a.slice(i).map((text) => ({ type: "removed", text }) as const);
  return [...pieces, ...removed, ...b.slice(j).map((text) => ({ type: "added", text }) as const)];
}

/** How many words two tails have in common, in their order. */
function commonLengths(a: readonly string[], b: readonly string[]) {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (last?.type === piece.type)
      out[out.length - 1] = { type: piece.type, text: last.text + piece.text };
    else out.push(piece);
  }
  return out;
}
