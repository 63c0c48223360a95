// The log of a thread: each change set is one revision of every thread it touches. The number is taken last, since a
// thread's other writers wait from then on until this one is committed, and in one order by every writer.

import { MemoryError } from "../../errors.ts";
import type { ChangeSet } from "../../model/change-set.ts";
import { number } from "../columns.ts";
import { first, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { ms } from "../memory-row.ts";
import { insertRows } from "./insertion.ts";
import type { DeltaRow } from "./writing.ts";

/** What a change set did to threads. */
export type ThreadLog = Readonly<{ set: ChangeSet; deltas: readonly DeltaRow[] }>;

export function* writeThreadLogs(logs: readonly ThreadLog[], dialect: Dialect): Step<void> {
  const all = logs.flatMap(({ set, deltas }) =>
    [...byThread(deltas)].map(
      ([thread, ofThread]): OfThread => ({ set, thread, deltas: ofThread }),
    ),
  );
  for (const { set, thread, deltas } of all.sort(byName)) {
    const revision = yield* raiseRevision(set.tenant, thread);
    const own = deltas.map(({ id, event }) => [id, event]);
    yield* insertRows("changeLog", {
      shared: [set.tenant, thread, revision, ms(set.at)],
      ...{ own, dialect },
    });
  }
}

type OfThread = ThreadLog & Readonly<{ thread: string }>;

function byThread(deltas: readonly DeltaRow[]): Map<string, DeltaRow[]> {
  const threads = new Map<string, DeltaRow[]>();
  for (const delta of deltas) {
    const known = threads.get(delta.thread);
    if (known === undefined) threads.set(delta.thread, [delta]);
    else known.push(delta);
  }
  return threads;
}

/** Of one thread the earlier set first, as they come. */
function byName(one: OfThread, other: OfThread): number {
  const [name, otherName] = [nameOf(one), nameOf(other)];
  if (name === otherName) return 0;
  return name < otherName ? -1 : 1;
}

function nameOf({ set, thread }: OfThread): string {
  return JSON.stringify([set.tenant, thread]);
}

function* raiseRevision(tenant: string, thread: string): Step<number> {
  const row = yield* first(
    `INSERT INTO thread_revisions (tenant, thread, revision) VALUES (?, ?, 1)
     ON CONFLICT (tenant, thread) DO UPDATE SET revision = thread_revisions.revision + 1
     RETURNING revision`,
    [tenant, thread],
  );
  if (row === undefined) throw new MemoryError("internal", "A thread did not take its number.");
  return number(row, "revision");
}
