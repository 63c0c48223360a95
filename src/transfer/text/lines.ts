// Lines of a text that comes in pieces, however they end. One that is too long is named and skipped.

export type Line =
  | Readonly<{ type: "line"; number: number; text: string }>
  | Readonly<{ type: "too_long"; number: number }>;

export async function* lines(
  texts: AsyncIterable<string>,
  maxCharacters: number,
): AsyncGenerator<Line> {
  let number = 1;
  let parts: string[] = [];
  let length = 0;
  const line = (): Line =>
    length > maxCharacters
      ? { type: "too_long", number }
      : { type: "line", number, text: parts.join("").replace(/\r$/, "") };
  for await (const text of texts) {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      length += end - from;
      if (length <= maxCharacters) parts.push(text.slice(from, end));
      yield line();
      from = end + 1;
      number += 1;
      parts = [];
      length = 0;
    }
    length += text.length - from;
    // What is skipped is not kept either.
    if (length <= maxCharacters) parts.push(text.slice(from));
    else parts = [];
  }
  if (length > 0) yield line();
}
