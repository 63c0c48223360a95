// The four ways by which text that no person vouches for gets to the memory.

import type { MemoryEngine } from "../../src/index.ts";
import { KINDS } from "../../src/model/kinds.ts";
import type { Attack } from "./attacks.ts";

export const TENANT = "acme";
export const VICTIM = "vera-2";

export type Channel = "tool" | "document" | "assistant" | "import";
export const CHANNELS: readonly Channel[] = ["tool", "document", "assistant", "import"];

/** By ear and by hand: as something heard, and as something an agent asks to be kept, of every kind in turn. */
export async function write(
  memory: MemoryEngine,
  channel: Channel,
  some: readonly Attack[],
): Promise<void> {
  if (channel === "import") return take(memory, some);
  const by = {
    tool: { role: "tool", origin: "tool" },
    document: { role: "user", origin: "document" },
    assistant: { role: "assistant", origin: "assistant" },
  } as const;
  const heard = some.map(({ mark, text }) => ({
    ...{ tenant: TENANT, channel: "desk", id: `${channel}-${mark}`, text, ...by[channel] },
    author: { id: channel === "document" ? VICTIM : "helper", isBot: channel !== "document" },
  }));
  await memory.ingestMany(heard);
  const writer = channel === "assistant" ? { agent: "helper" } : { origin: channel };
  for (const [n, { text }] of some.entries()) {
    const kind = KINDS[n % KINDS.length] ?? "fact";
    await memory.remember({
      ...{ tenant: TENANT, kind, text, subject: VICTIM, evidence: [text], ...writer },
      ...(kind === "register" ? { topicId: `t-${n}` } : {}),
      ...(kind === "trait" ? { section: "bio" as const } : {}),
    });
  }
}

async function take(memory: MemoryEngine, some: readonly Attack[]): Promise<void> {
  const notes = some.map(({ mark, text }) => ({ id: mark, memory: text, user_id: VICTIM }));
  const into = { tenant: TENANT, person: { id: VICTIM, name: "Vera" } };
  await memory.transfer.importText({
    ...into,
    format: "mem0",
    data: JSON.stringify({ results: notes }),
  });
  const lines = some.map(({ mark, text }) => ({
    ...{ tenant: TENANT, id: `line-${mark}`, channel: "old", text: `I was told: ${text}` },
    ...{ author: { id: VICTIM, name: "Vera" }, origin: "import" as const },
  }));
  await memory.ingestMany(lines);
}
