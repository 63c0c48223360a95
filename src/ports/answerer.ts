// What the engine asks of a language model that answers a question out of lines it was given.

import type { Payer } from "./language.ts";
import type { Narration } from "./narrator.ts";

/** `at`: when it was said, so that the model can tell the newer from the older. */
export type KnownLine = Readonly<{ text: string; at: string; by: string }>;

export type AnswerInput = Payer &
  Readonly<{
    /** Already screened. */
    question: string;
    now: string;
    lines: readonly KnownLine[];
  }>;

/** `cites`: places in the list of lines, at least one. Without a text no line says it. */
export type GivenAnswer = Readonly<{ text?: string; cites: readonly number[] }>;

export interface Answerer {
  readonly name: string;
  answer(input: AnswerInput): Promise<Narration<GivenAnswer>>;
}
