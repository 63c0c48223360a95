// A store in memory with everything that upkeep needs, a clock that only moves when told, and ids that count.

import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import type { Change } from "../../src/model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../../src/model/embedding-text.ts";
import type { Job } from "../../src/model/job.ts";
import { POLICIES } from "../../src/model/kinds.ts";
import type { Memory } from "../../src/model/memory.ts";
import type { Author } from "../../src/model/message.ts";
import { STATES, type State } from "../../src/model/state.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import type { Store } from "../../src/ports/store.ts";
import { noFiles } from "../../src/store/files/open-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { builtinJudge } from "../../src/upkeep/judge.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import type { Progress, UpkeepDeps } from "../../src/upkeep/upkeep-job.ts";
import { DEFAULT_UPKEEP_POLICY } from "../../src/upkeep/upkeep-job.ts";
import type { IngestDeps } from "../../src/write/act.ts";
import { DEFAULT_LISTEN_POLICY, DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";

export const TENANT = "acme";
export const START = Date.parse("2026-05-01T10:00:00.000Z");
const DAY_MS = 86_400_000;

export type WorkshopDeps = UpkeepDeps & IngestDeps;

export type Workshop = Readonly<{
  store: Store;
  deps: WorkshopDeps;
  progress: Progress[];
  /** Moves the clock on. */
  pass(days: number): void;
  at(): string;
  /** Stores a fact, or what it is changed to, with its vector. */
  keep(fields: Partial<Memory> & { text: string }): Promise<Memory>;
  /** Someone says something, so that their name is known. */
  say(author: string, name: string, text: string): Promise<void>;
  run(name: string, payload?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  get(id: string): Promise<Memory | undefined>;
  list(kind: Memory["kind"], states?: readonly State[]): Promise<readonly Memory[]>;
}>;

export function counter(prefix = "id"): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `${prefix}-${String(made).padStart(8, "0")}`;
  };
}

export async function openWorkshop(given?: Store): Promise<Workshop> {
  let time = START;
  const now = () => new Date(time);
  const store =
    given ??
    (await openSqliteStore({ path: ":memory:", durability: "normal", keepsFiles: false, now }));
  const progress: Progress[] = [];
  const deps = depsOn(store, { now, ids: counter() });
  const watched = { ...deps, onProgress: (step: Progress) => progress.push(step) };
  return {
    store,
    deps: watched,
    progress,
    pass: (days) => {
      time += days * DAY_MS;
    },
    at: () => now().toISOString(),
    keep: (fields) => keep(fields, watched),
    say: (author, name, text) => say({ id: author, name, isBot: false }, text, watched),
    run: async (name, payload = {}) => {
      const handler = upkeepHandlers(watched)[name];
      if (handler === undefined) throw new Error(`no job ${name}`);
      return handler(jobOf({ name, payload, id: watched.ids(), runAt: now().toISOString() }));
    },
    get: (id) =>
      store.memories.get(hostViewer(TENANT), id, { now: now().toISOString(), states: STATES }),
    list: (kind, states = ["active"]) =>
      store.memories.list(hostViewer(TENANT), {
        filter: { kinds: [kind] },
        look: { now: now().toISOString(), states },
        page: { limit: 1_000 },
      }),
  };
}

export function depsOn(
  store: Store,
  { now, ids }: Readonly<{ now: () => Date; ids: () => string }>,
): WorkshopDeps {
  return {
    store,
    now,
    ids,
    embedder: builtinEmbedder(),
    extractor: builtinExtractor(),
    narrator: builtinNarrator(),
    policy: DEFAULT_WRITE_POLICY,
    gate: { isEcho: () => false, categories: "all", scopes: "all", kinds: POLICIES },
    listening: DEFAULT_LISTEN_POLICY,
    screen: (text) => guard(text, DEFAULT_GUARD_POLICY),
    judge: builtinJudge(DEFAULT_WRITE_POLICY.bands),
    files: noFiles(),
    upkeep: DEFAULT_UPKEEP_POLICY,
    restorableDays: 30,
    onProgress: () => undefined,
  };
}

export function jobOf(fields: Partial<Job> & { name: string }): Job {
  return {
    id: "job-1",
    tenant: TENANT,
    key: "key-1",
    payload: {},
    runAt: new Date(START).toISOString(),
    state: "running",
    attempts: 1,
    fence: 1,
    createdAt: new Date(START).toISOString(),
    ...fields,
  };
}

async function say(author: Author, text: string, deps: WorkshopDeps): Promise<void> {
  const at = deps.now().toISOString();
  const message = {
    tenant: TENANT,
    id: deps.ids(),
    channel: "general",
    at,
    author,
    text,
    role: "user",
    origin: "user",
    scope: "shared",
  } as const;
  const changes = [{ type: "keep", message, context: "", searchable: true }] as const;
  await deps.store.commit({ tenant: TENANT, at, actor: author.id, cause: "listen", changes });
}

async function keep(
  fields: Partial<Memory> & { text: string },
  deps: WorkshopDeps,
): Promise<Memory> {
  const at = deps.now().toISOString();
  const memory: Memory = {
    id: deps.ids(),
    tenant: TENANT,
    scope: "shared",
    kind: "fact",
    category: "preference",
    subject: "u1",
    user: "u1",
    tags: [],
    participants: [],
    confidence: 0.9,
    importance: 3,
    pinned: false,
    stability: "stable",
    sensitivity: "normal",
    origins: ["user"],
    trust: 3,
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: at,
    updatedAt: at,
    writer: {},
    ...fields,
  };
  const [vector] = await deps.embedder.embed([memoryEmbeddingText(memory)], "document", {
    tenant: "acme",
  });
  const changes: Change[] = [{ type: "create", memory, reason: "said so" }];
  const model = modelKey(deps.embedder.model);
  if (vector !== undefined)
    changes.push({ type: "embed", item: "memory", id: memory.id, model, vector });
  await deps.store.commit({ tenant: memory.tenant, at, actor: "tester", cause: "test", changes });
  return memory;
}
