// Webhooks as they are configured, how they fare, and a try of one.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { WEBHOOK_EVENTS } from "../../model/webhook.ts";
import { DELIVER, sendTest, type Webhook } from "../../upkeep/webhooks/deliver.ts";
import type { EngineContext } from "../engine-context.ts";
import { Id, OfTenant } from "../inputs.ts";
import { operation } from "../operation.ts";

const MOST_LOOKED_AT = 1_000;

const WebhookOutput = z
  .object({
    name: z.string(),
    host: z.string().describe("Without the path, which is often a secret."),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    waiting: z.int().min(0).describe("Events on their way, counted up to 1,000."),
    dead: z.int().min(0).describe("Events given up after too many tries."),
    lastError: z.string().exactOptional(),
  })
  .meta({ id: "Webhook" });
export type WebhookStatus = Readonly<z.output<typeof WebhookOutput>>;

export interface WebhooksInput extends z.input<typeof OfTenant> {}

export const webhooksOperation = operation({
  name: "webhooks",
  summary: "Where events of this tenant are sent, and what waits or was given up.",
  access: "operate",
  http: { method: "GET", path: "/v1/webhooks" },
  input: OfTenant,
  output: z.array(WebhookOutput),
  run: async ({ tenant }, context) => {
    const jobs = await context.store.jobs.list(tenant, {
      states: ["queued", "running", "dead"],
      limit: MOST_LOOKED_AT,
    });
    return webhooksOf(tenant, context).map(({ name, url, events }) => {
      const own = jobs.filter((job) => job.name === DELIVER && job.payload["webhook"] === name);
      const dead = own.filter(({ state }) => state === "dead").length;
      const lastError = own.findLast((job) => job.lastError !== undefined)?.lastError;
      return {
        name,
        host: new URL(url).host,
        events: [...(events.length === 0 ? WEBHOOK_EVENTS : events)],
        waiting: own.length - dead,
        dead,
        ...(lastError === undefined ? {} : { lastError }),
      };
    });
  },
});

const TestInput = OfTenant.extend({ webhook: Id.describe("The name of a webhook.") });
export interface TestWebhookInput extends z.input<typeof TestInput> {}

const TestedOutput = z
  .object({ isDelivered: z.boolean(), detail: z.string() })
  .meta({ id: "TestedWebhook" });
export type TestedWebhook = Readonly<z.output<typeof TestedOutput>>;

export const testWebhookOperation = operation({
  name: "testWebhook",
  summary: "Send the event `webhook.test` to a webhook now, and say what came back.",
  access: "operate",
  http: { method: "POST", path: "/v1/webhooks/{webhook}/test" },
  input: TestInput,
  output: TestedOutput,
  run: async ({ tenant, webhook: name }, context) => {
    const own = webhooksOf(tenant, context);
    const webhook = own.find((one) => one.name === name);
    const { ids, now } = context.writing;
    if (webhook !== undefined) return sendTest(webhook, { id: ids(), tenant, at: now() });
    const names = own.map((one) => one.name).join(", ") || "none";
    throw new MemoryError("not_found", `There is no webhook \`${name}\`. There are: ${names}.`);
  },
});

function webhooksOf(tenant: string, { config }: EngineContext): readonly Webhook[] {
  return config.webhooks.filter(({ tenants }) => tenants.length === 0 || tenants.includes(tenant));
}
