// Words by which people say that things are hard for them.

import { words } from "../../../model/text.ts";

const STRAIN: ReadonlySet<string> = new Set(
  `afraid anxious burdened depressed desperate devastated discouraged disappointed exhausted frightened frustrated
  grieving heartbroken helpless homesick hopeless lonely miserable nervous overwhelmed overworked panicked sad scared
  sleepless stressed struggling stuck swamped tired troubled unhappy upset worried`.split(/\s+/),
);
const DENIALS: ReadonlySet<string> = new Set(["not", "never", "no", "less", "without", "stopped"]);

/** The words of strain in a text, those denied left out. */
export function strainIn(text: string): string[] {
  const all = words(text);
  return [...new Set(all.filter((word, at) => STRAIN.has(word) && !isDenied(all, at)))];
}

function isDenied(all: readonly string[], at: number): boolean {
  return all.slice(Math.max(0, at - 3), at).some((word) => DENIALS.has(word));
}
