// Writers that race for the same line leave one active row, and none of them is told a lie.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { candidate, note, openDesk, proposal, scripted } from "../support/write-fixtures.ts";

const START_SECONDS = 4;

test("of two concurrent writers of one fact one stores it and the other touches it", async () => {
  const desk = await openDesk();
  const outcomes = await Promise.all([desk.remember([proposal()]), desk.remember([proposal()])]);
  expect(outcomes.flat().map((one) => one.type)).toEqual(["stored", "merged"]);
  expect(await desk.all()).toMatchObject([{ state: "active", version: 2 }]);
});

test("ten concurrent writers of one fact leave one row with all their evidence counted", async () => {
  const desk = await openDesk();
  await Promise.all(Array.from({ length: 10 }, () => desk.remember([proposal()])));
  expect(await desk.all()).toMatchObject([{ state: "active", version: 10 }]);
});

test("two concurrent writers of one register leave one record at version two", async () => {
  const desk = await openDesk();
  const register = (text: string) => note({ kind: "register", topicId: "plans", text });
  await Promise.all([
    desk.remember([register("Ship the dashboard.")]),
    desk.remember([register("Hire a designer.")]),
  ]);
  expect(await desk.all(["active"])).toMatchObject([{ kind: "register", version: 2 }]);
});

test("two concurrent contradictions of one fact leave one of them active", async () => {
  const desk = await openDesk();
  const lives = (city: string) => desk.remember([proposal({ text: `Ana lives in ${city}.` })]);
  await lives("Lisbon");
  await Promise.all([lives("Porto"), lives("Faro")]);
  expect(await desk.all(["active"])).toHaveLength(1);
  expect(await desk.all(["superseded"])).toHaveLength(2);
});

test("the same message heard twice at once is kept once and read once", async () => {
  const desk = await openDesk({
    extractor: scripted((input) => [candidate(input, "Ana drinks green tea.")]),
  });
  const twice = [1, 2].map(() => desk.hear("I drink green tea", { id: "same" }));
  const receipts = await Promise.all(twice);
  expect(receipts.map((one) => one.status).sort()).toEqual(["ignored", "ok"]);
  expect(await desk.all()).toMatchObject([{ version: 1 }]);
});

test("four processes that say the same ten things leave ten rows", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mneme-race-"));
  const path = join(folder, "memory.db");
  await (await openDesk({ path })).store.close();
  const writer = fileURLToPath(new URL("./racing-writer.ts", import.meta.url));
  const startAt = String(Date.now() + START_SECONDS * 1_000);
  const run = promisify(execFile);
  await Promise.all(
    ["a", "b", "c", "d"].map((name) =>
      run(process.execPath, ["--import", "tsx", writer, path, name, startAt]),
    ),
  );
  const desk = await openDesk({ path });
  const all = await desk.all();
  expect(all.map((one) => one.state)).toEqual(Array(10).fill("active"));
  expect(new Set(all.map((one) => one.text)).size).toBe(10);
  expect(all.reduce((sum, one) => sum + one.version, 0)).toBe(160);
  await desk.store.close();
  await rm(folder, { recursive: true });
});
