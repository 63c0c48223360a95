// What the write path needs, from the configuration.

import type { Config } from "../config.ts";
import { MemoryError } from "../errors.ts";
import { DEFAULT_GUARD_POLICY, type GuardPolicy } from "../write/guard.ts";
import type { ListenDeps, ListenPolicy } from "../write/listen.ts";
import { DEFAULT_WRITE_POLICY } from "../write/policy.ts";
import type { EngineParts } from "./engine.ts";

const MINING = {
  maxCharacters: 320,
  maxFacts: 4,
  longTurnCharacters: 240,
  maxWritesOfLongTurn: 3,
  maxWritesOfUserDay: 200,
  noteTtlDays: 30,
};

export function listenDeps({ config, store, models, now, ids }: EngineParts): ListenDeps {
  const names = config.categories.map((category) => category.name);
  return {
    store,
    embedder: models.embedder,
    extractor: models.extractor,
    now,
    ids,
    policy: {
      ...DEFAULT_WRITE_POLICY,
      guard: guardPolicy(config),
      vaultCapacity: config.vaultCapacity,
    },
    gate: { isEcho: () => false, categories: names.length === 0 ? "all" : new Set(names) },
    listening: listenPolicy(config),
  };
}

function listenPolicy({ capture, conversation }: Config): ListenPolicy {
  return {
    capture: { ...capture, onlyTenant: capture.onlyTenant },
    buffer: conversation,
    mining: MINING,
  };
}

function guardPolicy({ guard }: Config): GuardPolicy {
  const unknown = Object.keys(guard).find((name) => !(name in DEFAULT_GUARD_POLICY));
  if (unknown !== undefined)
    throw new MemoryError(
      "invalid_input",
      `There is no guard class "${unknown}". Known: ${Object.keys(DEFAULT_GUARD_POLICY).join(", ")}.`,
    );
  return { ...DEFAULT_GUARD_POLICY, ...guard };
}
