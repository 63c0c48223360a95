// One tenant never sees, counts, finds or changes anything of another, however alike their names are.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import { hostViewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import {
  activity,
  at,
  commitIn,
  embed,
  ids,
  job,
  keep,
  link,
  listed,
  MODEL,
  memory,
  NOW,
  refusal,
  review,
  revise,
} from "./samples.ts";

const ALIKE: readonly (readonly [string, string, string])[] = [
  ["a name and its beginning", "acme", "acme-corp"],
  ["a percent sign", "acme", "%"],
  ["an underscore", "acme_", "acmex"],
  ["a dot", "a.b", "a"],
  ["a colon", "a:b", "a"],
  ["two cases", "Acme", "acme"],
  ["composed and decomposed letters", "caf\u00e9", "cafe\u0301"],
  ["a ligature and its letters", "o\ufb01ce", "ofice"],
  ["sharp s", "stra\u00dfe", "strasse"],
  ["a quote", "o'brien", "obrien"],
  ["an empty name", "", " "],
  ["a backslash", "a\\b", "ab"],
];

/** One of everything that can be stored, under the same ids in every tenant. */
function everything(tenant: string): Change[] {
  return [
    keep({ tenant, text: `green tea for ${tenant}` }),
    {
      type: "buffer",
      messageId: "g1",
      channel: "general",
      buffer: "b1",
      at: at(0),
      flushAt: at(5),
    },
    ...["m1", "m2"].map(
      (id): Change => ({
        type: "create",
        memory: memory({
          tenant,
          id,
          thread: "t1",
          text: `green tea of ${tenant}`,
          tags: ["drink"],
        }),
        reason: "said so",
      }),
    ),
    link("m1", "m2"),
    embed("m1", [1, 0, 0]),
    { type: "embed", item: "message", id: "g1", model: MODEL, vector: Float32Array.of(1, 0, 0) },
    { type: "propose", review: review({ tenant }) },
    { type: "enqueue", job: job({ tenant }) },
    { type: "record", activity: activity({ tenant, memoryId: "m1" }) },
  ];
}

/** Everything a tenant can observe, in one value. */
async function observed(store: Store, tenant: string) {
  const viewer = hostViewer(tenant);
  const { memories, messages, search } = store;
  const words = { terms: ["green"], filter: {}, look: NOW, limit: 50 };
  const near = { model: MODEL, vector: Float32Array.of(1, 0, 0), filter: {}, look: NOW, limit: 50 };
  const foundWords = await search.memoryWords(viewer, words);
  const { model, vector } = near;
  const together = { ...words, meaning: { model, vector } };
  const both = await search.memoryCandidates(viewer, { ...together, linkSeeds: 5 });
  const said = await search.messageCandidates(viewer, together);
  return {
    list: await listed(store, viewer),
    get: (await memories.get(viewer, "m1", NOW))?.text,
    asOf: (await memories.get(viewer, "m1", { ...NOW, asOf: at(9) }))?.text,
    versions: (await memories.versions(viewer, "m1")).map((version) => version.text),
    history: (await memories.history(viewer, "m1")).map((entry) => [entry.event, entry.new?.text]),
    weightiest: (
      await memories.weightiest(viewer, { filter: {}, look: NOW, each: 9, first: ["m1"] })
    ).map(({ text }) => text),
    counts: await memories.counts(viewer),
    delta: await memories.delta(viewer, { thread: "t1", since: 0, limit: 50 }),
    related: (await memories.related(viewer, { ids: ["m1"], look: NOW })).map((r) => r.memory.text),
    words: foundWords.items.map((item) => item.text),
    both: [...both.items, ...both.near.map((hit) => hit.item)].map((item) => item.text),
    links: both.links.map(({ memory }) => memory.text),
    saidBoth: [...said.items, ...said.near.map((hit) => hit.item)].map((item) => item.text),
    frequency: [...foundWords.frequency, foundWords.total],
    near: (await search.memoryVectors(viewer, near)).map((hit) => hit.item.text),
    messageWords: (await search.messageWords(viewer, words)).items.map((item) => item.text),
    messageNear: (await search.messageVectors(viewer, near)).map((hit) => hit.item.text),
    vectors: [
      ...(await search.vectors(tenant, { item: "memory", model: MODEL, ids: ["m1"] })).keys(),
    ],
    messages: (await messages.get(viewer, ["g1"])).map((found) => found.text),
    before: (await messages.before(tenant, { channel: "general", limit: 9 })).map((m) => m.text),
    said: (await messages.list(viewer, { limit: 9 })).map((found) => found.text),
    mined: await messages.minedOutcome(tenant, "g1"),
    buffer: (await messages.buffer(tenant, "general"))?.tenant,
    inBuffer: (await messages.inBuffer(tenant, "b1")).map((found) => found.text),
    jobs: (await store.jobs.list(tenant, { states: ["queued"], limit: 9 })).map((j) => j.tenant),
    reviews: (await store.reviews.list(tenant, { states: ["pending"], limit: 9 })).map(
      (r) => r.tenant,
    ),
    review: (await store.reviews.get(tenant, "r1"))?.tenant,
    pending: (await store.reviews.pendingByHash(tenant, "hash-1"))?.tenant,
    activities: (await store.upkeep.activities(viewer, { limit: 9 })).map((a) => a.tenant),
    activityCounts: await store.upkeep.activityCounts(viewer),
  };
}

