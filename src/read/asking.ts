// How much of a turn asks something of another person. Its words ask the question again and do not answer it. What is
// put to an assistant is another matter: a request says what the person has or wants.

import type { Message } from "../model/message.ts";
import type { Pool } from "./candidate.ts";
import { isAssistant } from "./people.ts";

const SENTENCE = /[^.!?。！？؟\n]+[.!?。！？؟]*/gu;
const ASKS = /[?？؟]\s*$/u;
const ASKS_ANYWHERE = /[?？؟]/u;

/** By the id of each message that another person's turn is known to follow: the share of it that asks, if any. */
export function askingShares({ candidates, beside }: Pool): ReadonlyMap<string, number> {
  const said = new Map<string, Message>();
  for (const { item, record } of candidates) if (item === "message") said.set(record.id, record);
  const shares = new Map<string, number>();
  for (const [id, { text }] of said) {
    const next = said.get(beside.get(id)?.after ?? "");
    if (next === undefined || isAssistant(next)) continue;
    const share = shareThatAsks(text);
    if (share > 0) shares.set(id, share);
  }
  return shares;
}

function shareThatAsks(text: string): number {
  if (!ASKS_ANYWHERE.test(text)) return 0;
  let whole = 0;
  let asking = 0;
  for (const [sentence] of text.matchAll(SENTENCE)) {
    whole += sentence.length;
    if (ASKS.test(sentence)) asking += sentence.length;
  }
  return whole === 0 ? 0 : asking / whole;
}
