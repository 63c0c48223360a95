// When a context looks: now, or as things were known or true at a time.

import type { Look } from "../model/filter.ts";
import type { ContextInput } from "./context-request.ts";
import type { ReadDeps } from "./request.ts";

export function lookOf(
  { asOf, validAt }: Pick<ContextInput, "asOf" | "validAt">,
  { now }: Pick<ReadDeps, "now">,
): Look {
  return {
    now: now().toISOString(),
    ...(asOf === undefined ? {} : { asOf }),
    ...(validAt === undefined ? {} : { validAt }),
  };
}
