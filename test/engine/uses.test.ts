// What was handed out is written behind the readers' backs, and nobody who waits for it goes on too early.

import { expect, test } from "vitest";
import { countUses } from "../../src/operations/count-uses.ts";

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 60));

test("an earlier count that takes longer to be written is waited for too", async () => {
  const written: string[] = [];
  let letThrough = () => {};
  const slow = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const uses = countUses(
    {
      record: async () => undefined,
      touch: async (_tenant, [line]) => {
        if (line?.id === "first") await slow;
        written.push(line?.id ?? "");
      },
    },
    () => new Date(0),
  );
  uses.note("acme", [{ id: "first" }]);
  await aMoment();
  uses.note("acme", [{ id: "second" }]);
  await aMoment();
  const settled = uses.settled().then(() => [...written]);
  await aMoment();
  letThrough();
  expect((await settled).sort()).toEqual(["first", "second"]);
});

test("what a tenant is handed within a moment is written at once, however often and whenever", async () => {
  const calls: unknown[] = [];
  let clock = 0;
  const uses = countUses(
    {
      record: async () => undefined,
      touch: async (tenant, lines, at) => {
        calls.push([tenant, at, lines]);
      },
    },
    () => new Date(clock++),
  );
  uses.note("acme", [{ id: "a" }, { id: "b" }]);
  uses.note("globex", [{ id: "z" }]);
  uses.note("acme", [{ id: "a", scored: { score: 1, parts: {} } }]);
  await uses.settled();
  const second = { id: "a", scored: { score: 1, parts: {} }, times: 2 };
  expect(calls).toEqual([
    ["acme", "1970-01-01T00:00:00.002Z", [second, { id: "b", times: 1 }]],
    ["globex", "1970-01-01T00:00:00.001Z", [{ id: "z", times: 1 }]],
  ]);
});

test("what nobody waits for is written all the same, a moment later", async () => {
  const calls: string[] = [];
  const touch = async (tenant: string) => void calls.push(tenant);
  const uses = countUses({ record: async () => undefined, touch }, () => new Date(0));
  uses.note("acme", [{ id: "a" }]);
  uses.note("acme", []);
  await Promise.resolve();
  expect(calls).toEqual([]);
  await expect.poll(() => calls).toEqual(["acme"]);
});
