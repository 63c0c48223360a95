// Cuts what a model wrote to the length that was asked for, at the end of a sentence or else of a word.

export type TextLimit = Readonly<{ length: number; sentences?: number }>;

const sentencesOf = new Intl.Segmenter("und", { granularity: "sentence" });

export function trimText(text: string, limit: TextLimit): string {
  const tidy = text.replace(/\s+/gu, " ").trim();
  const sentences = [...sentencesOf.segment(tidy)].slice(0, limit.sentences);
  const fitting = sentences.filter(
    ({ index, segment }) => index + segment.trimEnd().length <= limit.length,
  );
  const kept = fitting
    .map(({ segment }) => segment)
    .join("")
    .trimEnd();
  return kept === "" && tidy !== "" ? cutAtWord(tidy, limit.length) : kept;
}

function cutAtWord(text: string, length: number): string {
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${space > length / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
