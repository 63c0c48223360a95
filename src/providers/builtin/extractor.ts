// The extractor that needs no key: rules and tables in this process, nothing sent anywhere.

import type { Extractor } from "../../ports/extractor.ts";
import { extractFacts } from "./extract/extract-facts.ts";

export function builtinExtractor(): Extractor {
  return {
    name: "builtin",
    inline: true,
    extract: async (input) => ({ type: "ok", candidates: extractFacts(input) }),
  };
}
