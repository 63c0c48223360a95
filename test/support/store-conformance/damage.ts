// A damaged row is named as damage. It is never thrown through as something else, and never run.

import { describe, expect, test } from "vitest";
import { MemoryError } from "../../../src/errors.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { OpenedDatabase, RowCases } from "./describe-stored-rows.ts";
import {
  activity,
  at,
  commit,
  create,
  host,
  ids,
  job,
  keep,
  MODEL,
  NOW,
  review,
  revise,
  TENANT,
} from "./samples.ts";

const page = { limit: 9 };

/** Each column of stored JSON, and the call that reads it. */
const JSON_COLUMNS: readonly (readonly [string, (opened: OpenedDatabase) => Promise<unknown>])[] = [
  ["memories.tags", ({ store }) => store.memories.list(host, { filter: {}, look: NOW, page })],
  ["memories.participants", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.origins", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.evidence", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.derived_from", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memory_versions.evidence", ({ store }) => store.memories.versions(host, "m1")],
  ["history.meta", ({ store }) => store.memories.history(host, "m1")],
  ["reviews.act", ({ store }) => store.reviews.get(TENANT, "r1")],
  ["jobs.payload", ({ store }) => store.jobs.list(TENANT, { states: ["queued"], limit: 9 })],
  ["job_runs.detail", ({ store }) => store.jobs.lastRun(TENANT, "flush")],
  ["checkpoints.data", ({ store }) => store.checkpoints.load(KEY)],
];

