// Tells a generated string from words and names, without a dictionary.

const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/] as const;

/** A value given to something called key or token: letters and digits mixed, and varied. */
export function looksGenerated(value: string): boolean {
  if (value.length < 10 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return new Set(value).size >= 8 && !/^[a-z]+[-_]?\d{1,4}$/i.test(value);
}

/** A string that nothing names: it must look random by itself. */
export function looksRandom(value: string): boolean {
  return KINDS.every((kind) => kind.test(value)) && changesKind(value) && new Set(value).size >= 14;
}

/** Words and paths stay in one kind of character for a while; random strings change all the time. */
export function changesKind(value: string): boolean {
  let changes = 0;
  for (let i = 1; i < value.length; i++) {
    if (kindOf(value.charCodeAt(i)) !== kindOf(value.charCodeAt(i - 1))) changes++;
  }
  return changes / value.length >= 0.4;
}

function kindOf(code: number): "digit" | "upper" | "lower" | "other" {
  if (code >= 48 && code <= 57) return "digit";
  if (code >= 65 && code <= 90) return "upper";
  return code >= 97 && code <= 122 ? "lower" : "other";
}
