// Edges between memories: made once, told once, seen from both ends, and never to one that is gone.

import { expect, test } from "vitest";
import type { Cases } from "./describe-store.ts";
import { commit, create, host, link, NOW } from "./samples.ts";

export const linkCases: Cases = (store) => {
  test("a link is made once and told once", async () => {
    await commit(store(), create(), create({ id: "m2" }), link("m1", "m2", 0.8));
    await commit(store(), link("m1", "m2", 0.3));
    const related = await store().memories.related(host, { ids: ["m1"], look: NOW });
    expect(related.map((edge) => edge.relation.strength)).toEqual([0.8]);
    const history = await store().memories.history(host, "m1");
    expect(history.filter((entry) => entry.event === "LINK")).toHaveLength(1);
  });

  test("a memory that is gone is tied to nothing, and nothing to it", async () => {
    await commit(store(), create(), create({ id: "m2" }), create({ id: "m3" }));
    await commit(store(), { type: "purge", id: "m2", expect: 1, reason: "" });
    await commit(store(), link("m1", "m2"), link("m2", "m1"), link("m1", "m3"));
    await commit(store(), create({ id: "m2", text: "another of that name" }));
    const related = await store().memories.related(host, { ids: ["m1", "m2"], look: NOW });
    expect(related.map(({ relation }) => [relation.from, relation.to])).toEqual([["m1", "m3"]]);
    const history = await store().memories.history(host, "m1");
    expect(history.flatMap(({ event, meta }) => (event === "LINK" ? [meta["to"]] : []))).toEqual([
      "m3",
    ]);
  });

  test("related memories come from both ends, strongest first", async () => {
    await commit(
      store(),
      ...["m1", "m2", "m3"].map((id) => create({ id })),
      link("m1", "m2", 0.4),
      link("m3", "m1", 0.9),
    );
    const related = await store().memories.related(host, { ids: ["m1"], look: NOW });
    expect(related.map((edge) => [edge.to, edge.memory.id])).toEqual([
      ["m1", "m3"],
      ["m1", "m2"],
    ]);
  });
};
