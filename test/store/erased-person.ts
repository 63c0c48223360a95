// A person who is erased from a store by their id alone.

import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import { at, TENANT } from "../support/store-conformance/samples.ts";

/** Not a word, so that an index holds it as it is. */
export const PERSON = "zqxpersonjv";

export function erasePerson({ store }: OpenedDatabase) {
  return store.upkeep.erase(TENANT, { memories: [], messages: [], user: PERSON }, at(1));
}
