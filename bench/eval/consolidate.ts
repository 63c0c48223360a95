// How far the consolidation job brings down duplicates: a store seeded with facts in two wordings and with facts that
// only look alike, the job run day by day with the built-in judge until it finds nothing more.

import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import type { Change } from "../../src/model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../../src/model/embedding-text.ts";
import { POLICIES } from "../../src/model/kinds.ts";
import type { Memory } from "../../src/model/memory.ts";
import { STATES } from "../../src/model/state.ts";
import { textKey } from "../../src/model/text.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import type { Store } from "../../src/ports/store.ts";
import { noFiles } from "../../src/store/files/open-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { builtinJudge } from "../../src/upkeep/judge.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import type { UpkeepDeps } from "../../src/upkeep/upkeep-job.ts";
import { DEFAULT_UPKEEP_POLICY } from "../../src/upkeep/upkeep-job.ts";
import { DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";
import type { Evaluation } from "./evaluation.ts";
import { lookAlikePairs, type Pair, paraphrasePairs } from "./paraphrase/generate.ts";
import { HELD_OUT_TEMPLATES } from "./paraphrase/held-out-templates.ts";
import { LOOKED_AT_TEMPLATES } from "./paraphrase/looked-at.ts";
import type { Template } from "./paraphrase/template.ts";

const SEED = 20_260_501;
const PAIRS = 500;
const TENANT = "eval";
/** About the lines that a person who talks every day has after a month. */
const PAIRS_OF_USER = 10;
const MAX_DAYS = 10;
const START = Date.parse("2026-05-01T00:00:00.000Z");
const DAY_MS = 86_400_000;

type Share = Readonly<{ merged: number; n: number; percent: number }>;
type Figures = Readonly<{
  sameFact: Share;
  lookAlikes: Share;
  /** Lines of two different pairs that became one. */
  acrossPairs: number;
  activeBefore: number;
  activeAfter: number;
  pairsLookedAt: number;
  days: number;
  seconds: number;
}>;

export const evaluate: Evaluation = async () => {
  const figures = {
    all: await consolidated([...LOOKED_AT_TEMPLATES, ...HELD_OUT_TEMPLATES]),
    heldOut: await consolidated(HELD_OUT_TEMPLATES),
  };
  return { figures, text: Object.entries(figures).map(told).join("\n\n") };
};

function told([name, figures]: readonly [string, Figures]): string {
  const { sameFact, lookAlikes } = figures;
  const share = ({ merged, n, percent }: Share) => `${merged} of ${n} (${percent} %)`;
  return [
    `consolidation, ${name} templates, built-in judge`,
    `  one fact in two wordings, merged   ${share(sameFact)}`,
    `  look-alikes, merged                ${share(lookAlikes)}`,
    `  merged across pairs                ${figures.acrossPairs}`,
    `  active facts                       ${figures.activeBefore} → ${figures.activeAfter}`,
    `  ${figures.pairsLookedAt} pairs looked at in ${figures.days} runs, ${figures.seconds} s`,
  ].join("\n");
}

async function consolidated(templates: readonly Template[]): Promise<Figures> {
  let time = START;
  const now = () => new Date(time);
  const store = await openSqliteStore({
    path: ":memory:",
    durability: "normal",
    keepsFiles: false,
    now,
  });
  const deps = depsOn(store, now);
  const pairs = [
    ...paraphrasePairs(templates, PAIRS, SEED),
    ...lookAlikePairs(templates, PAIRS, SEED + 1),
  ];
  const seeded = await seed(pairs, deps);
  const activeBefore = await countActive(store, now());
  const started = performance.now();
  let pairsLookedAt = 0;
  let days = 0;
  for (let looked = 1; looked > 0 && days < MAX_DAYS; days += 1) {
    looked = await runOnce(days, deps);
    pairsLookedAt += looked;
    time += DAY_MS;
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const judged = await outcomes(seeded, store, now());
  const activeAfter = await countActive(store, now());
  await store.close();
  return { ...judged, activeBefore, activeAfter, pairsLookedAt, days, seconds };
}

function depsOn(store: Store, now: () => Date): UpkeepDeps {
  let made = 0;
  return {
    store,
    now,
    ids: () => {
      made += 1;
      return `id-${String(made).padStart(8, "0")}`;
    },
    embedder: builtinEmbedder(),
    narrator: builtinNarrator(),
    policy: DEFAULT_WRITE_POLICY,
    gate: { isEcho: () => false, categories: "all", scopes: "all", kinds: POLICIES },
    screen: (text) => guard(text, DEFAULT_GUARD_POLICY),
    judge: builtinJudge(DEFAULT_WRITE_POLICY.bands),
    files: noFiles(),
    upkeep: DEFAULT_UPKEEP_POLICY,
    restorableDays: DEFAULT_WRITE_POLICY.restorableDays,
    onProgress: () => undefined,
  };
}

async function runOnce(day: number, deps: UpkeepDeps): Promise<number> {
  const at = deps.now().toISOString();
  const counts = await upkeepHandlers(deps)["consolidate"]?.({
    id: `consolidate-${day}`,
    tenant: TENANT,
    name: "consolidate",
    key: String(day),
    payload: {},
    runAt: at,
    createdAt: at,
    state: "running",
    attempts: 1,
    fence: 1,
  });
  return Number(counts?.["pairsLookedAt"] ?? 0);
}

type Seeded = Readonly<{ pair: Pair; older: string; newer: string }>;

/** The store keeps one line of the same words, so pairs share it. */
async function seed(pairs: readonly Pair[], deps: UpkeepDeps): Promise<readonly Seeded[]> {
  const known = new Map<string, string>();
  const seeded: Seeded[] = [];
  for (const [index, pair] of pairs.entries()) {
    const user = `user-${index % Math.ceil(pairs.length / PAIRS_OF_USER)}`;
    const older = await keep(pair.older, { user, known }, deps);
    const newer = await keep(pair.newer, { user, known }, deps);
    seeded.push({ pair, older, newer });
  }
  return seeded;
}

type Keeping = Readonly<{ user: string; known: Map<string, string> }>;

async function keep(text: string, { user, known }: Keeping, deps: UpkeepDeps): Promise<string> {
  const key = `${user}\n${textKey(text)}`;
  const id = known.get(key) ?? deps.ids();
  if (known.has(key)) return id;
  known.set(key, id);
  const memory = factOf({ id, user, text, at: deps.now().toISOString() });
  const [vector = new Float32Array()] = await deps.embedder.embed(
    [memoryEmbeddingText(memory)],
    "document",
    { tenant: TENANT },
  );
  const changes: Change[] = [
    { type: "create", memory, reason: "seeded" },
    { type: "embed", item: "memory", id, model: modelKey(deps.embedder.model), vector },
  ];
  const { createdAt: at } = memory;
  await deps.store.commit({ tenant: TENANT, at, actor: "eval", cause: "seed", changes });
  return id;
}

type New = Readonly<{ id: string; user: string; text: string; at: string }>;

function factOf({ id, user, text, at }: New): Memory {
  return {
    id,
    tenant: TENANT,
    scope: "shared",
    user,
    subject: user,
    kind: "fact",
    category: "other",
    text,
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
  };
}

async function outcomes(seeded: readonly Seeded[], store: Store, now: Date) {
  const memories = await listAll(store, now);
  const last = lastOf(new Map(memories.map((memory) => [memory.id, memory])));
  const isOne = ({ older, newer }: Seeded) => last(older) === last(newer);
  const same = seeded.filter(({ pair }) => pair.change === "same");
  const lookAlikes = seeded.filter(({ pair }) => pair.change !== "same");
  const ended = memories.filter(({ state }) => state === "superseded").length;
  const apart = seeded.filter(({ older, newer }) => older !== newer);
  const within = new Set(apart.filter(isOne).map(({ older, newer }) => `${older} ${newer}`)).size;
  return {
    sameFact: share(same.filter(isOne).length, same.length),
    lookAlikes: share(lookAlikes.filter(isOne).length, lookAlikes.length),
    acrossPairs: Math.max(0, ended - within),
  };
}

function lastOf(byId: ReadonlyMap<string, Memory>): (id: string) => string {
  return (id) => {
    let current = id;
    for (let next = byId.get(id); next?.supersededBy !== undefined; next = byId.get(current))
      current = next.supersededBy;
    return current;
  };
}

function share(merged: number, n: number): Share {
  return { merged, n, percent: n === 0 ? 0 : Math.round((10_000 * merged) / n) / 100 };
}

async function listAll(store: Store, now: Date): Promise<readonly Memory[]> {
  return store.memories.list(hostViewer(TENANT), {
    filter: { kinds: ["fact"] },
    look: { now: now.toISOString(), states: STATES },
    page: { limit: 10 * PAIRS },
  });
}

async function countActive(store: Store, now: Date): Promise<number> {
  return (await listAll(store, now)).filter(({ state }) => state === "active").length;
}
