// What a client may offer while a user types the address of a resource: only what the connection may see.

import { allow, whoLooks } from "./principal.ts";
import type { McpSession } from "./session.ts";

const OFFERED = 20;
const LOOKED_AT = 200;

export async function recentIds(typed: string, session: McpSession): Promise<string[]> {
  const recent = await listed({}, session);
  return offered(
    typed,
    recent.map(({ id }) => id),
  );
}

export async function knownPeople(typed: string, session: McpSession): Promise<string[]> {
  const traits = await listed({ kinds: ["trait"] }, session);
  return offered(
    typed,
    traits.flatMap(({ subject }) => subject ?? []),
  );
}

async function listed(filter: { kinds?: "trait"[] }, { memory, principal }: McpSession) {
  allow(principal, "list");
  return memory.list({ ...whoLooks(principal), filter, limit: LOOKED_AT });
}

function offered(typed: string, values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value.startsWith(typed)).slice(0, OFFERED);
}
