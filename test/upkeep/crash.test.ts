// A worker that dies between the effects of a job and its completion: the job runs again, its effects do not.

import { expect, test } from "vitest";
import { stateHash } from "../../src/curate/vault-file.ts";
import { SCHEDULE, upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { jobOf, openWorkshop, TENANT, type Workshop } from "./workshop.ts";

/** A store in which every job has something to do. */
async function busyWorkshop(): Promise<Workshop> {
  const shop = await openWorkshop();
  const soon = new Date(Date.parse(shop.at()) + 86_400_000).toISOString();
  await shop.keep({ text: "Ana waved", importance: 1 });
  await shop.keep({ text: "over", kind: "log", expiresAt: soon });
  await shop.keep({ text: "forgotten", kind: "log", state: "soft_deleted", purgeAt: soon });
  for (let n = 0; n < 6; n += 1)
    await shop.keep({ text: `note ${n}`, kind: "log", stability: "volatile" });
  for (let n = 0; n < 82; n += 1) await shop.keep({ text: `Bea knows fact ${n}`, subject: "u2" });
  shop.pass(70);
  await shop.say("u1", "Ana", "hello");
  await shop.keep({ text: "Ana lives in Lisbon" });
  await shop.keep({ text: "Ana lives in Lisbon now" });
  const trait = { kind: "trait", category: "profile", section: "bio" } as const;
  await shop.keep({ ...trait, text: "Ana works at Nokia", derivedFrom: ["f1"] });
  await shop.keep({ ...trait, text: "Ana works at Nokia now", derivedFrom: ["f2"] });
  for (const what of ["needs tomatoes", "has a broken fence"])
    await shop.keep({
      kind: "episode",
      text: `Ana said that the garden ${what}.`,
      title: "Garden",
      participants: ["u1"],
    });
  return shop;
}

const JOBS = SCHEDULE.map(({ name }) => name).filter((name) => name !== "clock");

test.each(JOBS)("%s has its effects once, though it is run twice", async (name) => {
  const shop = await busyWorkshop();
  const handler = upkeepHandlers(shop.deps)[name];
  const job = jobOf({ name });
  await handler?.(job);
  const once = await stateHash(shop.store);
  await handler?.(job);
  expect(await stateHash(shop.store)).toBe(once);
});

const NOTED = ["prune", "nightly", "consolidate", "merge-volatile", "archive", "forget", "purge"];

test.each(NOTED)(
  "%s leaves one note of what it did, and none when it did nothing",
  async (name) => {
    const shop = await busyWorkshop();
    const notes = async () =>
      (await shop.list("summary"))
        .filter(({ writer }) => writer.job === name)
        .map(({ text }) => text);
    const handler = upkeepHandlers(shop.deps)[name];
    await handler?.(jobOf({ name, id: "first", key: "first" }));
    const [note, ...others] = await notes();
    expect(note).toMatch(new RegExp(`^Upkeep \\(${name}\\): .*[1-9]`));
    expect(others).toEqual([]);
    await handler?.(jobOf({ name, id: "second", key: "second" }));
    expect(await notes()).toHaveLength(1);
  },
);

test("a job whose worker died is finished by the next one, once its lease is over", async () => {
  const shop = await busyWorkshop();
  const runAt = shop.at();
  await shop.store.jobs.enqueue([
    { id: "f1", tenant: TENANT, name: "forget", key: "k", payload: {}, runAt },
  ]);
  const leaseUntil = new Date(Date.parse(runAt) + 60_000).toISOString();
  const [claimed] = await shop.store.jobs.claim({
    names: ["forget"],
    now: runAt,
    leaseUntil,
    limit: 1,
  });
  if (claimed === undefined) throw new Error("nothing to claim");
  const handlers = upkeepHandlers(shop.deps);
  await handlers["forget"]?.(claimed);
  const worker = { jobs: shop.store.jobs, handlers, now: shop.deps.now, random: () => 0.5 };
  expect(await runDueJobs(worker)).toBe(0);
  shop.pass(0.1);
  expect(await runDueJobs(worker)).toBe(1);
  const { detail } = (await shop.store.jobs.lastRun(TENANT, "forget")) ?? {};
  expect(detail).toEqual({ forgotten: 0 });
  const stale = { tenant: TENANT, name: "forget", key: "k", startedAt: runAt, endedAt: runAt };
  expect(await shop.store.jobs.complete(claimed, { ...stale, outcome: "ok", detail: {} })).toBe(
    false,
  );
});
