// Writes what waits: reviews for a person, jobs for a worker; and what was done, for the action log.

import { MemoryError } from "../../errors.ts";
import type { Activity } from "../../model/audit.ts";
import type { NewJob } from "../../model/job.ts";
import type { Review } from "../../model/review.ts";
import { jsonText } from "../columns.ts";
import { run, type Step, send } from "../database.ts";
import { maybeMs, ms } from "../read/memory-row.ts";

export function* addReview(review: Review): Step<void> {
  yield* send(
    `INSERT INTO reviews (tenant, id, user_id, field, why, act, hash, state, signals, created_at, lapses_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, hash) WHERE state = 'pending' DO UPDATE SET signals = reviews.signals + 1`,
    [
      review.tenant,
      review.id,
      review.user ?? null,
      review.field ?? null,
      review.why,
      jsonText(review.act, "A review"),
      review.hash,
      review.state,
      review.signals,
      ms(review.createdAt),
      ms(review.lapsesAt),
    ],
  );
}

/** A decision stands once: a second one finds nothing pending and is refused. */
export function* decideReview(review: Review): Step<void> {
  const changed = yield* run(
    `UPDATE reviews SET state = ?, decided_at = ?, decided_by = ?
     WHERE tenant = ? AND id = ? AND state = 'pending' AND hash = ?`,
    [
      review.state,
      maybeMs(review.decidedAt),
      review.decidedBy ?? null,
      review.tenant,
      review.id,
      review.hash,
    ],
  );
  if (changed !== 1)
    throw new MemoryError(
      "conflict",
      `Review ${review.id} was decided or changed by someone else.`,
    );
}

/**
 * A job that waits already will do. It is written to all the same, so that no worker can take it and be done before
 * the change that asked for it is committed.
 */
export function* addJob(job: NewJob, at: string): Step<void> {
  yield* send(
    `INSERT INTO jobs (tenant, id, name, job_key, payload, state, attempts, fence, run_at, created_at)
     VALUES (?, ?, ?, ?, ?, 'queued', 0, 0, ?, ?)
     ON CONFLICT (tenant, name, job_key) WHERE state = 'queued' DO UPDATE SET run_at = jobs.run_at`,
    [
      ...[job.tenant, job.id, job.name, job.key],
      jsonText(job.payload, "A job's payload"),
      ms(job.runAt),
      ms(at),
    ],
  );
}

export function* addActivity(activity: Activity): Step<void> {
  yield* send(
    `INSERT INTO activities
       (tenant, at, node, op, status, memory_id, message_id, user_id, thread, category, similarity, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      activity.tenant,
      ms(activity.at),
      activity.node,
      activity.op,
      activity.status,
      ...[
        activity.memoryId,
        activity.messageId,
        activity.user,
        activity.thread,
        activity.category,
      ].map((value) => value ?? null),
      activity.similarity ?? null,
      activity.detail ?? null,
    ],
  );
}
