// Short-lived notes, consent that lapses, caps, and the notes that jobs leave.

import { expect, test } from "vitest";
import { LORE_SUBJECT } from "../../src/model/kinds.ts";
import type { Review } from "../../src/model/review.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { jobOf, openWorkshop, TENANT, type Workshop } from "./workshop.ts";

const note = (shop: Workshop, text: string, fields: object = {}) =>
  shop.keep({ text, kind: "log", stability: "volatile", ...fields });

test("five volatile notes without an end become one summary after a week (N9)", async () => {
  const shop = await openWorkshop();
  for (let n = 1; n <= 7; n += 1) await note(shop, `Ana did thing number ${n}`);
  shop.pass(6);
  expect(await shop.run("merge-volatile")).toMatchObject({ summaries: 0 });
  shop.pass(1.1);
  expect(await shop.run("merge-volatile")).toEqual({ notesMerged: 5, summaries: 1 });
  expect(await shop.list("log")).toHaveLength(2);
  const merged = (await shop.list("summary")).find(({ category }) => category === "preference");
  expect(merged?.derivedFrom).toHaveLength(5);
  expect(merged?.text).toContain("thing number 1");
});

test("notes with an end, stable notes and notes of another owner stay out of it", async () => {
  const shop = await openWorkshop();
  const expiresAt = new Date(Date.parse(shop.at()) + 90 * 86_400_000).toISOString();
  for (let n = 0; n < 4; n += 1) await note(shop, `mine ${n}`);
  await note(shop, "theirs", { scope: "user", user: "u2" });
  await note(shop, "ends", { expiresAt });
  await note(shop, "stays", { stability: "stable" });
  shop.pass(8);
  expect(await shop.run("merge-volatile")).toMatchObject({ summaries: 0 });
});

test("long notes are merged as far as there is room", async () => {
  const shop = await openWorkshop();
  for (let n = 0; n < 5; n += 1) await note(shop, `${n} ${"word ".repeat(700)}end`);
  shop.pass(8);
  expect(await shop.run("merge-volatile")).toMatchObject({ summaries: 1 });
});

test("what waited for consent longer than its time lapses, and the log says so (S10)", async () => {
  const shop = await openWorkshop();
  await propose(shop, [waiting(shop, "r1", 7), waiting(shop, "r2", 9)]);
  shop.pass(8);
  expect(await shop.run("expire-consent")).toEqual({ lapsed: 1 });
  expect(await shop.store.reviews.get(TENANT, "r1")).toMatchObject({
    state: "lapsed",
    decidedBy: "job:expire-consent",
  });
  expect(await shop.store.reviews.get(TENANT, "r2")).toMatchObject({ state: "pending" });
  const log = await shop.store.upkeep.activities(
    { tenant: TENANT, as: { type: "host" }, categories: "all" },
    { limit: 5, op: "review_lapsed" },
  );
  expect(log).toHaveLength(1);
});

test("however many still wait, what waited too long lapses", async () => {
  const shop = await openWorkshop();
  const many = Array.from({ length: 2_001 }, (_, n) => waiting(shop, `a${n}`, 30));
  await propose(shop, many);
  shop.pass(1);
  await propose(shop, [waiting(shop, "late", 7)]);
  shop.pass(8);
  expect(await shop.run("expire-consent", { dryRun: true })).toMatchObject({ lapsed: 1 });
  expect(await shop.run("expire-consent")).toEqual({ lapsed: 1 });
  expect(await shop.store.reviews.get(TENANT, "late")).toMatchObject({ state: "lapsed" });
});

function waiting(shop: Workshop, id: string, days: number): Review {
  return {
    id,
    tenant: TENANT,
    user: "u1",
    why: "consent: city",
    act: { type: "delete", id: "m1" },
    hash: id,
    state: "pending",
    signals: 1,
    createdAt: shop.at(),
    lapsesAt: new Date(Date.parse(shop.at()) + days * 86_400_000).toISOString(),
  };
}

async function propose(shop: Workshop, reviews: readonly Review[]): Promise<void> {
  const changes = reviews.map((review) => ({ type: "propose", review }) as const);
  await shop.store.commit({ tenant: TENANT, at: shop.at(), actor: "t", cause: "t", changes });
}

test("the newest eighty facts of a person stay active (F9)", async () => {
  const shop = await openWorkshop();
  for (let n = 0; n < 83; n += 1) await shop.keep({ text: `Ana knows fact ${n}` });
  const tried = await shop.run("archive", { dryRun: true });
  expect(tried["archived"]).toBe(3);
  expect(await shop.run("archive")).toEqual({ archived: 3 });
  expect(await shop.list("fact")).toHaveLength(80);
  expect(await shop.list("fact", ["archived"])).toHaveLength(3);
  expect(await shop.run("archive")).toEqual({ archived: 0 });
});

test("every subject and the lore are archived by their own cap, and no pinned line", async () => {
  const shop = await openWorkshop();
  const pinned = await shop.keep({ text: "Ana was pinned first", pinned: true });
  for (let n = 0; n < 81; n += 1) await shop.keep({ text: `Ana knows fact ${n}` });
  for (let n = 0; n < 3; n += 1) await shop.keep({ text: `Bob knows fact ${n}`, subject: "u2" });
  const lore = { kind: "lore", subject: LORE_SUBJECT } as const;
  for (let n = 0; n < 122; n += 1) await shop.keep({ text: `The town has street ${n}`, ...lore });
  expect(await shop.run("archive")).toEqual({ archived: 3 });
  expect(await shop.get(pinned.id)).toMatchObject({ state: "active" });
  expect(await shop.list("fact")).toHaveLength(84);
  expect(await shop.list("lore")).toHaveLength(120);
});

test("a job that did something leaves one volatile note for a week, even when it is run again (N13)", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana waved", importance: 1 });
  shop.pass(61);
  const handler = upkeepHandlers(shop.deps)["forget"];
  await handler?.(jobOf({ name: "forget" }));
  await handler?.(jobOf({ name: "forget" }));
  const [left, ...others] = await shop.list("summary");
  expect(others).toEqual([]);
  expect(left).toMatchObject({
    stability: "volatile",
    text: "Upkeep (forget): forgotten: 1.",
    expiresAt: new Date(Date.parse(shop.at()) + 7 * 86_400_000).toISOString(),
  });
});

test("a job with nothing to do leaves no note", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana waved" });
  for (const name of ["prune", "forget", "purge", "merge-volatile", "archive", "expire-consent"])
    await shop.run(name);
  expect(await shop.list("summary")).toEqual([]);
});

test("the end of a job's note is not worth another note", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana waved", importance: 1 });
  shop.pass(61);
  await shop.run("forget");
  shop.pass(8);
  expect(await shop.run("prune")).toEqual({ pruned: 1 });
  expect(await shop.list("summary")).toEqual([]);
});
