// Text as Markdown that shows it and does nothing: no heading, link, tag, field, code or markup can come of it. What is
// escaped here reads back exactly as it was.

/** Signs that mean something anywhere in a line. */
const ANYWHERE = /[\\`*_{}[\]<>#|~^$%=&@]/g;
/** A list, a number of one, or a rule, at the start of a line. */
const AT_START = /^([-+]|\d+(?=[.)]))/;

export function escapeMarkdown(text: string): string {
  return text.split("\n").map(escapeLine).join("\n");
}

function escapeLine(line: string): string {
  const [, lead = "", rest = "", tail = ""] = /^(\s*)(.*?)(\s*)$/s.exec(line) ?? [];
  const body = rest
    .replace(ANYWHERE, "\\$&")
    .replaceAll("::", "\\:\\:")
    .replace(AT_START, (sign) => (/\d/.test(sign) ? numbered(sign) : `\\${sign}`));
  return `${encoded(lead)}${body}${encoded(tail)}`;
}

/** A digit cannot be escaped, so it is written by its number. */
function numbered(digits: string): string {
  return `&#${digits.charCodeAt(0)};${digits.slice(1)}`;
}

function encoded(space: string): string {
  return [...space].map((sign) => `&#${sign.codePointAt(0)};`).join("");
}

export function unescapeMarkdown(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&#(\d{1,6});/g,
    (_whole, sign: string | undefined, code: string | undefined) =>
      sign ?? String.fromCodePoint(Number(code)),
  );
}
