// What was handed out is written behind the readers' backs, and nobody who waits for it goes on too early.

import { expect, test } from "vitest";
import { countUses } from "../../src/operations/uses.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("an earlier turn that takes longer to be written is waited for too", async () => {
  const written: string[] = [];
  let letThrough = () => {};
  const slow = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const uses = countUses(
    {
      touch: async (_tenant, [line]) => {
        if (line?.id === "first") await slow;
        written.push(line?.id ?? "");
      },
    },
    () => new Date(0),
  );
  uses.note("acme", [{ id: "first" }]);
  await nextTurn();
  uses.note("acme", [{ id: "second" }]);
  await nextTurn();
  const settled = uses.settled().then(() => [...written]);
  await nextTurn();
  letThrough();
  expect((await settled).sort()).toEqual(["first", "second"]);
});

test("what one turn hands out of a tenant is written at once, however often and whenever", async () => {
  const calls: unknown[] = [];
  let clock = 0;
  const uses = countUses(
    {
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
