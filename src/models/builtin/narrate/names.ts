// How people are named in a sentence.

import { tidy } from "../../../model/text.ts";

const MAX_NAME = 32;
const MAX_LISTED = 4;

/** A name that cannot break the sentence it stands in. */
export function nameOf(author: Readonly<{ name: string }>): string {
  const name = tidy(author.name.replace(/[^\p{L}\p{M}\p{N}\p{Zs}'’._-]+/gu, " ")).replace(
    /^[._-]+|[._-]+$/gu,
    "",
  );
  if (name === "") return "Someone";
  if (name.length <= MAX_NAME) return name;
  return tidy([...name].slice(0, MAX_NAME / 2).join(""));
}

/** `Ana`, `Ana and Ben`, `Ana, Ben and Cy`, `Ana, Ben, Cy and 9 others`. */
export function listed(names: readonly string[], most: number = MAX_LISTED): string {
  const shown = names.length <= most ? names : names.slice(0, most - 1);
  const left = names.length - shown.length;
  const all = left > 0 ? [...shown, `${left} others`] : shown;
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