/** Columns whose words come from a closed list. */
const CLOSED: readonly (readonly [string, (opened: OpenedDatabase) => Promise<unknown>])[] = [
  ["memories.kind", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.stability", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.sensitivity", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.section", ({ store }) => store.memories.get(host, "m1", NOW)],
  ["history.event", ({ store }) => store.memories.history(host, "m1")],
  ["messages.role", ({ store }) => store.messages.get(host, ["g1"])],
  ["messages.origin", ({ store }) => store.messages.get(host, ["g1"])],
  ["messages.mined", ({ store }) => store.messages.minedOutcome(TENANT, "g1")],
  ["activities.node", ({ store }) => store.upkeep.activities(host, { limit: 9 })],
  ["activities.status", ({ store }) => store.upkeep.activities(host, { limit: 9 })],
  ["reviews.field", ({ store }) => store.reviews.get(TENANT, "r1")],
];

/** Numbers outside what they can mean. */
const NUMBERS: readonly (readonly [
  string,
  number,
  (opened: OpenedDatabase) => Promise<unknown>,
])[] = [
  ["memories.importance", 9, ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.trust", 0, ({ store }) => store.memories.get(host, "m1", NOW)],
  ["memories.created_at", 9e15, ({ store }) => store.memories.get(host, "m1", NOW)],
  ["messages.at", -9e15, ({ store }) => store.messages.get(host, ["g1"])],
  ["checkpoints.updated_at", 9e15, ({ store }) => store.checkpoints.load(KEY)],
];

const KEY = { tenant: TENANT, user: "u1", thread: "t1" };

const BROKEN = [
  "",
  "{",
  "nul",
  "undefined",
  '{"a":}',
  "[1,]",
  "'single'",
  "NaN",
  "[object Object]",
  '{"__proto__":{"admin":true}}',
  '[{"constructor":{"prototype":{"admin":true}}}]',
  '{"\\u005f_proto__":{"admin":true}}',
];

async function plant({ store }: OpenedDatabase): Promise<void> {
  const span = { type: "span", messageId: "g1", start: 0, end: 5, quote: "green" } as const;
  const fields: Partial<Memory> = {
    ...{ tags: ["x"], participants: ["u1"], evidence: [span] },
    ...{ derivedFrom: ["m0"], section: "bio" },
  };
  await commit(
    store,
    create(fields),
    revise({ ...fields, version: 2 }),
    keep(),
    { type: "propose", review: review({ field: "city" }) },
    { type: "enqueue", job: job() },
    { type: "enqueue", job: job({ id: "j2", name: "flush" }) },
    { type: "record", activity: activity() },
  );
  const [flush] = await store.jobs.claim({
    names: ["flush"],
    now: at(0),
    leaseUntil: at(1),
    limit: 1,
  });
  if (flush === undefined) throw new Error("there was no job to claim");
  const run = { tenant: TENANT, name: "flush", key: "m1", startedAt: at(0), endedAt: at(1) };
  await store.jobs.complete(flush, { ...run, outcome: "ok", detail: { items: 1 } });
  await store.checkpoints.save(KEY, { list: [1, "two", { three: null }] }, at(0));
}

async function outcome(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
    return "read";
  } catch (thrown) {
    return thrown instanceof MemoryError ? thrown.code : `thrown through: ${String(thrown)}`;
  }
}

async function overwrite(opened: OpenedDatabase, place: string, value: unknown): Promise<void> {
  const [table, column] = place.split(".");
  await opened.sql(`UPDATE ${table} SET ${column} = ?`, [value]);
}

export const damageCases: RowCases = (opened) => {
  describe.each(JSON_COLUMNS)("%s", (place, read) => {
    test("with any one byte changed reads as something or is named as damage", async () => {
      await plant(opened());
      expect(await outcome(read(opened()))).toBe("read");
      const [table, column] = place.split(".");
      const [row] = await opened().sql(`SELECT ${column} AS stored FROM ${table}`, []);
      const stored = String(row?.["stored"]);
      const seen = new Set<string>();
      for (let index = 0; index < stored.length; index++) {
        for (const byte of ["x", '"', "}", "\\"]) {
          await overwrite(opened(), place, stored.slice(0, index) + byte + stored.slice(index + 1));
          seen.add(await outcome(read(opened())));
        }
      }
      expect([...seen].sort()).toSatisfy((outcomes: string[]) =>
        outcomes.every((one) => one === "read" || one === "corrupt_store"),
      );
      expect(seen).toContain("corrupt_store");
    });

    test("that is no JSON, or reaches for a prototype, is named as damage", async () => {
      await plant(opened());
      for (const broken of BROKEN) {
        await overwrite(opened(), place, broken);
        expect(await outcome(read(opened())), broken).toBe("corrupt_store");
      }
      expect(Reflect.get({}, "admin")).toBeUndefined();
    });
  });

  test.each(CLOSED)("a word in %s that is on no list is named as damage", async (place, read) => {
    await plant(opened());
    expect(await outcome(read(opened()))).toBe("read");
    await overwrite(opened(), place, "unheard-of");
    expect(await outcome(read(opened()))).toBe("corrupt_store");
  });

  test.each(NUMBERS)("%s of %d is named as damage", async (place, value, read) => {
    await plant(opened());
    await overwrite(opened(), place, value);
    expect(await outcome(read(opened()))).toBe("corrupt_store");
  });

  test("a search that meets a damaged row says so", async () => {
    await plant(opened());
    await overwrite(opened(), "memories.evidence", "{");
    const query = { terms: ["tea"], filter: {}, look: NOW, limit: 9 };
    expect(await outcome(opened().store.search.memoryWords(host, query))).toBe("corrupt_store");
    const near = { ...query, model: MODEL, vector: Float32Array.of(1, 0) };
    expect(await outcome(opened().store.search.memoryVectors(host, near))).toBe("read");
  });

  test("one damaged job is laid aside, and the others are worked on", async () => {
    const { store } = opened();
    await store.jobs.enqueue([job(), job({ id: "j2", key: "m2" })]);
    await opened().sql("UPDATE jobs SET payload = ? WHERE id = ?", ["{", "j1"]);
    const query = { names: ["embed"], now: at(0), leaseUntil: at(1), limit: 9 };
    expect(ids(await store.jobs.claim(query))).toEqual(["j2"]);
    const [laid] = await opened().sql("SELECT state, last_error FROM jobs WHERE id = ?", ["j1"]);
    expect(laid).toMatchObject({ state: "dead", last_error: "The stored job cannot be read." });
  });

  test("a version that is lost has no line for the vault, and keeps none of the others back", async () => {
    const { store } = opened();
    await commit(store, create({ id: "m1" }), create({ id: "m2" }), create({ id: "m3" }));
    await opened().sql("DELETE FROM memories WHERE id = ?", ["m1"]);
    const waiting = await store.files.waiting(2);
    expect(waiting.map(({ itemId }) => itemId)).toEqual(["m2", "m3"]);
  });
};
