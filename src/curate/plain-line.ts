// Stored text as one line of a markdown file, with nothing in it that markdown or HTML would act on.

import { tidy } from "../model/text.ts";

export function plainLine(text: string): string {
  return tidy(text)
    .replace(/[\\`*_{}[\]<>#|!]/g, "\\$&")
    .replace(/^([-+=~:]|\d+[.)])/, "\\$1");
}
