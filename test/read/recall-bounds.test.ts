import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_RECALL_POLICY } from "../../src/read/policy.ts";
import { search } from "../../src/read/recall.ts";
import { aMemory, aMessage, ana, daysAgo, host, openScene, type Scene, TENANT } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const ids = (result: { hits: readonly { id: string }[] }) => result.hits.map((hit) => hit.id);

test.each([
  [0, 1],
  [-3, 1],
  [5, 5],
  [1000, 24],
  [Number.NaN, 10],
])("a limit of %d gives %d hits", async (limit, count) => {
  await scene.remember(
    ...Array.from({ length: 30 }, (_, n) =>
      aMemory(`m${n}`, `The meeting number ${n} was about budget item ${n}`),
    ),
  );
  const result = await search({ viewer: host, query: "budget meeting", limit }, scene.deps);
  expect(result.hits).toHaveLength(count);
});

test("another tenant, a private line and a category outside the allowlist are neither hit, related nor counted", async () => {
  await scene.remember(
    aMemory("mine", "The launch code name is Falcon", { category: "tasks" }),
    aMemory("private", "The launch code name is Condor", { scope: "user", user: "bo" }),
    aMemory("health", "The launch gave Bo a headache", { category: "health" }),
  );
  await scene.commit([
    {
      type: "link",
      relation: {
        from: "mine",
        to: "health",
        type: "related_to",
        strength: 1,
        createdAt: daysAgo(0),
      },
    },
  ]);
  const planner = {
    tenant: TENANT,
    as: { type: "agent", agent: "planner" },
    categories: ["tasks"],
  } as const;
  const ask = { query: "launch code name", explain: true };
  const seen = await search({ ...ask, viewer: planner }, scene.deps);
  expect(ids(seen)).toEqual(["mine"]);
  expect(seen.related).toEqual([]);
  expect(Object.values(seen.filtered ?? {}).reduce((a, b) => a + b, 0)).toBe(0);
  const stranger = { ...planner, tenant: "other" };
  expect(ids(await search({ ...ask, viewer: stranger }, scene.deps))).toEqual([]);
});

test("asOf finds what was known then, in the words of then", async () => {
  const old = aMemory("m1", "Ana lives in Porto", {
    createdAt: daysAgo(20),
    updatedAt: daysAgo(20),
  });
  await scene.remember(old);
  const moved = { ...old, text: "Ana lives in Lisbon", version: 2, updatedAt: daysAgo(1) };
  await scene.commit([
    { type: "revise", memory: moved, expect: 1, event: "UPDATE", reason: "moved" },
  ]);
  const ask = { viewer: host, query: "Where does Ana live?" };
  const texts = async (asOf?: string) => {
    const result = await search(asOf === undefined ? ask : { ...ask, asOf }, scene.deps);
    return result.hits.map((hit) => hit.text);
  };
  expect(await texts()).toEqual(["Ana lives in Lisbon"]);
  expect(await texts(daysAgo(10))).toEqual(["Ana lives in Porto"]);
  expect(await texts(daysAgo(30))).toEqual([]);
});

test("the memories handed out are reported as used, messages are not", async () => {
  await scene.remember(aMemory("m1", "Ana drinks green tea"));
  await scene.say(aMessage("x1", "green tea again"));
  await search({ viewer: ana, query: "green tea" }, scene.deps);
  expect(scene.used).toEqual(["m1"]);
});

test("at most eight missing vectors are made good in one query, and count at once", async () => {
  const memories = Array.from({ length: 12 }, (_, n) => aMemory(`m${n}`, `Note ${n} about tea`));
  await scene.commit(memories.map((memory) => ({ type: "create", memory, reason: "test" })));
  const asked: string[] = [];
  const backfill: typeof scene.deps.backfill = async (missing) => {
    asked.push(...missing.map((memory) => memory.id));
    const [vector] = await scene.deps.embedder.embed(["tea"], "query", { tenant: "acme" });
    return new Map(missing.map((memory) => [memory.id, vector ?? new Float32Array()]));
  };
  const { hits } = await search(
    { viewer: host, query: "tea", limit: 24 },
    { ...scene.deps, backfill },
  );
  expect(asked).toHaveLength(DEFAULT_RECALL_POLICY.candidates.backfill);
  expect(hits.filter((hit) => hit.parts.semantic > 0.99)).toHaveLength(8);
});
