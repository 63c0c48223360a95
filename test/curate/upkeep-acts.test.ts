// Quarantine: what came from an author goes out of use, and comes back.

import fc from "fast-check";
import { expect, test } from "vitest";
import { quarantine, release } from "../../src/curate/forget.ts";
import { at, commit, create, host, keep, memory } from "../support/store-conformance/samples.ts";
import { doing, openDesk, stored } from "./support.ts";

const span = (messageId: string) =>
  ({ type: "span", messageId, start: 0, end: 1, quote: "I" }) as const;

test("quarantine takes out exactly what came from an author, at any distance, and release puts it back", async () => {
  const graphs = fc.array(fc.array(fc.nat(11), { maxLength: 2 }), { minLength: 4, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(graphs, async (graph) => {
      const { store, deps } = await openDesk();
      await commit(store, keep({ id: "bad", author: { id: "mallory", name: "M", isBot: false } }));
      await commit(store, keep({ id: "good" }));
      const parents = graph.map((links, n) => links.filter((link) => link < n));
      const memories = parents.map((links, n) =>
        memory({
          id: `n${n}`,
          evidence: links.length === 0 ? [span(n % 3 === 0 ? "bad" : "good")] : [],
          derivedFrom: links.map((link) => `n${link}`),
        }),
      );
      await commit(store, ...memories.map((one) => create(one)));
      const tainted = new Set<number>();
      for (const [n, links] of parents.entries())
        if (links.some((link) => tainted.has(link)) || (links.length === 0 && n % 3 === 0))
          tainted.add(n);
      const input = { ...doing, author: "mallory", since: at(-1) };
      const expected = [...tainted].map((n) => `n${n}`).sort();
      expect([...(await quarantine(input, deps))].sort()).toEqual(expected);
      const counts = await store.memories.counts(host);
      const active = counts.find(({ state }) => state === "active")?.count ?? 0;
      expect(active).toBe(memories.length - expected.length);
      expect([...(await release(input, deps))].sort()).toEqual(expected);
      expect(await stored(store, "n0")).toMatchObject({ state: "active", tags: [] });
    }),
    { numRuns: 12 },
  );
});

test("what an author said before the time given stays in use", async () => {
  const { store, deps } = await openDesk();
  await commit(store, keep(), create({ evidence: [span("g1")] }));
  const input = { ...doing, author: "u1" };
  expect(await quarantine({ ...input, since: at(1) }, deps)).toEqual([]);
  expect(await quarantine({ ...input, since: at(0) }, deps)).toEqual(["m1"]);
});
