// Gives one text path every hostile text, in a process of its own, so that nobody else's memory is measured. Says of each
// what processor time it took and by how much the memory of the process had grown behind it, before any collection.

import { DEFAULT_GUARD_POLICY, guard } from "../../../src/guard/guard.ts";
import { splitClauses } from "../../../src/language/clauses.ts";
import { textKey, words } from "../../../src/model/text.ts";
import { embedNow } from "../../../src/models/builtin/embedder.ts";
import { extractFacts } from "../../../src/models/builtin/extract/extract-facts.ts";
import { tellEpisode } from "../../../src/models/builtin/narrate/episode.ts";
import { tellingStems } from "../../../src/models/builtin/narrate/words.ts";
import { trimText } from "../../../src/models/language/narrator.ts";
import { NARRATION_LIMITS } from "../../../src/ports/narrator.ts";
import { messageOf } from "../../support/write-fixtures.ts";
import { BAITS, hostile, RANDOM, type TextPath } from "../hostile-texts.ts";

const NAMES = { person_name: "redact", address: "redact" } as const;
const said = (text: string) => ({ ...messageOf({ text }), position: 1 });

const PATHS: Readonly<Record<TextPath, (text: string) => unknown>> = {
  guard: (text) => guard(text, DEFAULT_GUARD_POLICY),
  "guard of names": (text) => guard(text, { ...DEFAULT_GUARD_POLICY, ...NAMES }),
  clauses: splitClauses,
  words,
  "text key": textKey,
  extractor: (text) => extractFacts({ message: said(text), before: [] }),
  embedder: embedNow,
  "narrator's words": tellingStems,
  "narrator's episode": (text) => tellEpisode([said(text)], NARRATION_LIMITS),
  "trimmed answer": (text) => trimText(text, { length: 400, sentences: 3 }),
};

const [path = "guard", length = "0"] = process.argv.slice(2);
const read = PATHS[path as TextPath];
const baits = [...Object.keys(BAITS), RANDOM];
for (const bait of baits) read(hostile(bait, 2_000));
for (const bait of baits) {
  const text = hostile(bait, Number(length));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = process.cpuUsage();
  read(text);
  const ms = process.cpuUsage(start).user / 1_000;
  const megabytes = (process.memoryUsage().rss - before) / 1_048_576;
  process.stdout.write(`${JSON.stringify({ bait, ms, megabytes })}\n`);
}
