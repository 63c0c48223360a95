// Stored text as one line of a markdown file. One rule for journals and snapshots, so that neither is weaker.

import { tidy } from "./text.ts";

/** One line, and nothing in it that markdown, its common extensions or HTML would act on. */
export function inert(text: string): string {
  return tidy(text.replace(/\p{Cc}+/gu, " "))
    .replace(/[\\`*_{}[\]<>#|!~$%^&=]/g, "\\$&")
    .replace(/::/g, ":\\:")
    .replace(/^[-+]/, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}
