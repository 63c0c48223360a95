// The extractor that needs no key: a small trained model and rules in this process, nothing sent anywhere.

import { type Extractor, FACTS_READ, type FactsRead } from "../../ports/extractor.ts";
import { extractFacts } from "./extract/extract-facts.ts";

export function builtinExtractor(most: FactsRead = FACTS_READ): Extractor {
  return {
    name: "builtin",
    inline: true,
    extract: async (input) => ({ type: "ok", ...extractFacts(input, most) }),
  };
}
