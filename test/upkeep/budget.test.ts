// What a language model that judges may cost: neither a retry nor a crash passes the caps, and the ledger is the
// provider's own count.

import { expect, onTestFinished, test } from "vitest";
import { openLanguage } from "../../src/models/language/ai-sdk.ts";
import { languageJudge } from "../../src/models/language/extractor.ts";
import { ledgerMeter } from "../../src/models/language/metered.ts";
import { modelJudge } from "../../src/upkeep/judge.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { stillOutside } from "../support/still-outside.ts";
import { type MeteredModel, startMeteredModel } from "./metered-model.ts";
import { jobOf, openWorkshop, TENANT, type Workshop } from "./workshop.ts";

const COLORS = ["red", "blue", "green", "black", "white", "yellow", "brown", "pink"];
const THINGS = ["lamp", "chair", "table", "shelf"];

async function model(): Promise<MeteredModel> {
  const server = await startMeteredModel();
  onTestFinished(() => server.close());
  return server;
}

/** Lines of each person that are near to one another, and are not one. */
async function furnish(shop: Workshop, people: number): Promise<void> {
  for (let person = 0; person < people; person += 1)
    for (const color of COLORS)
      for (const thing of THINGS)
        await shop.keep({
          text: `Ana keeps a ${color} ${thing} in the hall`,
          subject: `u${person}`,
        });
}

/** A process of its own: its meter knows nothing of what others set aside but what the ledger says. */
async function node(shop: Workshop, server: MeteredModel, budget = Number.MAX_SAFE_INTEGER) {
  const meter = ledgerMeter(shop.store.ledger, { tenant: budget, user: budget }, shop.deps);
  const fast = { baseUrl: server.url, model: "judge", apiKey: "k" };
  const language = await openLanguage({ fast }, { meter, outside: stillOutside() });
  const deps = { ...shop.deps, judge: modelJudge(languageJudge(language)) };
  return {
    handlers: upkeepHandlers(deps),
    jobs: shop.store.jobs,
    now: deps.now,
    random: () => 0.5,
  };
}

async function booked(shop: Workshop) {
  const lines = await shop.store.ledger.list(TENANT);
  return {
    calls: lines.reduce((sum, line) => sum + line.calls, 0),
    tokens: lines.reduce((sum, line) => sum + line.input + line.output, 0),
  };
}

async function enqueue(shop: Workshop, id: string): Promise<void> {
  const runAt = shop.at();
  await shop.store.jobs.enqueue([
    { id, tenant: TENANT, name: "consolidate", key: id, payload: {}, runAt },
  ]);
}

test("prompts hold five to ten pairs, fifty a person and day, and the ledger is what the provider charged", async () => {
  const shop = await openWorkshop();
  const server = await model();
  await furnish(shop, 2);
  const { handlers } = await node(shop, server);
  for (const id of ["a", "b"]) await handlers["consolidate"]?.(jobOf({ name: "consolidate", id }));
  expect(Math.min(...server.asked())).toBeGreaterThanOrEqual(5);
  expect(Math.max(...server.asked())).toBeLessThanOrEqual(10);
  expect(server.asked().reduce((sum, pairs) => sum + pairs, 0)).toBe(2 * 50);
  expect(await booked(shop)).toEqual({ calls: server.calls(), tokens: server.charged() });
});

test("errors and nonsense are tried again within the caps, and the ledger is still what was charged", async () => {
  const shop = await openWorkshop();
  const server = await model();
  server.play("error", "answer", "nonsense", "error", "nonsense", "answer");
  await furnish(shop, 3);
  const worker = await node(shop, server);
  await enqueue(shop, "a");
  for (let tries = 0; tries < 8; tries += 1) {
    await runDueJobs(worker);
    shop.pass(0.01);
  }
  expect(await booked(shop)).toEqual({ calls: server.calls(), tokens: server.charged() });
  const judged = server.asked().length;
  expect(judged).toBeGreaterThan(0);
  expect(await shop.list("fact", ["superseded"])).toEqual([]);
});

test("a person's fifty pairs are not asked about again because the answers were lost", async () => {
  const shop = await openWorkshop();
  const server = await model();
  server.play("nonsense");
  await furnish(shop, 1);
  const worker = await node(shop, server);
  await enqueue(shop, "a");
  for (let tries = 0; tries < 12; tries += 1) {
    await runDueJobs(worker);
    shop.pass(0.01);
  }
  // Each prompt is tried twice before it is given up.
  const pairs = server.asked().reduce((sum, count) => sum + count, 0) / 2;
  expect(pairs).toBeLessThanOrEqual(50);
  expect(await shop.list("fact", ["superseded"])).toEqual([]);
});

test("no more is ever charged than the day allows, whatever is lost or reset", async () => {
  const shop = await openWorkshop();
  const server = await model();
  const budget = 25_000;
  server.play("answer", "reset", "error", "answer", "nonsense");
  await furnish(shop, 4);
  const worker = await node(shop, server, budget);
  await enqueue(shop, "a");
  for (let tries = 0; tries < 10; tries += 1) {
    await runDueJobs(worker);
    shop.pass(0.01);
  }
  expect(server.charged()).toBeGreaterThan(0);
  expect(server.charged()).toBeLessThanOrEqual(budget);
  const { tokens } = await booked(shop);
  expect(tokens).toBeGreaterThanOrEqual(server.charged());
  expect(tokens).toBeLessThanOrEqual(budget);
});

test("a node that died in a call has used up what it set aside; the next goes on with what is left", async () => {
  const shop = await openWorkshop();
  const server = await model();
  const budget = 15_000;
  await furnish(shop, 2);
  server.play("answer", "hang");
  const dying = await node(shop, server, budget);
  await enqueue(shop, "a");
  void runDueJobs(dying);
  await expect.poll(server.calls).toBe(2);
  const lost = server.charged();
  server.play("answer");
  shop.pass(0.01);
  const next = await node(shop, server, budget);
  await runDueJobs(next);
  expect(server.charged()).toBeGreaterThan(lost);
  expect(server.charged()).toBeLessThanOrEqual(budget);
});

test("a judge whose budget is spent says nothing, and its job waits for the next day", async () => {
  const shop = await openWorkshop();
  const server = await model();
  await furnish(shop, 1);
  const worker = await node(shop, server, 100);
  await enqueue(shop, "a");
  await runDueJobs(worker);
  expect(server.calls()).toBe(0);
  const [job] = await shop.store.jobs.list(TENANT, { states: ["queued"], limit: 5 });
  expect(job?.lastError).toContain("over_budget");
  expect(job?.runAt.slice(0, 10)).toBe(
    new Date(Date.parse(shop.at()) + 86_400_000).toISOString().slice(0, 10),
  );
});
