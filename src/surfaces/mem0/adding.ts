// `add`: listens to messages as they come from mem0's clients, or keeps them word for word with `infer: false`.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { MetadataShape } from "../../model/metadata.ts";
import type { Receipt } from "../../model/receipt.ts";
import { parseInput } from "../../operations/inputs.ts";
import { bindToCredential } from "../../operations/permission.ts";
import { type Asking, call, present, refuseUnsupported } from "./asking.ts";
import { shownReceipts } from "./finding.ts";

const MAX_MESSAGES = 100;
const UNSUPPORTED = [
  "app_id",
  "custom_categories",
  "custom_instructions",
  "agent_custom_instructions",
  "expiration_date",
  "structured_data_schema",
];

const Said = z.object({ role: z.enum(["user", "assistant"]), content: z.string().min(1) });
const Name = z.string().min(1).optional();
const AddInput = z.object({
  messages: z.union([
    z
      .string()
      .min(1)
      .transform((content) => [{ role: "user" as const, content }]),
    z.array(Said).min(1).max(MAX_MESSAGES),
  ]),
  user_id: Name,
  agent_id: Name,
  run_id: Name,
  infer: z.boolean().default(true),
  timestamp: z.number().optional(),
  metadata: MetadataShape.nullish(),
});
type AddInput = z.output<typeof AddInput>;
type Said = z.output<typeof Said>;

export async function add(asking: Asking): Promise<unknown> {
  refuseUnsupported(asking.body, UNSUPPORTED);
  const given = parseInput(AddInput, asking.body);
  if ((given.user_id ?? given.agent_id ?? given.run_id) === undefined)
    throw new MemoryError("invalid_input", "Name a `user_id`, an `agent_id` or a `run_id`.");
  const receipts: Receipt[] = [];
  for (const said of given.messages)
    receipts.push(await (given.infer ? heard(said, given, asking) : kept(said, given, asking)));
  return shownReceipts(receipts);
}

async function heard(said: Said, given: AddInput, asking: Asking): Promise<Receipt> {
  const { engine, credential } = asking;
  const isBot = said.role === "assistant";
  const at = given.timestamp === undefined ? undefined : new Date(given.timestamp * 1000);
  const message = present({
    channel: given.run_id ?? given.agent_id ?? given.user_id,
    author: { id: (isBot ? given.agent_id : given.user_id) ?? said.role, isBot },
    text: said.content,
    role: said.role,
    at: at?.toISOString(),
    metadata: given.metadata ?? undefined,
  });
  const called = { access: "write", fields: new Set<string>() } as const;
  const receipt = await engine.ingest(bindToCredential(message, credential, called) as never);
  if (receipt.status !== "dropped") return receipt;
  throw new MemoryError("queue_full", "Too many messages are waiting; send it again later.");
}

async function kept(said: Said, given: AddInput, asking: Asking): Promise<Receipt> {
  return call(asking, "remember", {
    kind: "log",
    stability: "stable",
    text: said.content,
    user: given.user_id,
    agent: given.agent_id,
    run: given.run_id,
    channel: given.run_id,
    metadata: given.metadata ?? undefined,
    origin: said.role === "assistant" ? "assistant" : undefined,
  });
}
