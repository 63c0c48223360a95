// Consolidation: one fact in two wordings becomes one line, two facts stay two, and a person's undo stands.

import { expect, test } from "vitest";
import { restore } from "../../src/curate/forget.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { CORRECTED_TAG } from "../../src/ports/narrator.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { jobOf, openWorkshop, TENANT, type Workshop } from "./workshop.ts";

const texts = async (shop: Workshop) => (await shop.list("fact")).map(({ text }) => text).sort();
const TWICE = ["Ana works at Nokia as a nurse", "Ana is a nurse at Nokia"] as const;
const span = (messageId: string) =>
  ({ type: "span", messageId, start: 0, end: 1, quote: "x" }) as const;

test("one fact in two wordings becomes one line with the sources of both", async () => {
  const shop = await openWorkshop();
  const first = await shop.keep({ text: "Ana lives in Lisbon", evidence: [span("m1")] });
  shop.pass(1);
  const second = await shop.keep({ text: "Ana lives in Lisbon now", evidence: [span("m2")] });
  expect(await shop.run("consolidate")).toMatchObject({ linesMerged: 1 });
  const lines = await shop.list("fact");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.evidence).toHaveLength(2);
  const aside = lines[0]?.id === first.id ? second : first;
  expect(await shop.get(aside.id)).toMatchObject({
    state: "superseded",
    supersededBy: lines[0]?.id,
  });
});

test.each([
  ["another name", "Ana lives in Lisbon", "Bea lives in Lisbon"],
  ["another number", "Ana has two cats", "Ana has three cats"],
  ["a denial", "Ana likes jazz", "Ana does not like jazz"],
  ["another value", "Ana drinks green tea", "Ana drinks black tea"],
])("%s is another fact", async (_what, older, newer) => {
  const shop = await openWorkshop();
  await shop.keep({ text: older });
  await shop.keep({ text: newer });
  await shop.run("consolidate");
  expect(await texts(shop)).toEqual([newer, older].sort());
});

test.each([
  ["scope", { scope: "support" }],
  ["owner", { scope: "user", user: "u2" }],
  ["subject", { subject: "u2" }],
  ["kind", { kind: "lore" }],
] as const)("lines of another %s are never merged", async (_what, fields) => {
  const shop = await openWorkshop();
  await shop.keep({ text: TWICE[0] });
  await shop.keep({ text: TWICE[1], ...fields });
  expect(await shop.run("consolidate")).toMatchObject({ linesMerged: 0 });
});

test("the words of whoever is trusted less never stay", async () => {
  const shop = await openWorkshop();
  const person = await shop.keep({ text: "Ana lives in Lisbon", trust: 3 });
  await shop.keep({ text: "Ana lives in Lisbon now", trust: 1, origins: ["document"] });
  await shop.run("consolidate");
  expect(await shop.get(person.id)).toMatchObject({ state: "active", trust: 3 });
});

test("a corrected line stays", async () => {
  const shop = await openWorkshop();
  const right = await shop.keep({ text: "Ana lives in Lisbon", tags: [CORRECTED_TAG] });
  await shop.keep({ text: "Ana lives in Lisbon now" });
  await shop.run("consolidate");
  expect(await shop.get(right.id)).toMatchObject({ state: "active" });
});

test("what a person restored is not merged again", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana lives in Lisbon" });
  await shop.keep({ text: "Ana lives in Lisbon now" });
  await shop.run("consolidate");
  const [aside] = await shop.list("fact", ["superseded"]);
  if (aside === undefined) throw new Error("nothing was merged");
  await restore({ viewer: hostViewer(TENANT), actor: "ana", id: aside.id }, shop.deps);
  shop.pass(15);
  await shop.run("consolidate");
  expect(await texts(shop)).toHaveLength(2);
});

