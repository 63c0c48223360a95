// Every key a reader may filter by, alone, in words, in vectors and in lists, and all against one another.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MemoryFilter } from "../../../src/model/filter.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import { at, commit, create, embed, host, ids, link, MODEL, memory, NOW } from "./samples.ts";

/** For each key: a filter, what must be found by it, and what must not. */
const KEYS: Readonly<
  Record<keyof MemoryFilter, readonly [MemoryFilter, Partial<Memory>, Partial<Memory>]>
> = {
  user: [{ user: "u1" }, { user: "u1" }, { user: "U1" }],
  subject: [{ subject: "u1" }, { subject: "u1" }, {}],
  agent: [{ agent: "bot" }, { writer: { agent: "bot" } }, { writer: { run: "bot" } }],
  run: [{ run: "r" }, { writer: { run: "r" } }, { writer: { agent: "r" } }],
  actor: [{ actor: "a" }, { writer: { actor: "a" } }, { writer: { role: "a" } }],
  role: [{ role: "user" }, { writer: { role: "user" } }, { writer: { actor: "user" } }],
  scope: [{ scope: "bot" }, { scope: "bot" }, { scope: "bot2" }],
  kinds: [{ kinds: ["rule", "soul"] }, { kind: "soul" }, { kind: "log" }],
  categories: [{ categories: ["a", "b"] }, { category: "b" }, { category: "B" }],
  tags: [{ tags: ["x", "y"] }, { tags: ["y", "z"] }, { tags: ["z", "xy"] }],
  topicId: [{ topicId: "t" }, { topicId: "t" }, {}],
  channel: [{ channel: "c" }, { channel: "c" }, { channel: "C" }],
  pinned: [{ pinned: true }, { pinned: true }, { pinned: false }],
  importanceMin: [{ importanceMin: 4 }, { importance: 4 }, { importance: 3 }],
  importanceMax: [{ importanceMax: 2 }, { importance: 2 }, { importance: 3 }],
  updatedAfter: [{ updatedAfter: at(5) }, { updatedAt: at(6) }, { updatedAt: at(5) }],
  updatedBefore: [{ updatedBefore: at(5) }, { updatedAt: at(4) }, { updatedAt: at(5) }],
  createdAfter: [{ createdAfter: at(5) }, { createdAt: at(6) }, { createdAt: at(5) }],
  createdBefore: [{ createdBefore: at(5) }, { createdAt: at(4) }, { createdAt: at(5) }],
  sensitivity: [{ sensitivity: "sensitive" }, { sensitivity: "sensitive" }, {}],
  ids: [{ ids: ["hit", "other"] }, {}, {}],
  metadata: [
    { metadata: { field: "team", eq: "red" } },
    { metadata: { team: "red" } },
    { metadata: { team: "Red" } },
  ],
  contains: [{ contains: "TÉA with" }, { text: "Green tea, with milk" }, { text: "With tea" }],
};

const FILTERED = [
  "user",
  "scope",
  "kinds",
  "categories",
  "tags",
  "pinned",
  "importanceMin",
  "importanceMax",
  "createdAfter",
  "createdBefore",
  "channel",
] as const;

async function everyWay(store: Store, filter: MemoryFilter): Promise<string[][]> {
  const query = { filter, look: NOW, limit: 99 };
  const words = await store.search.memoryWords(host, { ...query, terms: ["tea"] });
  const vector = Float32Array.of(1, 0);
  const near = await store.search.memoryVectors(host, { ...query, model: MODEL, vector });
  const both = await store.search.memoryCandidates(host, {
    ...{ ...query, terms: ["tea"], linkSeeds: 5 },
    meaning: { model: MODEL, vector },
  });
  expect(both.items).toEqual(words.items);
  expect(both.near).toMatchObject(near);
  return [
    ids(await store.memories.list(host, { ...query, page: { limit: 99 } })).sort(),
    ids(words.items).sort(),
    near.map((hit) => hit.item.id).sort(),
  ];
}