export const isolationCases: Cases = (store) => {
  describe.each(ALIKE)("between tenants that differ by %s", (_what, one, other) => {
    test("whatever one observes is the same with and without the other", async () => {
      await commitIn(store(), one, everything(one));
      const alone = await observed(store(), one);
      await commitIn(store(), other, everything(other));
      await commitIn(store(), other, [revise({ tenant: other, version: 2, thread: "t1" })]);
      expect(await observed(store(), one)).toEqual(alone);
      expect(alone.words).toEqual([`green tea of ${one}`, `green tea of ${one}`]);
    });

    test("a tenant that stored nothing observes nothing", async () => {
      await commitIn(store(), one, everything(one));
      const seen = await observed(store(), other);
      const empty = Object.entries(seen).filter(([, value]) => isNothing(value));
      expect(empty.map(([name]) => name)).toEqual(Object.keys(seen));
    });
  });

  test("checkpoints of one tenant are not loaded, listed or deleted by another", async () => {
    const { checkpoints } = store();
    await checkpoints.save({ tenant: "acme", user: "u1", thread: "t1" }, { step: 1 }, at(0));
    const foreign = { tenant: "acme-corp", user: "u1", thread: "t1" };
    expect(await checkpoints.load(foreign)).toBeUndefined();
    expect(await checkpoints.list("acme-corp", "u1")).toEqual([]);
    expect(await checkpoints.delete(foreign)).toBe(false);
    expect(await checkpoints.list("acme", "u1")).toHaveLength(1);
  });

  test("a token budget is spent by its own tenant only", async () => {
    const entry = { tenant: "acme", day: "2026-05-01", user: "u1", model: "m" };
    const budget = { tenant: 100, user: 100 };
    expect(await store().ledger.reserve(entry, 100, budget)).toBe(true);
    expect(await store().ledger.reserve({ ...entry, tenant: "acme-corp" }, 100, budget)).toBe(true);
    expect(await store().ledger.list("acme_corp")).toEqual([]);
  });

  test.each<[string, Change]>([
    ["a memory", { type: "create", memory: memory({ tenant: "other" }), reason: "" }],
    ["a message", keep({ tenant: "other" })],
    ["a review", { type: "propose", review: review({ tenant: "other" }) }],
    ["a decision", { type: "decide", review: review({ tenant: "other", state: "approved" }) }],
    ["a job", { type: "enqueue", job: job({ tenant: "other" }) }],
    ["an activity", { type: "record", activity: activity({ tenant: "other" }) }],
  ])("%s of another tenant inside a change set is refused", async (_what, change) => {
    await commitIn(store(), "other", [{ type: "propose", review: review({ tenant: "other" }) }]);
    await expect(commitIn(store(), "acme", [change])).rejects.toMatchObject(refusal("internal"));
    expect(await store().memories.tenants()).toEqual([]);
    expect(await store().reviews.get("other", "r1")).toMatchObject({ state: "pending" });
    expect(await store().jobs.list("other", { states: ["queued"], limit: 9 })).toEqual([]);
  });

  test("no tenant changes or ends a memory of another by its id", async () => {
    await commitIn(store(), "acme", everything("acme"));
    const foreign = [
      revise({ tenant: "acme-corp", version: 2, text: "taken over" }),
      { type: "purge", id: "m1", expect: 1, reason: "" } as const,
    ];
    for (const change of foreign) {
      const attempt = commitIn(store(), "acme-corp", [change]);
      await expect(attempt).rejects.toMatchObject(refusal("conflict"));
    }
    expect(await store().memories.get(hostViewer("acme"), "m1", NOW)).toMatchObject({ version: 1 });
  });

  test("erasing in one tenant leaves the same ids of another alone", async () => {
    await commitIn(store(), "acme", everything("acme"));
    await commitIn(store(), "acme-corp", everything("acme-corp"));
    const before = await observed(store(), "acme");
    const target = { memories: ["m1", "m2"], messages: ["g1"], user: "u1" };
    await store().upkeep.erase("acme-corp", target, at(1));
    expect(await observed(store(), "acme")).toEqual(before);
    expect(await store().upkeep.isErased("acme", "memory", "m1")).toBe(false);
    expect(
      ids(
        await store().memories.list(hostViewer("acme-corp"), {
          filter: {},
          look: NOW,
          page: { limit: 9 },
        }),
      ),
    ).toEqual([]);
  });
};

function isNothing(value: unknown): boolean {
  if (value === undefined || value === 0) return true;
  if (Array.isArray(value))
    return value.every((entry) => isNothing(Array.isArray(entry) ? entry[1] : entry));
  return typeof value === "object" && value !== null && Object.values(value).every(isNothing);
}
