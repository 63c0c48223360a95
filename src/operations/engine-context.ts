// What operations work with: the store, the needs of each part, who is looking, and what that viewer may read.

import type { z } from "zod";
import type { Config } from "../config.ts";
import type { ActorContext, CurateDeps } from "../curate/actor-context.ts";
import type { Remember } from "../curate/edit.ts";
import type { JournalLine } from "../curate/erase/erase-lines.ts";
import { MemoryError } from "../errors.ts";
import { ownValue } from "../model/own-value.ts";
import type { State } from "../model/state.ts";
import { RESERVED_SCOPES, type Viewer } from "../model/viewer.ts";
import type { Answerer } from "../ports/answerer.ts";
import type { Files } from "../ports/files.ts";
import type { Store } from "../ports/store.ts";
import type { ContextDeps } from "../read/context-request.ts";
import type { Transfer } from "../transfer/transfer.ts";
import type { Background } from "../upkeep/background.ts";
import type { UpkeepDeps } from "../upkeep/upkeep-job.ts";
import type { IngestDeps } from "../write/act.ts";
import type { IngestQueue } from "../write/ingest-queue.ts";
import type { Uses } from "./count-uses.ts";
import type { Doer, Looking } from "./inputs.ts";

export type EngineContext = Readonly<{
  config: Config;
  store: Store;
  /** The database can only be read: every change is refused, and nothing goes on by itself. */
  isReadOnly: boolean;
  writing: IngestDeps & UpkeepDeps;
  reading: ContextDeps;
  uses: Uses;
  /** Undefined where no language model is configured. */
  answerer: Answerer | undefined;
  /** Messages that wait to be taken in. */
  queue: IngestQueue;
  /** Told which lines went out, so that they are not taken in again as if someone had said them. */
  handOut: (tenant: string, lines: readonly string[]) => void;
  curating: CurateDeps & Readonly<{ files: Files; journalLine: JournalLine; remember: Remember }>;
  transfer: Transfer;
  background: Background;
}>;

export function looking(given: z.output<typeof Looking>, context: EngineContext): Viewer {
  const { allowlists, capture, sensitive } = context.config;
  return viewerOf(given, { allowlists, capture, sensitive });
}

export function doing(given: z.output<typeof Doer>, context: EngineContext): ActorContext {
  return {
    viewer: looking(given, context),
    actor: given.actor ?? given.agent ?? given.user ?? "host",
  };
}

export function refuseAgent({ agent }: Readonly<{ agent?: string | undefined }>): void {
  if (agent !== undefined)
    throw new MemoryError("forbidden", "This is for people; agents search, or ask for a context.");
}

/** What was forgotten can still be brought back by a person for a while; to an agent it is gone. */
export function refuseForgotten(
  { agent }: Readonly<{ agent?: string | undefined }>,
  states: readonly State[] | undefined,
): void {
  const isForgotten = states?.some((state) => state === "soft_deleted" || state === "purged");
  if (agent !== undefined && isForgotten === true)
    throw new MemoryError("forbidden", "What was forgotten is shown to people, not to agents.");
}

/** A decision, or a person's own word: an agent may not give it, whoever called it in. */
export function person(given: z.output<typeof Doer>, context: EngineContext): ActorContext {
  if (given.agent !== undefined)
    throw new MemoryError("forbidden", "An agent cannot decide this; a person has to.");
  return doing(given, context);
}

type Who = Readonly<{ tenant: string; agent?: string | undefined; user?: string | undefined }>;

type Rules = Readonly<{
  allowlists: Readonly<Record<string, readonly string[]>>;
  capture: Readonly<{ blockedUsers: readonly string[]; blockedChannels: readonly string[] }>;
  sensitive: Readonly<{ agents: readonly string[]; users: readonly string[]; host: boolean }>;
}>;

/** What is blocked is kept from whoever looks. */
export function viewerOf(looking: Who, { allowlists, capture, sensitive }: Rules): Viewer {
  const { blockedUsers: users, blockedChannels: channels } = capture;
  const permitted = permittedViewer(looking, allowlists);
  const viewer = readsSensitive(looking, sensitive)
    ? { ...permitted, readsSensitive: true }
    : permitted;
  return users.length + channels.length === 0
    ? viewer
    : { ...viewer, blocked: { users, channels } };
}

/** An agent that serves a user is asked as the agent: the user's own rights are not lent to it. */
function readsSensitive({ agent, user }: Who, sensitive: Rules["sensitive"]): boolean {
  if (agent !== undefined) return sensitive.agents.includes(agent);
  return user === undefined ? sensitive.host : sensitive.users.includes(user);
}

/** With allowlists configured, an agent that is on none of them reads nothing. */
function permittedViewer({ tenant, agent, user }: Who, allowlists: Rules["allowlists"]): Viewer {
  if (RESERVED_SCOPES.some((scope) => scope === agent))
    throw new MemoryError("invalid_input", `An agent cannot be called "${agent}".`);
  if (agent !== undefined) {
    const isRestricted = Object.keys(allowlists).length > 0;
    return {
      tenant,
      as: { type: "agent", agent, ...(user === undefined ? {} : { user }) },
      categories: isRestricted ? (ownValue(allowlists, agent) ?? []) : "all",
    };
  }
  return {
    tenant,
    as: user === undefined ? { type: "host" } : { type: "user", user },
    categories: "all",
  };
}

export function nowOf({ writing }: EngineContext): string {
  return writing.now().toISOString();
}
