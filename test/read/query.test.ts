import { estimateTokenCount } from "tokenx";
import { afterEach, beforeEach, expect, test } from "vitest";
import { query } from "../../src/read/query.ts";
import { aMemory, daysAgo, host, openScene, type Scene, TENANT } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const planner = {
  tenant: TENANT,
  as: { type: "agent", agent: "planner" },
  categories: ["tasks", "projects"],
} as const;

test("gives three bullets unless told otherwise", async () => {
  await scene.remember(
    ...Array.from({ length: 5 }, (_, n) =>
      aMemory(`t${n}`, `Deploy step ${n} is done`, { category: "tasks" }),
    ),
  );
  const { items } = await query({ viewer: planner, query: "deploy steps" }, scene.deps);
  expect(items).toHaveLength(3);
  expect(items[0]?.text).toMatch(/^\[tasks\] Deploy step/);
});

test("refuses a category outside the allowlist, wherever it is named", async () => {
  const ask = { viewer: planner, query: "anything" };
  const refused = { code: "forbidden" };
  await expect(query({ ...ask, categories: ["health"] }, scene.deps)).rejects.toMatchObject(
    refused,
  );
  const inFilters = { ...ask, categories: ["tasks"], filters: { categories: ["health"] } };
  await expect(query(inFilters, scene.deps)).rejects.toMatchObject(refused);
});

test("filters inside the database, so the limit is filled with what fits", async () => {
  await scene.remember(
    ...Array.from({ length: 200 }, (_, n) => aMemory(`x${n}`, `Plan the trip ${n}`)),
    aMemory("kept", "Plan the trip to Rome one day", {
      pinned: true,
      importance: 5,
      updatedAt: daysAgo(3),
    }),
  );
  const { items } = await query(
    {
      viewer: host,
      query: "plan the trip",
      filters: { pinned: true, importanceMin: 4, updatedBefore: daysAgo(1) },
    },
    scene.deps,
  );
  expect(items.map(({ id }) => id)).toEqual(["kept"]);
});

test("returns whole records with score and sources when asked for them", async () => {
  await scene.remember(aMemory("m1", "Ana drinks tea"));
  const { items } = await query({ viewer: host, query: "tea", return: "full" }, scene.deps);
  expect(items).toMatchObject([{ id: "m1", memory: { id: "m1" }, sources: [] }]);
});

test("keeps to its budget and says what it left out", async () => {
  await scene.remember(
    ...Array.from({ length: 6 }, (_, n) => aMemory(`m${n}`, `Tea number ${n} comes from Uji`)),
  );
  const result = await query({ viewer: host, query: "tea", topK: 6, budgetTokens: 60 }, scene.deps);
  expect(result.tokens).toBeLessThanOrEqual(60);
  expect(result.tokens).toBe(estimateTokenCount(JSON.stringify(result.items)));
  expect(result.items.length + result.leftOut.length).toBe(6);
});
