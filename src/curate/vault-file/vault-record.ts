// A line of the vault file, read back: one version of a memory with who made it and why, or the end of one.

import { z } from "zod";
import { HISTORY_EVENTS } from "../../model/history.ts";
import { MemoryShape } from "../stored-shapes.ts";

const Change = z.object({
  event: z.enum(HISTORY_EVENTS),
  actor: z.string(),
  cause: z.string(),
  reason: z.string().default(""),
  at: z.iso.datetime({ precision: 3 }),
});

const Version = z
  .object({ memory: MemoryShape, change: Change })
  .transform(({ memory, change }) => ({ type: "version" as const, memory, change }));

const Purged = z
  .object({ id: z.string(), tenant: z.string(), purged: z.literal(true), change: Change })
  .transform(({ id, tenant, change }) => ({ type: "purged" as const, id, tenant, change }));

const Line = z.union([Version, Purged]);
export type VaultRecord = Readonly<z.infer<typeof Line>>;

/** Undefined for a line that cannot be read. */
export function parseVaultLine(line: string): VaultRecord | undefined {
  const parsed = Line.safeParse(parseJson(line, withoutRefused));
  return parsed.success ? parsed.data : undefined;
}

/** What a line is about, without reading all of it. */
const Head = z.object({
  id: z.string(),
  tenant: z.string(),
  version: z.number().optional(),
  tier: z.string().optional(),
  purged: z.boolean().optional(),
});
export type VaultHead = z.infer<typeof Head>;

/** Each value of it is looked at by name, so no key can do harm, and none has to be asked about. */
export function vaultHead(line: string): VaultHead | undefined {
  const parsed = Head.safeParse(parseJson(line));
  return parsed.success ? parsed.data : undefined;
}

const REFUSED = new Set(["__proto__", "constructor", "prototype"]);

function withoutRefused(key: string, value: unknown): unknown {
  return REFUSED.has(key) ? undefined : value;
}

function parseJson(line: string, reviver?: typeof withoutRefused): unknown {
  try {
    return JSON.parse(line, reviver);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** The line without somebody's name as the writer of the memory or of this version. */
export function unsigned(line: string, person: string): string {
  if (!line.includes(JSON.stringify(person))) return line;
  const parsed: unknown = JSON.parse(line, function (this: object, key, value: unknown) {
    if (key !== "actor" || value !== person) return value;
    return "event" in this ? "" : undefined;
  });
  return JSON.stringify(parsed);
}

/** Ids are unique inside a tenant only. */
export function recordKey({ tenant, id }: Readonly<{ tenant: string; id: string }>): string {
  return JSON.stringify([tenant, id]);
}
