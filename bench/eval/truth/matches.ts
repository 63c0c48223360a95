// Whether a stored line matches a pattern of the set: plain words whatever their case, or `/a regular expression/flags`.

const REGEX = /^\/([\s\S]+)\/([a-z]*)$/;

export function matches(line: string, pattern: string): boolean {
  const [, source, flags = ""] = REGEX.exec(pattern) ?? [];
  const written = plain(line);
  if (source !== undefined) return new RegExp(plain(source), flags).test(written);
  return folded(written).includes(folded(plain(pattern)));
}

/** How a text is written down by different keyboards: apostrophes, white space, composed letters. */
export function plain(text: string): string {
  return text.normalize("NFC").replace(/[‘’]/g, "'").replace(/\s+/g, " ");
}

/** The Turkish capital İ becomes an i with a dot of its own, which no small i has. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("i\u0307", "i");
}
