// Puts a delivery into the outbox for every event of a commit, in the same transaction: what is committed is told, and
// nothing else is.

import type { Change, ChangeSet } from "../../model/change-set.ts";
import type { NewJob } from "../../model/job.ts";
import { type WebhookEvent, webhookEvents } from "../../model/webhook.ts";
import type { Ids } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { DELIVER, type Webhook } from "./deliver.ts";

export function announcing(store: Store, webhooks: readonly Webhook[], ids: Ids): Store {
  if (webhooks.length === 0) return store;
  const jobs = (tenant: string, events: readonly WebhookEvent[]) =>
    events.flatMap((event) =>
      webhooks
        .filter((webhook) => wants(webhook, tenant, event))
        .map(({ name }) => deliveryOf({ tenant, name, event }, ids)),
    );
  const withDeliveries = (set: ChangeSet): ChangeSet => {
    const deliveries = jobs(set.tenant, webhookEvents(set));
    const enqueued: Change[] = deliveries.map((job) => ({ type: "enqueue", job }));
    return enqueued.length === 0 ? set : { ...set, changes: [...set.changes, ...enqueued] };
  };
  return {
    ...store,
    commit: (...sets) => store.commit(...sets.map(withDeliveries)),
    upkeep: {
      ...store.upkeep,
      // Whatever waits and names what is erased goes with it, so this is told afterwards, by id alone.
      erase: async (tenant, target, at) => {
        const erased = await store.upkeep.erase(tenant, target, at);
        const events = target.memories.map((id) => deleted(id, at));
        await store.jobs.enqueue(jobs(tenant, events));
        return erased;
      },
    },
  };
}

function wants({ events, tenants }: Webhook, tenant: string, { type }: WebhookEvent): boolean {
  return (
    (events.length === 0 || events.includes(type)) &&
    (tenants.length === 0 || tenants.includes(tenant))
  );
}

function deleted(id: string, at: string): WebhookEvent {
  return { type: "memory.deleted", at, data: { id, cause: "erase" } };
}

type Delivery = Readonly<{ tenant: string; name: string; event: WebhookEvent }>;

function deliveryOf({ tenant, name, event }: Delivery, ids: Ids): NewJob {
  const id = ids();
  const payload = { webhook: name, ...event };
  return { id, tenant, name: DELIVER, key: id, payload, runAt: event.at };
}
