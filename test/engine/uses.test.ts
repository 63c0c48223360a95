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
