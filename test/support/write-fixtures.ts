// The write path on a real store in memory, with a clock and ids that a test can foresee.

import type { Candidate, Proposal } from "../../src/model/candidate.ts";
import { POLICIES } from "../../src/model/kinds.ts";
import type { Memory, Timestamp } from "../../src/model/memory.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { provenanceOf } from "../../src/model/origin.ts";
import type { Outcome } from "../../src/model/receipt.ts";
import { STATES } from "../../src/model/state.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { ExtractInput, Extraction, Extractor } from "../../src/ports/extractor.ts";
import type { Store } from "../../src/ports/store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import type { IngestDeps } from "../../src/write/act.ts";
import { DEFAULT_LISTEN_POLICY, DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";
import { createEchoes, type Echoes } from "../../src/write/echoes.ts";
import { ingest } from "../../src/write/ingest.ts";
import { type Act, remember } from "../../src/write/remember.ts";

export const TENANT = "acme";
export const START = Date.parse("2026-05-01T10:00:00.000Z");
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export function at(minutes: number): Timestamp {
  return new Date(START + minutes * MINUTE_MS).toISOString();
}

export type Desk = Readonly<{
  deps: IngestDeps;
  store: Store;
  echoes: Echoes;
  /** Moves the clock on. */
  pass: (ms: number) => void;
  now: () => Timestamp;
  remember: (proposals: readonly Proposal[], act?: Partial<Act>) => Promise<readonly Outcome[]>;
  hear: (text: string, fields?: Partial<NewMessage>) => ReturnType<typeof ingest>;
  /** Every memory in any state, or in the given ones, oldest first. */
  all: (states?: readonly Memory["state"][]) => Promise<readonly Memory[]>;
}>;

export type DeskOptions = Readonly<{
  path?: string;
  extractor?: Extractor;
  deps?: Partial<IngestDeps>;
}>;

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  let time = START;
  let made = 0;
  const clock = () => new Date(time);
  const store = await openSqliteStore({
    path: options.path ?? ":memory:",
    durability: "normal",
    keepsFiles: true,
    now: clock,
  });
  const echoes = createEchoes();
  const deps: IngestDeps = {
    store,
    embedder: builtinEmbedder(),
    extractor: options.extractor ?? scripted(() => []),
    now: clock,
    ids: () => `id-${String(++made).padStart(6, "0")}`,
    policy: DEFAULT_WRITE_POLICY,
    gate: { isEcho: echoes.isEcho, categories: "all", scopes: "all", kinds: POLICIES },
    listening: DEFAULT_LISTEN_POLICY,
    ...options.deps,
  };
  let messages = 0;
  return {
    deps,
    store,
    echoes,
    pass: (ms) => {
      time += ms;
    },
    now: () => clock().toISOString(),
    remember: (proposals, act) => remember(proposals, actOf(act), deps),
    hear: (text, fields) =>
      ingest(messageOf({ id: `m${++messages}`, at: clock().toISOString(), text, ...fields }), deps),
    all: (states = STATES) => everything(deps, states),
  };
}

export function actOf(fields: Partial<Act> = {}): Act {
  return {
    tenant: TENANT,
    actor: "test",
    cause: "remember",
    sources: { messages: new Map(), names: [] },
    alongside: () => [],
    ...fields,
  };
}

async function everything(deps: IngestDeps, states: readonly Memory["state"][]) {
  const found = await deps.store.memories.list(hostViewer(TENANT), {
    filter: {},
    look: { now: deps.now().toISOString(), states },
    page: { limit: 10_000 },
  });
  return [...found].reverse();
}

export function proposal(fields: Partial<Proposal> = {}): Proposal {
  return {
    kind: "fact",
    text: "Ana drinks green tea.",
    category: "preference",
    subject: "u1",
    confidence: 0.9,
    importance: 3,
    evidence: [],
    tenant: TENANT,
    scope: "shared",
    user: "u1",
    stability: "stable",
    participants: [],
    pinned: false,
    derivedFrom: [],
    provenance: provenanceOf("user"),
    writer: {},
    ...fields,
  };
}

/** A proposal about nobody in particular, as notes and vault records are. */
export function note(fields: Partial<Proposal> = {}): Proposal {
  const { subject: _subject, user: _user, ...rest } = proposal({ kind: "log" });
  return { ...rest, ...fields };
}

export function messageOf(fields: Partial<NewMessage> = {}): NewMessage {
  return {
    tenant: TENANT,
    id: "m1",
    channel: "general",
    at: at(0),
    author: { id: "u1", name: "Ana", isBot: false },
    text: "I drink green tea",
    role: "user",
    origin: "user",
    scope: "shared",
    ...fields,
  };
}

/** An extractor that answers as the script says. */
export function scripted(
  script: (input: ExtractInput) => readonly Candidate[] | Extraction,
): Extractor {
  return {
    name: "scripted",
    inline: false,
    extract: async (input) => {
      const answer = script(input);
      return "type" in answer ? answer : { type: "ok", candidates: answer };
    },
  };
}

/** What a reader makes of one message: a fact about its author, resting on a quote of it. */
export function candidate(
  input: ExtractInput,
  text: string,
  quote = input.message.text,
): Candidate {
  const start = Math.max(0, input.message.text.indexOf(quote));
  return {
    kind: "fact",
    text,
    category: "preference",
    subject: input.message.author.id,
    confidence: 0.9,
    importance: 3,
    evidence: [
      { type: "span", messageId: input.message.id, start, end: start + quote.length, quote },
    ],
  };
}
