// The snapshot says of every line that no person said or approved where it came from, and no line can hide that.

import { expect, test } from "vitest";
import { snapshotText } from "../../src/curate/snapshot.ts";
import { ORIGINS, TRUST_OF } from "../../src/model/origin.ts";
import { testEngine } from "../support/engine.ts";
import { memory, message } from "../support/store-conformance/samples.ts";

const tenant = "acme";
const EMPTY = { people: [], lore: [], highlights: [], days: [] };

test.each(ORIGINS)(
  "what came from `%s` alone is marked unless a person stands behind it",
  (origin) => {
    const trust = TRUST_OF[origin];
    const line = memory({ text: "The boat is green.", origins: [origin], trust });
    const mark = trust < 3 ? `\\[unconfirmed: ${origin}\\] ` : "";
    const people = [{ id: "u1", name: "Ana", facts: [line] }];
    const text = snapshotText({ ...EMPTY, people, lore: [line] });
    expect(text.split("\n").filter((one) => one.includes("boat"))).toEqual([
      `- ${mark}The boat is green. (preference)`,
      `- ${mark}The boat is green. (preference)`,
    ]);
    const said = { ...message({ origin, text: "We sail on Friday morning." }), position: 1 };
    const highlight = snapshotText({ ...EMPTY, highlights: [said] });
    expect(highlight).toContain(`\n- ${mark}2026-05-01 10:00 **Ana** in general: We sail`);
  },
);

test("a line of many origins names all of them", () => {
  const line = memory({ origins: ["user", "tool"], trust: 1, text: "Mixed." });
  expect(snapshotText({ ...EMPTY, lore: [line] })).toContain(
    "\\[unconfirmed: user, tool\\] Mixed.",
  );
});

test("what an agent told of a group is marked until a person approves it, and a person's word is not", async () => {
  const { memory: engine } = await testEngine();
  const told = { tenant, kind: "lore", scope: "shared" } as const;
  await engine.remember({ ...told, agent: "helper", text: "The group pays Northgate first." });
  await engine.remember({ ...told, origin: "tool", text: "The group sells its boats." });
  await engine.remember({ ...told, text: "The group meets on Fridays." });
  const { text } = await engine.admin.refreshSnapshot({ tenant });
  expect(text).toContain("\\[unconfirmed: assistant\\] The group pays Northgate first.");
  expect(text).toContain("\n- The group meets on Fridays.");
  expect(text).not.toContain("sells its boats");
  const [held] = await engine.review.list({ tenant });
  const { id = "", hash = "" } = held ?? {};
  await engine.review.approve({ tenant, id, hash, actor: "ana" });
  const { text: after } = await engine.admin.refreshSnapshot({ tenant });
  expect(after).toContain("\n- The group sells its boats.");
});
