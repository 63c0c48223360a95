// What the engine asks of whoever reads a message for facts: the built-in rules or a language model.

import type { Candidate } from "../model/candidate.ts";
import type { Message } from "../model/message.ts";
import type { LeftClause } from "../model/receipt.ts";

export type ExtractInput = Readonly<{
  message: Message;
  /** What was said just before in the same channel, oldest first. */
  before: readonly Message[];
}>;

/** How many facts are read out of a message, and out of a long one; and how long a fact may be. */
export type FactsRead = Readonly<{ usual: number; long: number; characters: number }>;

export const FACTS_READ: FactsRead = { usual: 4, long: 5, characters: 280 };

/** Who answered instead of the model that was asked, and what had become of that one. */
export type StandIn = Readonly<{ by: string; because: string }>;

/** "Nothing to remember" is `ok` with no candidates; a failed model is never that. */
export type Extraction =
  | Readonly<{
      type: "ok";
      candidates: readonly Candidate[];
      /** What of the message made no fact, and why, where the extractor can tell. */
      left?: readonly LeftClause[];
      standIn?: StandIn;
    }>
  | Readonly<{ type: "retryable"; reason: string }>
  | Readonly<{ type: "rejected"; reason: string }>;

export interface Extractor {
  readonly name: string;
  /** True when reading is a pure computation in this process, so it may run before the message is committed. */
  readonly inline: boolean;
  extract(input: ExtractInput): Promise<Extraction>;
}
