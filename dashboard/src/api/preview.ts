// A preview is asked for once, by someone who looks at it: it may be written down as an act of theirs, so nothing asks
// for it again by itself.

import type { Query } from "@tanstack/react-query";

export function isPreview({ queryKey: [, input] }: Pick<Query, "queryKey">): boolean {
  return typeof input === "object" && input !== null && "dryRun" in input;
}
