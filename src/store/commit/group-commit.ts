// Group commit: callers that arrive during a commit join the next one. On a server a transaction costs about as much as
// writing a memory does.

import { type ErrorCode, MemoryError } from "../../errors.ts";
import type { ChangeSet } from "../../model/change-set.ts";
import type { Store } from "../../ports/store.ts";

type Commit = Store["commit"];
type Caller = Readonly<{
  sets: readonly ChangeSet[];
  done: () => void;
  failed: (why: unknown) => void;
}>;
/** Callers of one name: those who wait, and what of others is on its way. */
type Line = {
  readonly waiting: Caller[];
  transactions: number;
  callers: number;
  /** Whether the end of this turn of the event loop is waited for. */
  isGathering: boolean;
};

/** So few callers do not keep a server busy, and nobody waits for another. */
const FEW_CALLERS = 4;
/** Of more: with one the node would rest while the server works, with three fewer callers would share each. */
const TRANSACTIONS = 2;
/** So many are worth a transaction, though no other is on its way then. */
const ENOUGH_CALLERS = 8;
const MOST_CALLERS = 32;
/** A caller with more has a transaction worth having, and others would wait for it. */
const FEW_CHANGES = 16;

/** What the database refused it has undone. Of a connection that broke nobody knows, and nothing is written again. */
const UNDONE: ReadonlySet<ErrorCode> = new Set(["conflict", "invalid_input", "too_large"]);

/** Only callers of one name share a transaction. */
export function groupCommit(commit: Commit, nameOfCaller: () => string): Commit {
  const lines = new Map<string, Line>();
  const serve = (name: string, line: Line) => {
    line.isGathering = false;
    while (line.waiting.length > 0 && isNext(line)) void depart(name, line);
    if (line.transactions === 0) lines.delete(name);
  };
  // Callers who were answered together come back together, one after the other: the first of them must not go alone.
  const gather = (name: string, line: Line) => {
    if (!line.isGathering) setImmediate(serve, name, line);
    line.isGathering = true;
  };
  const depart = async (name: string, line: Line) => {
    const callers = line.waiting.splice(0, shareOf(line));
    line.transactions += 1;
    line.callers += callers.length;
    await commitAll(callers, commit);
    line.transactions -= 1;
    line.callers -= callers.length;
    gather(name, line);
  };
  return (...sets) => {
    if (!sets.every(onlyAdds)) return commit(...sets);
    const name = nameOfCaller();
    const line = lines.get(name) ?? newLine();
    lines.set(name, line);
    return new Promise((done, failed) => {
      line.waiting.push({ sets, done, failed });
      gather(name, line);
    });
  };
}

function newLine(): Line {
  return { waiting: [], transactions: 0, callers: 0, isGathering: false };
}

function isNext({ transactions, callers }: Line): boolean {
  return transactions < TRANSACTIONS || callers < FEW_CALLERS;
}

/** Half of all, so that the server has the one half while the node prepares the other. */
function shareOf({ waiting, callers }: Line): number {
  const half = Math.ceil((waiting.length + callers) / TRANSACTIONS);
  return Math.min(Math.max(half, ENOUGH_CALLERS), MOST_CALLERS);
}

/** No row is locked that was there before, as that of a thread: whoever holds it would keep all of them waiting. */
function onlyAdds({ changes, isDeliberate }: ChangeSet): boolean {
  if (isDeliberate === true || changes.length > FEW_CHANGES) return false;
  const created = new Set(changes.map((change) => change.type === "create" && change.memory.id));
  return changes.every((change) => {
    if (change.type === "embed") return created.has(change.id);
    if (change.type === "create") return change.memory.thread === undefined;
    return change.type === "tie";
  });
}

/** All or none; when none, each by itself, so that one caller's mistake is not another's failure. */
async function commitAll(callers: readonly Caller[], commit: Commit): Promise<void> {
  try {
    await commit(...callers.flatMap(({ sets }) => sets));
    for (const { done } of callers) done();
  } catch (thrown) {
    if (callers.length > 1 && isUndone(thrown)) await commitEach(callers, commit);
    else for (const { failed } of callers) failed(thrown);
  }
}

function isUndone(thrown: unknown): boolean {
  return thrown instanceof MemoryError && UNDONE.has(thrown.code);
}

async function commitEach(callers: readonly Caller[], commit: Commit): Promise<void> {
  for (const { sets, done, failed } of callers) await commit(...sets).then(done, failed);
}
