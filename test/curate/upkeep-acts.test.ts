// Pruning, the chain of a soul, and quarantine.

import fc from "fast-check";
import { expect, test } from "vitest";
import { chain } from "../../src/curate/chain.ts";
import { forget } from "../../src/curate/forget.ts";
import { prune } from "../../src/curate/prune.ts";
import { quarantine, release } from "../../src/curate/quarantine.ts";
import { remember } from "../../src/write/remember.ts";
import { at, commit, create, host, keep, memory } from "../support/store-conformance/samples.ts";
import { DAY, doing, openDesk, proposal, stored } from "./support.ts";

test("pruning ends what has run out, says how many, and purges thirty days later", async () => {
  const { store, deps, setClock } = await openDesk();
  await commit(store, create({ expiresAt: at(5) }), create({ id: "m2" }));
  await forget({ ...doing, id: "m2", purge: false }, deps);
  const run = () => prune({ actor: "job:prune", limit: 100 }, deps);
  expect(await run()).toEqual({ expired: 0, purged: 0 });
  setClock(5);
  expect(await run()).toEqual({ expired: 1, purged: 0 });
  expect(await stored(store, "m1")).toMatchObject({ state: "soft_deleted" });
  expect((await store.memories.history(host, "m1")).at(-1)).toMatchObject({ event: "TTL" });
  setClock(31 * DAY);
  expect(await run()).toEqual({ expired: 0, purged: 2 });
  expect(await stored(store, "m1")).toBeUndefined();
});

test("the whole chain of a soul can be read back from any of its links", async () => {
  const desk = await openDesk();
  const souls = ["I am calm.", "I am calm and curious.", "I am calm, curious and kind."];
  for (const [minutes, text] of souls.entries()) {
    desk.setClock(minutes);
    const plain = { sources: { messages: new Map(), names: [] }, alongside: () => [] };
    const act = { tenant: host.tenant, actor: "host", cause: "remember", ...plain };
    const { subject: _subject, ...soul } = proposal({ kind: "soul", text });
    await remember([soul], act, desk.write);
  }
  const [current] = await desk.store.memories.list(host, {
    filter: { kinds: ["soul"] },
    look: { now: at(9) },
    page: { limit: 9 },
  });
  const links = await chain({ viewer: host, id: current?.id ?? "" }, desk.deps);
  expect(links.map(({ text }) => text)).toEqual(souls);
  expect(await chain({ viewer: host, id: links[0]?.id ?? "" }, desk.deps)).toEqual(links);
});

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
