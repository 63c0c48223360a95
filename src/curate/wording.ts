// The words someone gives a memory on purpose: screened, and as long as its kind allows.

import { MemoryError } from "../errors.ts";
import { type Kind, POLICIES } from "../model/kinds.ts";
import { tidy } from "../model/text.ts";
import type { Screen } from "./doing.ts";

export function screenedText(text: string, kind: Kind, screen: Screen): string {
  const screened = screen(text);
  if (screened.outcome !== "pass")
    throw new MemoryError("invalid_input", "The text is one that the guard does not let in.");
  const kept = tidy(screened.text);
  const { maxLength } = POLICIES[kind];
  if (!/[\p{L}\p{N}]/u.test(kept)) throw new MemoryError("invalid_input", "The text is empty.");
  if (kept.length > maxLength)
    throw new MemoryError(
      "invalid_input",
      `A ${kind} has at most ${maxLength} characters; this has ${kept.length}.`,
    );
  return kept;
}
