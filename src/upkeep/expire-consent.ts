// Closes what waited for a person's word for too long (S10). What it held is not remembered.

import { isConflict } from "../curate/again.ts";
import { decision } from "../curate/review/decision.ts";
import { conclude } from "./conclude.ts";
import { isDryRun, type Planned, type UpkeepJob } from "./upkeep-job.ts";

export const expireConsent: UpkeepJob = async (job, deps) => {
  const { tenant } = job;
  const at = deps.now().toISOString();
  const waiting = await deps.store.reviews.list(tenant, {
    states: ["pending"],
    limit: deps.caps.items,
  });
  const late = waiting.filter((review) => review.lapsesAt <= at);
  if (isDryRun(job)) {
    const would = late.map(({ id, lapsesAt }): Planned => {
      return { act: "lapse", ids: [id], why: `nobody decided by ${lapsesAt}` };
    });
    return { lapsed: late.length, would };
  }
  let lapsed = 0;
  for (const review of late) {
    const changes = decision(review, { state: "lapsed", by: `job:${job.name}`, at });
    try {
      await deps.store.commit({ tenant, at, actor: `job:${job.name}`, cause: "lapse", changes });
      lapsed += 1;
    } catch (thrown) {
      // A person decided it in the meantime, so it does not lapse.
      if (!isConflict(thrown)) throw thrown;
    }
  }
  return conclude(job, { lapsed }, deps);
};
