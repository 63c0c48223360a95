// Metadata: kept whole with every version, and filtered by inside the database, alike on every database.

import { expect, test } from "vitest";
import { type Metadata, type MetadataFilter, where } from "../../../src/model/metadata.ts";
import type { Cases } from "./describe-store.ts";
import { commit, create, host, ids, keep, NOW, revise } from "./samples.ts";

const ROWS: Readonly<Record<string, Metadata>> = {
  none: {},
  words: { team: "red", note: "a", order: { state: "late" } },
  numbers: { team: "blue", score: 3, order: { state: "Late" }, "0": "zero" },
  more: { team: "blue", score: 10.5, list: ["late", { state: "late" }], flag: true },
  others: { team: null, score: "3", flag: false, list: [3], "späßchen 🎈": "x" },
};
const FILTERS: readonly (readonly [MetadataFilter, readonly string[]])[] = [
  [where.eq("team", "red"), ["words"]],
  [where.eq("team", "RED"), []],
  [where.eq("score", 3), ["numbers"]],
  [where.eq("score", "3"), ["others"]],
  [where.eq("score", 10.5), ["more"]],
  [where.eq("flag", true), ["more"]],
  [where.eq("flag", false), ["others"]],
  [where.eq("flag", 1), []],
  [where.eq("flag", "true"), []],
  [where.eq("team", null), ["others"]],
  [where.ne("team", "blue"), ["bare", "none", "others", "words"]],
  [where.in("team", ["red", null, 4]), ["others", "words"]],
  [where.in("team", []), []],
  [where.gt("score", 3), ["more"]],
  [where.gte("score", 3), ["more", "numbers"]],
  [where.lt("score", 10.5), ["numbers"]],
  [where.lte("score", 10.5), ["more", "numbers"]],
  [where.gt("team", "blue"), ["words"]],
  [where.lt("team", "c"), ["more", "numbers"]],
  [where.gt("team", "Z"), ["more", "numbers", "words"]],
  [where.exists("score"), ["more", "numbers", "others"]],
  [where.exists("team", false), ["bare", "none"]],
  [where.exists("order.state"), ["numbers", "words"]],
  [where.eq("order.state", "late"), ["words"]],
  [where.eq("list.state", "late"), []],
  [where.eq("list.0", "late"), []],
  [where.eq("0", "zero"), ["numbers"]],
  [where.eq("list", "late"), []],
  [where.eq("späßchen 🎈", "x"), ["others"]],
  [where.and(where.eq("team", "blue"), where.gt("score", 5)), ["more"]],
  [where.or(where.eq("team", "red"), where.eq("flag", false)), ["others", "words"]],
  [where.not(where.exists("score")), ["bare", "none", "words"]],
  [where.not(where.gt("score", 5)), ["bare", "none", "numbers", "others", "words"]],
  [
    where.and(
      where.not(where.eq("team", "red")),
      where.or(where.eq("flag", true), where.eq("score", 3)),
    ),
    ["more", "numbers"],
  ],
];

export const metadataCases: Cases = (store) => {
  const fill = () =>
    commit(
      store(),
      create({ id: "bare" }),
      ...Object.entries(ROWS).map(([id, metadata]) => create({ id, metadata })),
      keep({ id: "bare" }),
      ...Object.entries(ROWS).map(([id, metadata]) => keep({ id, metadata })),
    );

  test("every operator chooses the same, of memories and of messages, before the limit", async () => {
    await fill();
    for (const [filter, wanted] of FILTERS) {
      const query = { filter: { metadata: filter }, look: NOW };
      const listed = await store().memories.list(host, { ...query, page: { limit: 99 } });
      expect([...ids(listed)].sort(), JSON.stringify(filter)).toEqual(wanted);
      const said = await store().search.messageWords(host, { ...query, terms: ["tea"], limit: 99 });
      expect([...ids(said.items)].sort(), JSON.stringify(filter)).toEqual(wanted);
      const few = await store().memories.list(host, { ...query, page: { limit: 1 } });
      expect(few).toHaveLength(Math.min(1, wanted.length));
    }
  });

  test.each(["x') OR '1'='1", "%", "$", "?", "'", "a b", "*", "[0]", "{}", "--", "strict", "@"])(
    "the key %s and the value %s are only ever that",
    async (hostile) => {
      await commit(
        store(),
        create({ id: "hit", metadata: { [hostile]: hostile } }),
        create({ id: "miss", metadata: { other: hostile } }),
      );
      const filter = { metadata: where.eq(hostile, hostile) };
      const found = await store().memories.list(host, { filter, look: NOW, page: { limit: 9 } });
      expect(ids(found)).toEqual(["hit"]);
    },
  );

  test("it comes back as it was given, with the row, its versions and its message", async () => {
    await fill();
    const [said] = await store().messages.get(host, ["more"]);
    expect(said?.metadata).toEqual(ROWS["more"]);
    const read = await store().memories.get(host, "more", NOW);
    expect(read?.metadata).toEqual(ROWS["more"]);
    const bare = await store().memories.get(host, "bare", NOW);
    expect(bare).not.toHaveProperty("metadata");
    await commit(store(), revise({ id: "more", version: 2, metadata: { team: "green" } }));
    expect((await store().memories.get(host, "more", NOW))?.metadata).toEqual({ team: "green" });
  });
};
