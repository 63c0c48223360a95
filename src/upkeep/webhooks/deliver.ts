// Sends one event to one webhook. The job's id is the id of the message, so a receiver that was told twice can tell.

import { MemoryError } from "../../errors.ts";
import type { Job } from "../../model/job.ts";
import type { WebhookEventType } from "../../model/webhook.ts";
import type { Clock } from "../../ports/clock.ts";
import { send } from "./send.ts";

export const DELIVER = "deliver";

export type Webhook = Readonly<{
  name: string;
  url: string;
  secret: string;
  /** All, when none is named. */
  events: readonly WebhookEventType[];
  tenants: readonly string[];
  allowPrivate: boolean;
}>;

type Delivering = Readonly<{ webhooks: readonly Webhook[]; now: Clock; stop: AbortSignal }>;

export async function deliver(
  job: Job,
  { webhooks, now, stop }: Delivering,
): Promise<Readonly<Record<string, number>>> {
  const webhook = webhooks.find(({ name }) => name === job.payload["webhook"]);
  // It was taken out of the settings since.
  if (webhook === undefined) return { sent: 0 };
  const { type, at, data } = job.payload;
  const body = JSON.stringify({
    type,
    timestamp: at,
    data: { tenant: job.tenant, ...Object(data) },
  });
  const status = await send({ webhook, id: job.id, body, at: now() }, stop);
  return { sent: 1, status };
}

export type Tested = Readonly<{ isDelivered: boolean; detail: string }>;

/** Sends an event that is about nothing, and says what came back. */
export async function sendTest(
  webhook: Webhook,
  { id, tenant, at }: Readonly<{ id: string; tenant: string; at: Date }>,
): Promise<Tested> {
  const timestamp = at.toISOString();
  const body = JSON.stringify({ type: "webhook.test", timestamp, data: { tenant } });
  try {
    const status = await send({ webhook, id, body, at }, new AbortController().signal);
    return { isDelivered: true, detail: `answered ${status}` };
  } catch (thrown) {
    if (thrown instanceof MemoryError) return { isDelivered: false, detail: thrown.message };
    throw thrown;
  }
}
