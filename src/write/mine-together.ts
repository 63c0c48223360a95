// Reads messages that were kept together, in their order, and commits what came of them together: a commit for each
// took as long as a tenth of the reading. Each finds what those before it wrote as if it had been committed.

import type { Proposal } from "../model/candidate.ts";
import type { ChangeSet } from "../model/change-set.ts";
import type { Message } from "../model/message.ts";
import { type Receipt, receiptOf } from "../model/receipt.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { Act, ListenDeps, Reading } from "./act.ts";
import { maxWrites, proposalFrom, reasonsOf } from "./mine.ts";
import { minedChanges } from "./mined.ts";
import type { Scene } from "./read-message.ts";
import { decided, judge } from "./remember.ts";
import { nothingSoFar } from "./settle.ts";
import { countWrites, writesOfDay } from "./writes-of-day.ts";

export type Extracted = Readonly<{
  message: Message;
  scene: Scene;
  extraction: Extract<Extraction, { type: "ok" }>;
}>;

/** Throws when anything of it could not be kept; then nothing was, and each can be read alone. */
export async function mineTogether(
  extracted: readonly Extracted[],
  deps: ListenDeps,
): Promise<readonly Receipt[]> {
  const soFar = nothingSoFar();
  const sets: ChangeSet[] = [];
  const receipts: Receipt[] = [];
  try {
    for (const one of extracted) {
      const { proposals, act } = await actOn(one, deps);
      const judged = await judge(proposals, act, deps);
      const { outcomes, set } = await decided(judged, { act, isThorough: false, soFar }, deps);
      sets.push(set);
      receipts.push(receiptOf(outcomes, reasonsOf(one.message, one.extraction)));
      countWrites(one.message, deps.store, receipts.at(-1)?.stored.length ?? 0);
    }
    if (sets.length > 0) await deps.store.commit(...sets);
  } catch (thrown) {
    for (const [index, { stored }] of receipts.entries()) {
      const message = extracted[index]?.message;
      if (message !== undefined) countWrites(message, deps.store, -stored.length);
    }
    throw thrown;
  }
  return receipts;
}

/** What a message gives to remember, and in which act. */
export async function actOn(
  { message, scene, extraction }: Extracted,
  deps: ListenDeps,
): Promise<Readonly<{ proposals: readonly Proposal[]; act: Act }>> {
  const policy = deps.listening.mining;
  const proposals = extraction.candidates.map((candidate) =>
    proposalFrom(message, candidate, { now: deps.now(), policy }),
  );
  const act: Act = {
    tenant: message.tenant,
    actor: message.author.id,
    cause: "listen",
    sources: {
      messages: new Map([[message.id, message]]),
      names: [message, ...scene.before].map((one) => one.author.name),
    },
    ...(proposals.length === 0 ? {} : { reading: await readingOf(message, scene, deps) }),
    alongside: (written) => minedChanges(message, written, deps),
  };
  return { proposals, act };
}

async function readingOf(message: Message, { heldFor }: Scene, deps: ListenDeps): Promise<Reading> {
  const { mining } = deps.listening;
  const ofTurn = maxWrites(message, mining);
  const ofDay = mining.maxWritesOfUserDay - (await writesOfDay(message, deps.store));
  return ofDay < ofTurn
    ? { heldFor, maxWrites: Math.max(0, ofDay), limit: "daily_limit" }
    : { heldFor, maxWrites: ofTurn, limit: "turn_limit" };
}
