// The lines of memory that the engine handed out lately, by tenant. Bounded: the oldest are forgotten first.

import { textKey } from "../model/text.ts";

export interface Echoes {
  /** For memories, not for messages: those are what people said themselves. */
  handOut(tenant: string, lines: readonly string[]): void;
  isEcho(tenant: string, line: string): boolean;
}

export type EchoLimits = Readonly<{ tenants: number; linesOfTenant: number }>;

export const DEFAULT_ECHO_LIMITS: EchoLimits = { tenants: 1_000, linesOfTenant: 2_000 };

/** Shorter lines are anybody's: a person may well say "she likes tea" of their own accord. */
const LEAST_CHARACTERS = 12;

export function createEchoes(limits: EchoLimits = DEFAULT_ECHO_LIMITS): Echoes {
  const byTenant = new Map<string, Map<string, true>>();
  return {
    handOut: (tenant, lines) => {
      const known = byTenant.get(tenant) ?? new Map<string, true>();
      byTenant.delete(tenant);
      byTenant.set(tenant, known);
      for (const key of lines.flatMap(keysOf)) {
        known.delete(key);
        known.set(key, true);
      }
      keepNewest(known, limits.linesOfTenant);
      keepNewest(byTenant, limits.tenants);
    },
    isEcho: (tenant, line) => {
      const known = byTenant.get(tenant);
      if (known === undefined || line.length < LEAST_CHARACTERS) return false;
      return known.has(textKey(line));
    },
  };
}

/** The line and each sentence of it, as a reader may quote either. */
function keysOf(line: string): readonly string[] {
  return [...new Set([line, ...line.split(/(?<=[.!?…])\s+/u)].map(textKey))];
}

/** A map remembers the order in which its keys came. */
function keepNewest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
