// All matches of a pattern in a text. Most texts have none, and are only searched.

export function matchesOf(text: string, form: RegExp): readonly RegExpExecArray[] {
  return text.search(form) < 0 ? [] : [...text.matchAll(form)];
}
