// Where in a document a piece of its text stands, so that whoever is told it can look it up.

export type Place = Readonly<{
  /** The document, as `docs/guide.md`. */
  document: string;
  /** The headings it stands under, the outermost first. */
  headings: readonly string[];
  /** From 1, where the document has pages. */
  page?: number;
  /** From 1, of the file as it is; where the document is text. */
  line?: number;
}>;

/** As `docs/guide.md › Install › Docker, page 3, line 12`. */
export function placeText({ document, headings, page, line }: Place): string {
  return [
    [document, ...headings].join(" › "),
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(line === undefined ? [] : [`line ${line}`]),
  ].join(", ");
}
