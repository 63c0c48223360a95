// What few of many rows meet, and those not the best: it is found as if it were alone, whoever looks and however it is
// chosen, by words, by meaning and by both; and what stands beside it and may not be seen is not.

import { expect, test } from "vitest";
import type { MemoryFilter } from "../../../src/model/filter.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { Viewer } from "../../../src/model/viewer.ts";
import type { Cases } from "./describe-store.ts";
import {
  agent,
  at,
  commit,
  create,
  embed,
  host,
  ids,
  MODEL,
  memory,
  NOW,
  userViewer,
} from "./samples.ts";

const OTHERS = 700;
const RARE = ["r1", "r2", "r3"];
const MEANING = { model: MODEL, vector: Float32Array.of(1, 0) };

type Rare = Readonly<{ viewer: Viewer; filter: MemoryFilter; fields: Partial<Memory> }>;
const { writer } = memory();

/** How the few differ from the many, which are a user's own and of no agent, run, channel or tag. */
const CHOSEN: Readonly<Record<string, Rare>> = {
  "an agent's scope": { viewer: agent("bot"), filter: {}, fields: { scope: "bot" } },
  "what an agent's user owns": {
    ...{ viewer: agent("bot", "ben"), filter: {} },
    fields: { scope: "user", user: "ben" },
  },
  "what is shared": { viewer: userViewer("ben"), filter: {}, fields: { scope: "shared" } },
  "a category": {
    viewer: host,
    filter: { categories: ["health"] },
    fields: { category: "health" },
  },
  "an allowed category": {
    ...{ viewer: { ...host, categories: ["health"] }, filter: {} },
    fields: { category: "health" },
  },
  "a tag": { viewer: host, filter: { tags: ["blue", "red"] }, fields: { tags: ["blue", "red"] } },
  "a run": {
    ...{ viewer: host, filter: { run: "run-7" } },
    fields: { writer: { ...writer, run: "run-7" } },
  },
  "an agent": {
    ...{ viewer: host, filter: { agent: "bot" } },
    fields: { writer: { ...writer, agent: "bot" } },
  },
  "a channel": {
    ...{ viewer: host, filter: { channel: "den" } },
    fields: { channel: "den" },
  },
  "a time": {
    ...{ viewer: host, filter: { createdBefore: at(-60) } },
    fields: { createdAt: at(-90) },
  },
  "an importance": { viewer: host, filter: { importanceMin: 5 }, fields: { importance: 5 } },
};

/** All hold the word, and each of the many is nearer and newer than the few. */
const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    create({
      ...{ id: `m${n}`, text: `tea number ${n}`, scope: "user", category: "people" },
      user: "ann",
    }),
  );

export const rareCases: Cases = (store) => {
  test.each(Object.entries(CHOSEN))(
    "%s is found behind hundreds of others",
    async (_what, { viewer, filter, fields }) => {
      const few = RARE.map((id) =>
        create({ id, text: `tea of ${id}`, category: "work", ...fields }),
      );
      await commit(store(), ...few, ...many(OTHERS));
      const vectors = Array.from({ length: OTHERS }, (_, n) => embed(`m${n}`, [9, n / OTHERS]));
      await commit(store(), ...RARE.map((id, n) => embed(id, [1, 1 + n])), ...vectors);
      const query = { terms: ["tea"], filter, look: NOW, limit: 10 };
      for (let turn = 0; turn < 2; turn++) {
        const words = await store().search.memoryWords(viewer, query);
        expect(ids(words.items)).toEqual(RARE.toReversed());
        const near = await store().search.memoryVectors(viewer, { ...query, ...MEANING });
        expect(near.map(({ item }) => item.id)).toEqual(RARE);
        const asked = { ...query, meaning: MEANING, linkSeeds: 3 };
        const both = await store().search.memoryCandidates(viewer, asked);
        expect(ids(both.items)).toEqual(RARE.toReversed());
        expect(both.near.map(({ item }) => item.id)).toEqual(RARE);
      }
    },
  );

  /** More than PostgreSQL compares one by one, so they are not named, and must be met some other way. */
  test("hundreds that are seen are found behind as many again that are not", async () => {
    const own = Array.from({ length: 300 }, (_, n) => `own${String(n).padStart(3, "0")}`);
    const mine = own.map((id) => create({ id, text: `tea of ${id}`, scope: "bot" }));
    await commit(store(), ...mine, ...many(OTHERS));
    const vectors = Array.from({ length: OTHERS }, (_, n) => embed(`m${n}`, [9, n / OTHERS]));
    await commit(store(), ...own.map((id, n) => embed(id, [1, 1 + n / 300])), ...vectors);
    const query = {
      terms: ["tea"],
      filter: {},
      look: NOW,
      limit: 10,
      linkSeeds: 3,
      meaning: MEANING,
    };
    const found = await store().search.memoryCandidates(agent("bot"), query);
    expect(ids(found.items)).toEqual(own.slice(-10).toReversed());
    expect(found.near.map(({ item }) => item.id)).toEqual(own.slice(0, 10));
  });

  test("what becomes visible after a look is found by the next one", async () => {
    await commit(store(), create({ id: "r1", text: "tea", scope: "bot" }), ...many(300));
    await commit(store(), embed("r1", [1, 1]));
    const asked = { terms: ["tea"], filter: {}, look: NOW, limit: 10, linkSeeds: 3 };
    const look = async () =>
      ids(
        (await store().search.memoryCandidates(agent("bot"), { ...asked, meaning: MEANING })).items,
      );
    expect(await look()).toEqual(["r1"]);
    await commit(store(), create({ id: "r2", text: "tea", scope: "bot" }));
    expect(await look()).toEqual(["r2", "r1"]);
  });
};
