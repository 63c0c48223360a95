// Reads a message for facts that the model could not read when it came.

import { MemoryError } from "../errors.ts";
import type { Job } from "../model/job.ts";
import { hostViewer } from "../model/viewer.ts";
import { type ListenDeps, mine } from "../write/listen.ts";

export async function mineAgain(
  job: Job,
  deps: ListenDeps,
): Promise<Readonly<Record<string, unknown>>> {
  const id = String(job.payload["id"]);
  const outcome = await deps.store.messages.minedOutcome(job.tenant, id);
  const [message] = await deps.store.messages.get(hostViewer(job.tenant), [id]);
  if (message === undefined || outcome !== "pending") return { mined: 0 };
  const receipt = await mine(message, deps);
  if (receipt.status === "failed" && receipt.reason?.startsWith("retryable") === true)
    throw new MemoryError("provider_unavailable", receipt.reason);
  return { mined: 1, stored: receipt.stored.length };
}
