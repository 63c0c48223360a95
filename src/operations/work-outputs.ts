// What operations on messages and jobs give back, as schemas.

import { z } from "zod";
import { ReceiptOutput } from "./outputs.ts";

const Text = z.string();
const Time = z.string().describe("ISO 8601 in UTC.");
const Count = z.int().min(0);
const Ids = z.array(Text);

export const WithdrawnOutput = z.object({ ended: Ids, weakened: Ids, restored: Ids });
export const EditedMessageOutput = z.object({ withdrawn: WithdrawnOutput, receipt: ReceiptOutput });
export const IdsOutput = Ids;

export const JobsOutput = z.array(
  z
    .object({
      id: Text,
      tenant: Text,
      name: Text,
      key: Text,
      payload: z.record(z.string(), z.unknown()),
      runAt: Time,
      state: z.enum(["queued", "running", "done", "dead"]),
      attempts: Count,
      fence: Count,
      leaseUntil: Time.exactOptional(),
      lastError: Text.exactOptional(),
      createdAt: Time,
      finishedAt: Time.exactOptional(),
    })
    .meta({ id: "Job" }),
);
export const RetriedOutput = z.object({ id: Text });
export const RunOutput = z.record(z.string(), z.record(z.string(), z.unknown()));
