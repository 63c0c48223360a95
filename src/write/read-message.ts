// Asks the extractor what a message says. What speaks to the model is not read; as it stands it goes before a person.

import { asMemoryError } from "../errors.ts";
import type { Message } from "../model/message.ts";
import { cut } from "../model/text.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { ListenDeps } from "./act.ts";
import { minedPart } from "./mine.ts";

/** What a message is read in: what was said before it, and why it waits for a person, when it does. */
export type Scene = Readonly<{ before: readonly Message[]; heldFor: string | undefined }>;

const HELD_CHARACTERS = 2_000;

/** A reader that breaks is one that failed: the message is kept, and it is read again later. */
export async function readMessage(
  message: Message,
  { before, heldFor }: Scene,
  deps: ListenDeps,
): Promise<Extraction> {
  if (heldFor !== undefined) return wholeMessage(message);
  try {
    const part = minedPart(message, deps.listening.mining);
    return await deps.extractor.extract({ message: part, before });
  } catch (thrown) {
    return { type: "retryable", reason: asMemoryError(thrown).code };
  }
}

function wholeMessage({ id, text }: Message): Extraction {
  const quote = cut(text, HELD_CHARACTERS);
  const evidence = [{ type: "span", messageId: id, start: 0, end: quote.length, quote }] as const;
  const note = {
    kind: "log",
    text: quote,
    category: "other",
    confidence: 0.5,
    importance: 1,
    evidence,
  } as const;
  return { type: "ok", candidates: [note] };
}
