// Changing and deleting memories for mem0's clients.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { ownValue } from "../../model/own-value.ts";
import { parseInput } from "../../operations/inputs.ts";
import {
  type Asking,
  call,
  type Fields,
  notSupported,
  present,
  refuseUnsupported,
} from "./asking.ts";
import { all, entitiesOf, existing, filterOf, shownMemory } from "./finding.ts";

const MAX_BATCH = 1_000;

export async function update(asking: Asking): Promise<unknown> {
  const { body, parameters } = asking;
  refuseUnsupported(body, ["timestamp"]);
  await existing(asking);
  const set = present({
    text: body["text"],
    expiresAt: body["expiration_date"] ?? undefined,
    metadata: body["metadata"] ?? undefined,
  });
  return shownMemory(await call(asking, "edit", { id: parameters["id"], set }));
}

export async function remove(asking: Asking): Promise<unknown> {
  const { id } = await existing(asking);
  await call(asking, "forget", { id });
  return { message: "Memory deleted successfully!" };
}

export async function removeAll(asking: Asking): Promise<unknown> {
  return removeMatching(asking, entitiesOf(asking.query));
}

const ENTITIES: Readonly<Record<string, string>> = {
  user: "user_id",
  agent: "agent_id",
  run: "run_id",
};

export async function removeEntity(asking: Asking): Promise<unknown> {
  const { type, name } = asking.parameters;
  const field = ownValue(ENTITIES, String(type));
  if (field === undefined) throw notSupported(`The entity type \`${String(type)}\``);
  return removeMatching(asking, filterOf({ [field]: name }));
}

async function removeMatching(asking: Asking, filter: Fields): Promise<unknown> {
  if (Object.keys(filter).length === 0)
    throw new MemoryError("invalid_input", "That would be every memory there is.");
  for (const { id } of await all(asking, filter)) await call(asking, "forget", { id });
  return { message: "Memories deleted successfully!" };
}

const Batch = z.object({
  memories: z
    .array(z.object({ memory_id: z.string().min(1), text: z.string().min(1).optional() }))
    .min(1)
    .max(MAX_BATCH),
});

export async function updateMany(asking: Asking): Promise<unknown> {
  const { memories } = parseInput(Batch, asking.body);
  for (const { memory_id, text } of memories) {
    const one = { ...asking, parameters: { id: memory_id }, body: { text } };
    await update(one);
  }
  return { message: `Successfully updated ${memories.length} memories` };
}

export async function removeMany(asking: Asking): Promise<unknown> {
  const { memories } = parseInput(Batch, asking.body);
  for (const { memory_id } of memories) await remove({ ...asking, parameters: { id: memory_id } });
  return { message: `Successfully deleted ${memories.length} memories` };
}