export const filterCases: Cases = (store) => {
  test.each(Object.entries(KEYS))("`%s` chooses inside the database", async (_key, samples) => {
    const [filter, hit, miss] = samples;
    await commit(store(), create({ id: "hit", ...hit }), create({ id: "miss", ...miss }));
    await commit(store(), embed("hit", [1, 0]), embed("miss", [1, 0]));
    expect(await everyWay(store(), filter)).toEqual([["hit"], ["hit"], ["hit"]]);
  });

  test.each(Object.entries(KEYS))(
    "`%s` chooses the other end of an edge",
    async (_key, samples) => {
      const [filter, hit, miss] = samples;
      await commit(
        store(),
        ...[create(), create({ id: "hit", ...hit }), create({ id: "miss", ...miss })],
      );
      await commit(store(), link("m1", "hit"), link("m1", "miss"));
      const found = await store().memories.related(host, { ids: ["m1"], filter, look: NOW });
      expect(found.map(({ memory }) => memory.id)).toEqual(["hit"]);
    },
  );

  test("of two hundred strong edges to what is not seen none hides a weak one to what is", async () => {
    const others = Array.from({ length: 200 }, (_, n) => `other${n}`);
    const made = others.map((id) => create({ id, kind: "log" }));
    await commit(store(), create(), create({ id: "hit", kind: "fact" }), ...made);
    await commit(store(), ...others.map((id) => link("m1", id, 0.9)), link("m1", "hit", 0.1));
    const query = { ids: ["m1"], filter: { kinds: ["fact"] }, look: NOW } as const;
    const found = await store().memories.related(host, query);
    expect(found.map(({ memory }) => memory.id)).toEqual(["hit"]);
  });

  test("words and meaning in one look find what each finds alone", async () => {
    await commit(store(), ...["a", "b", "c"].map((id) => create({ id })));
    await commit(store(), create({ id: "d", text: "Ana rows a boat" }));
    await commit(store(), embed("b", [1, 0]), embed("d", [1, 0.2]), embed("c", [0, 1]));
    const asked = { filter: {}, look: NOW, limit: 2 };
    const meaning = { model: MODEL, vector: Float32Array.of(1, 0) };
    const found = await store().search.memoryCandidates(host, {
      ...{ ...asked, terms: ["tea"], linkSeeds: 0 },
      meaning,
    });
    expect(ids(found.items)).toEqual(["c", "b"]);
    const alone = await store().search.memoryVectors(host, { ...asked, ...meaning });
    expect(found.near).toMatchObject(alone);
    expect(found.near.map((hit) => hit.item.id)).toEqual(["b", "d"]);
    expect(found.links).toEqual([]);
  });

  test("what the best are linked to is found in the same look, asked once or again", async () => {
    const boat = { text: "Ana rows a boat" };
    await commit(
      store(),
      ...[create(), create({ id: "far", ...boat }), create({ id: "bare", ...boat })],
    );
    await commit(store(), embed("far", [0, 1]), link("m1", "far"), link("m1", "bare"));
    const meaning = { model: MODEL, vector: Float32Array.of(1, 0) };
    const asked = { filter: {}, look: NOW, limit: 1, terms: ["tea"], linkSeeds: 1 };
    const related = await store().memories.related(host, { ids: ["m1", "far"], look: NOW });
    for (const _time of ["once", "again"]) {
      const found = await store().search.memoryCandidates(host, { ...asked, meaning });
      expect(ids(found.items)).toEqual(["m1"]);
      expect(found.near.map((hit) => hit.item.id)).toEqual(["far"]);
      expect(found.links).toEqual(related);
      const first = await store().search.memoryCandidates(host, asked);
      expect(first.links.map(({ memory }) => memory.id)).toEqual(["bare", "far"]);
    }
    const near = { ...asked, limit: 3, linkSeeds: 3, meaning: { ...meaning, model: "other" } };
    expect((await store().search.memoryCandidates(host, near)).vectors).toEqual(new Map());
    const words = {
      ...asked,
      linkSeeds: 1,
      meaning: { ...meaning, vector: Float32Array.of(0, 0) },
    };
    const { vectors } = await store().search.memoryCandidates(host, words);
    expect([...vectors]).toEqual([["far", Float32Array.of(0, 1)]]);
  });

  test("no filter finds everything, and an empty list nothing", async () => {
    await commit(store(), create({ tags: ["x"] }), embed("m1", [1, 0]));
    expect(await everyWay(store(), {})).toEqual([["m1"], ["m1"], ["m1"]]);
    for (const filter of [{ kinds: [] }, { categories: [] }, { tags: [] }, { ids: [] }])
      expect(await everyWay(store(), filter)).toEqual([[], [], []]);
  });

  test.each(["x') OR '1'='1", "%", "_", "\\", '"', "'; DROP TABLE memories; --", "$1", "?"])(
    "the value %s is only ever a value",
    async (hostile) => {
      const same = { user: hostile, channel: hostile, tags: [hostile], topicId: hostile };
      await commit(store(), create({ id: "hit", ...same }), create({ id: "miss", user: "x" }));
      await commit(store(), embed("hit", [1, 0]), embed("miss", [1, 0]));
      const filter = { ...same, tags: [hostile, "other"] };
      expect(await everyWay(store(), filter)).toEqual([["hit"], ["hit"], ["hit"]]);
    },
  );

  describe("in any combination", () => {
    const word = fc.constantFrom("a", "A", "b", "%", "_", "a%", "\u00e9", "e\u0301", "");
    const kind = fc.constantFrom("log", "summary", "rule" as const);
    const minute = fc.integer({ min: 0, max: 4 });
    const someMemory = fc.record({
      user: word,
      scope: fc.constantFrom("shared", "bot", "b%t"),
      kind,
      category: word,
      tags: fc.uniqueArray(word, { maxLength: 3 }),
      pinned: fc.boolean(),
      importance: fc.constantFrom(1, 2, 3, 4, 5 as const),
      created: minute,
      channel: word,
    });
    const filters = fc.record({
      user: word,
      scope: fc.constantFrom("shared", "bot", "%"),
      kinds: fc.array(kind, { maxLength: 2 }),
      categories: fc.array(word, { maxLength: 3 }),
      tags: fc.array(word, { maxLength: 3 }),
      pinned: fc.boolean(),
      importanceMin: fc.integer({ min: 1, max: 5 }),
      importanceMax: fc.integer({ min: 1, max: 5 }),
      createdAfter: minute.map(at),
      createdBefore: minute.map(at),
      channel: word,
    });
    /** Few keys at a time, or almost every filter would choose nothing. */
    const someFilter = fc
      .tuple(filters, fc.subarray([...FILTERED], { minLength: 1, maxLength: 3 }))
      .map(([all, keys]): MemoryFilter => Object.fromEntries(keys.map((key) => [key, all[key]])));

    test("the database chooses what a plain reading of the filter chooses", async () => {
      const samples = fc.sample(someMemory, { numRuns: 120, seed: 7 });
      const memories = samples.map(({ created, ...fields }, n) =>
        memory({ ...fields, id: `m${String(n).padStart(3, "0")}`, createdAt: at(created) }),
      );
      await commit(
        store(),
        ...memories.map((made) => ({ type: "create", memory: made, reason: "" }) as const),
      );
      for (const filter of fc.sample(someFilter, { numRuns: 300, seed: 11 })) {
        const query = { filter, look: NOW, page: { limit: 999 } };
        const found = ids(await store().memories.list(host, query)).sort();
        const meant = memories.filter((made) => isMeant(made, filter));
        expect(found, JSON.stringify(filter)).toEqual(ids(meant));
      }
    });
  });
};

function isMeant(made: Memory, filter: MemoryFilter): boolean {
  const within = <T>(list: readonly T[] | undefined, value: T) =>
    list === undefined || list.includes(value);
  const equal = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  return (
    equal(filter.user, made.user) &&
    equal(filter.scope, made.scope) &&
    equal(filter.channel, made.channel) &&
    equal(filter.pinned, made.pinned) &&
    within(filter.kinds, made.kind) &&
    within(filter.categories, made.category) &&
    (filter.tags === undefined || filter.tags.some((tag) => made.tags.includes(tag))) &&
    made.importance >= (filter.importanceMin ?? 1) &&
    made.importance <= (filter.importanceMax ?? 5) &&
    made.createdAt > (filter.createdAfter ?? "") &&
    made.createdAt < (filter.createdBefore ?? "9")
  );
}
