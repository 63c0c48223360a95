// Expiry, what was known at a time, and what was true at a time.

import { describe, expect, test } from "vitest";
import type { Look } from "../../../src/model/filter.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import { at, commit, create, embed, host, ids, keep, MODEL, NOW, revise } from "./samples.ts";

/** What a look finds by listing, by words and by meaning. */
async function seen(store: Store, look: Look, term = "tea"): Promise<string[][]> {
  const query = { filter: {}, look, limit: 99 };
  const vector = Float32Array.of(1, 0);
  const words = await store.search.memoryWords(host, { ...query, terms: [term] });
  const near = await store.search.memoryVectors(host, { ...query, model: MODEL, vector });
  return [
    (await store.memories.list(host, { ...query, page: { limit: 99 } })).map(told).sort(),
    words.items.map(told).sort(),
    near.map((hit) => told(hit.item)).sort(),
  ];
}

const told = (memory: { id: string; version: number }) => `${memory.id} v${memory.version}`;
const thrice = (...found: string[]) => [found, found, found];

export const timeCases: Cases = (store) => {
  describe("expiry", () => {
    test("a memory is read until the moment it expires, and not at it", async () => {
      await commit(store(), create({ expiresAt: at(10) }), embed("m1", [1, 0]));
      expect(await seen(store(), { now: at(9) })).toEqual(thrice("m1 v1"));
      expect(await seen(store(), { now: at(10) })).toEqual(thrice());
      expect(await store().memories.get(host, "m1", { now: at(10) })).toBeUndefined();
    });

    test("an expired memory is read by who asks for its state", async () => {
      await commit(store(), create({ expiresAt: at(10) }));
      const look: Look = { now: at(20), states: ["active"] };
      expect(await store().memories.get(host, "m1", look)).toMatchObject({ id: "m1" });
    });

    test("an expired memory is not handed out as a neighbour", async () => {
      await commit(store(), create(), create({ id: "m2", expiresAt: at(10) }), {
        type: "link",
        relation: { from: "m1", to: "m2", type: "related_to", strength: 1, createdAt: at(0) },
      });
      const related = (now: string) =>
        store().memories.related(host, { ids: ["m1"], look: { now } });
      expect(await related(at(9))).toHaveLength(1);
      expect(await related(at(11))).toEqual([]);
    });
  });

  describe("as known at a time", () => {
    async function tell(): Promise<void> {
      await commit(
        store(),
        create({ text: "Ana drinks tea", createdAt: at(10), updatedAt: at(10) }),
      );
      await commit(store(), embed("m1", [1, 0]));
      await commit(
        store(),
        revise({
          version: 2,
          text: "Ana drinks black tea",
          createdAt: at(10),
          updatedAt: at(20),
          category: "taste",
        }),
        embed("m1", [1, 0]),
      );
      await commit(
        store(),
        revise({
          version: 3,
          text: "Ana drinks black tea",
          createdAt: at(10),
          updatedAt: at(30),
          category: "taste",
          state: "superseded",
        }),
      );
    }

    test.each<[string, number, string[]]>([
      ["before it was made", 9, []],
      ["when it was made", 10, ["m1 v1"]],
      ["before it changed", 19, ["m1 v1"]],
      ["when it changed", 20, ["m1 v2"]],
      ["before it ended", 29, ["m1 v2"]],
      ["when it ended", 30, []],
    ])("a memory reads as it was %s", async (_when, minute, found) => {
      await tell();
      const look = { now: at(99), asOf: at(minute) };
      expect(await seen(store(), look)).toEqual(thrice(...found));
      const got = await store().memories.get(host, "m1", look);
      expect(got === undefined ? [] : [told(got)]).toEqual(found);
    });

    test("a neighbour reads as it was", async () => {
      await tell();
      await commit(store(), create({ id: "m2", createdAt: at(5), updatedAt: at(5) }), {
        type: "link",
        relation: { from: "m2", to: "m1", type: "related_to", strength: 1, createdAt: at(10) },
      });
      const related = async (minute: number) =>
        (
          await store().memories.related(host, {
            ids: ["m2"],
            look: { now: at(99), asOf: at(minute) },
          })
        ).map(({ memory }) => told(memory));
      expect(await related(15)).toEqual(["m1 v1"]);
      expect(await related(25)).toEqual(["m1 v2"]);
      expect(await related(35)).toEqual([]);
    });

    test("filters look at the memory as it was", async () => {
      await tell();
      const query = (category: string, minute: number) => ({
        filter: { categories: [category] },
        look: { now: at(99), asOf: at(minute) },
      });
      const page = { limit: 9 };
      const list = async (category: string, minute: number) =>
        (await store().memories.list(host, { ...query(category, minute), page })).map(told);
      expect(await list("preference", 15)).toEqual(["m1 v1"]);
      expect(await list("taste", 15)).toEqual([]);
      expect(await list("taste", 25)).toEqual(["m1 v2"]);
    });

    test("words of a text that was replaced since still find it", async () => {
      await commit(store(), create({ text: "Ana lives in Paris" }));
      await commit(store(), revise({ version: 2, updatedAt: at(10), text: "Ana lives in Lisbon" }));
      const find = async (term: string, look: Look) => {
        const query = { terms: [term], filter: {}, look, limit: 9 };
        return (await store().search.memoryWords(host, query)).items.map((item) => item.text);
      };
      const past = { now: at(99), asOf: at(5) };
      expect(await find("pari", past)).toEqual(["Ana lives in Paris"]);
      expect(await find("lisbon", past)).toEqual([]);
      expect(await find("pari", { now: at(99) })).toEqual([]);
      expect(await find("lisbon", { now: at(99) })).toEqual(["Ana lives in Lisbon"]);
    });

    test("pages of the past neither repeat nor skip", async () => {
      const list = Array.from({ length: 7 }, (_, n) => create({ id: `m${n}`, createdAt: at(-n) }));
      await commit(store(), ...list, create({ id: "late", createdAt: at(50), updatedAt: at(50) }));
      const look = { now: at(99), asOf: at(1) };
      const found: string[] = [];
      for (;;) {
        const after = found.at(-1);
        const page = after === undefined ? { limit: 3 } : { limit: 3, after };
        const next = ids(await store().memories.list(host, { filter: {}, look, page }));
        found.push(...next);
        if (next.length < 3) break;
      }
      expect(found).toEqual(["m0", "m1", "m2", "m3", "m4", "m5", "m6"]);
    });

    test("messages said later are not found", async () => {
      await commit(store(), keep({ at: at(10) }));
      const search = async (minute: number) => {
        const look = { now: at(99), asOf: at(minute) };
        const query = { terms: ["tea"], filter: {}, look, limit: 9 };
        return (await store().search.messageWords(host, query)).items.length;
      };
      expect([await search(9), await search(10)]).toEqual([0, 1]);
    });
  });

  describe("as true at a time", () => {
    test("a replaced fact is found in its own time, and its successor after it", async () => {
      await commit(
        store(),
        create({
          id: "old",
          text: "tea in Paris",
          state: "superseded",
          validFrom: at(0),
          validTo: at(10),
        }),
        create({ id: "new", text: "tea in Lisbon", validFrom: at(10) }),
        create({ id: "ever", text: "tea anywhere" }),
        create({ id: "merged", text: "tea and tea", state: "superseded" }),
        ...["old", "new", "ever", "merged"].map((id) => embed(id, [1, 0])),
      );
      const look = (minute: number): Look => ({ ...NOW, validAt: at(minute) });
      expect(await seen(store(), look(-1))).toEqual(thrice("ever v1"));
      expect(await seen(store(), look(0))).toEqual(thrice("ever v1", "old v1"));
      expect(await seen(store(), look(9))).toEqual(thrice("ever v1", "old v1"));
      expect(await seen(store(), look(10))).toEqual(thrice("ever v1", "new v1"));
    });
  });
};