test("a pair is put before the judge once in two weeks, and again when its words change", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana has two cats" });
  await shop.keep({ text: "Ana has three cats" });
  expect(await shop.run("consolidate")).toMatchObject({ pairsLookedAt: 1 });
  shop.pass(1);
  expect(await shop.run("consolidate")).toMatchObject({ pairsLookedAt: 0 });
  shop.pass(14);
  expect(await shop.run("consolidate")).toMatchObject({ pairsLookedAt: 1 });
});

test("no more than fifty pairs of a person are looked at in a day, however often it runs", async () => {
  const shop = await openWorkshop();
  for (let n = 1; n <= 20; n += 1) await shop.keep({ text: `Ana owns the red car number ${n}` });
  let looked = 0;
  for (let run = 0; run < 4; run += 1) {
    const counts = await shop.run("consolidate");
    looked += Number(counts["pairsLookedAt"]);
  }
  expect(looked).toBe(50);
});

test("a judge that failed is asked again about the same pairs", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana lives in Lisbon" });
  await shop.keep({ text: "Ana lives in Lisbon now" });
  const down = {
    ...shop.deps,
    judge: {
      name: "builtin",
      judge: async () => ({ type: "retryable", reason: "timeout" }) as const,
    },
  };
  const job = jobOf({ name: "consolidate" });
  await expect(upkeepHandlers(down)["consolidate"]?.(job)).rejects.toMatchObject({
    code: "provider_unavailable",
  });
  expect(await shop.run("consolidate")).toMatchObject({ linesMerged: 1 });
});

test("the pairs that the write path could not decide on are decided by the judge", async () => {
  const shop = await openWorkshop();
  const first = await shop.keep({ text: "Ana owns a yellow motorcycle" });
  const second = await shop.keep({ text: "Ana drives a yellow motorcycle" });
  const asked: number[] = [];
  const deciding = {
    ...shop.deps,
    judge: {
      name: "scripted",
      judge: async ({ pairs }: Readonly<{ pairs: readonly unknown[] }>) => {
        asked.push(pairs.length);
        return { type: "ok", verdicts: pairs.map(() => "same" as const) } as const;
      },
    },
  };
  const payload = { id: second.id, with: [first.id] };
  const job = jobOf({ name: "consolidate", payload });
  const handler = upkeepHandlers(deciding)["consolidate"];
  expect(await handler?.(job)).toMatchObject({ linesMerged: 1 });
  expect(await handler?.(job)).toMatchObject({ linesMerged: 0 });
  expect(asked).toEqual([1]);
  expect(await shop.list("summary")).toEqual([]);
});

test("a dry run names the merges of the real run and changes nothing", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana lives in Lisbon" });
  await shop.keep({ text: "Ana lives in Lisbon now" });
  const tried = await shop.run("consolidate", { dryRun: true });
  expect(tried["would"]).toEqual([expect.objectContaining({ act: "merge" })]);
  expect(await texts(shop)).toHaveLength(2);
  await shop.run("consolidate");
  const [aside] = await shop.list("fact", ["superseded"]);
  expect(JSON.stringify(tried["would"])).toContain(aside?.id);
});

test("a dry run goes through every round of the real run, and says the same", async () => {
  const shop = await openWorkshop();
  const texts = [
    "Ana lives in Lisbon",
    "Ana lives in Lisbon now",
    "Now Ana lives in Lisbon",
    "Ana still lives in Lisbon",
  ];
  for (const text of texts) {
    await shop.keep({ text });
    shop.pass(0.01);
  }
  const { would, ...counts } = await shop.run("consolidate", { dryRun: true });
  const again = await shop.run("consolidate", { dryRun: true });
  expect(again).toEqual({ ...counts, would });
  expect(await shop.run("consolidate")).toEqual(counts);
  expect(Number(counts["linesMerged"])).toBeGreaterThan(1);
  const aside = (await shop.list("fact", ["superseded"])).map(({ id }) => id).sort();
  const planned = (would as { ids: string[] }[]).map(({ ids }) => ids[1]).sort();
  expect(planned).toEqual(aside);
});
