// What a clock may do to us. The system's own is moved, by `faketime`, under a process that lives or is started anew.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { testEngine } from "../support/engine.ts";
import { count } from "./proof-run.ts";
import { hasTool } from "./tools.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const TENANT = "acme";
const JUMPER = fileURLToPath(new URL("./workers/clock-jumper.ts", import.meta.url));
const NOTES = 40;
const run = promisify(execFile);

const Stop = z.object({
  offset: z.string(),
  year: z.number(),
  id: z.string(),
  jobs: z.record(z.string(), z.record(z.string(), z.unknown())),
  listed: z.number(),
  scores: z.array(z.number()),
  ms: z.number(),
});
type Stop = z.infer<typeof Stop>;

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One process that makes so many notes, and then these stops one after the other. */
async function jump(folder: string, notes: number, stops: readonly string[]): Promise<Stop[]> {
  const clock = join(folder, "clock");
  writeFileSync(clock, notes > 0 ? "+0" : (stops[0] ?? "+0"));
  const args = ["--import", "tsx", JUMPER, join(folder, "m.db"), clock, String(notes), ...stops];
  const { stdout } = await run(process.execPath, args, {
    env: {
      ...process.env,
      LD_PRELOAD: fakeClock(),
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => Stop.parse(JSON.parse(line)));
}

/** Where Debian puts it depends on the kind of machine. */
function fakeClock(): string {
  for (const machine of readdirSync("/usr/lib")) {
    const library = join("/usr/lib", machine, "faketime/libfaketimeMT.so.1");
    if (existsSync(library)) return library;
  }
  throw new Error("faketime is there, but its library is not.");
}

const AHEAD = "+10y";
const BACK = "-1h";
const HOME = "+0";

/** Nothing went: what is not listed ahead has run out by that clock, and is back with the old one. */
function expectNoLoss(stops: readonly Stop[]): void {
  const last = stops.at(-1);
  expect(last).toMatchObject({ offset: HOME, listed: NOTES + stops.length });
  for (const { jobs, scores } of stops) {
    expect(jobs).toMatchObject({
      prune: { pruned: 0 },
      forget: { forgotten: 0 },
      purge: { purged: 0 },
    });
    expect(scores.length).toBeGreaterThan(0);
    expect(scores.every(Number.isFinite)).toBe(true);
  }
  expect(new Set(stops.map(({ id }) => id)).size).toBe(stops.length);
}

test.runIf(hasTool("faketime"))(
  "a clock that leaps under a living process ends nothing unasked, and loses nothing",
  async () => {
    const stops = await jump(scratch(), NOTES, [HOME, AHEAD, BACK, HOME]);
    const [home, ahead, back] = stops;
    expect(ahead?.year).toBe((home?.year ?? 0) + 10);
    expect(back?.year).toBe(home?.year);
    expect(ahead?.jobs["prune"]).toMatchObject({ waiting: NOTES, refused: expect.any(String) });
    expectNoLoss(stops);
    // Leases and pauses go by another clock than the one that leapt.
    for (const { ms } of stops) expect(ms).toBeLessThan(60_000);
    count("faults", { "memories that waited out a leap of ten years": NOTES });
  },
);

test.runIf(hasTool("faketime"))(
  "a process that starts ten years ahead ends nothing unasked, and one at home finds everything",
  async () => {
    const folder = scratch();
    const stops = [
      ...(await jump(folder, NOTES, [HOME])),
      ...(await jump(folder, 0, [AHEAD])),
      ...(await jump(folder, 0, [HOME])),
    ];
    expect(stops[1]?.jobs["prune"]).toMatchObject({ waiting: NOTES, refused: expect.any(String) });
    expectNoLoss(stops);
  },
);

test("a clock of our own that jumps ten years ahead or an hour back loses nothing", async () => {
  const { memory, clock } = await testEngine({ upkeep: false });
  const note = (text: string) => memory.remember({ tenant: TENANT, kind: "log", text });
  await memory.remember({ tenant: TENANT, kind: "log", text: "It lasts a day.", ttlDays: 1 });
  await note("It lasts.");
  clock.now = new Date("2026-05-01T09:00:00.000Z");
  expect((await note("Written an hour earlier.")).stored).toHaveLength(1);
  expect(await memory.list({ tenant: TENANT })).toHaveLength(3);
  clock.now = new Date("2036-05-01T10:00:00.000Z");
  await memory.runJob({ name: "nightly", tenant: TENANT });
  await memory.drain();
  clock.now = new Date("2026-05-01T11:00:00.000Z");
  expect(await memory.list({ tenant: TENANT })).toHaveLength(3);
});

/** Ten years ahead for one night, and home again. */
async function thereAndBack() {
  const { memory, clock } = await testEngine({ upkeep: false });
  const author = { id: "ana", name: "Ana" };
  let said = 0;
  const talk = async (text: string) => {
    const id = `m${++said}`;
    await memory.ingest({ tenant: TENANT, channel: "yard", id, author, text });
    await memory.flush({ tenant: TENANT });
  };
  await memory.runJob({ name: "nightly", tenant: TENANT });
  clock.now = new Date("2036-05-02T01:00:00.000Z");
  await memory.runJob({ name: "nightly", tenant: TENANT });
  clock.now = new Date("2026-05-03T10:00:00.000Z");
  return { memory, clock, talk };
}

test("the first night after a clock that had gone ahead tells of what was said since", async () => {
  const { memory, clock, talk } = await thereAndBack();
  await talk("I planted three apple trees behind the mill in the garden today.");
  clock.now = new Date("2026-05-04T01:00:00.000Z");
  const night = await memory.runJob({ name: "nightly", tenant: TENANT });
  expect(night[TENANT]).toMatchObject({ topics: 1 });
  expect((await memory.runJob({ name: "nightly", tenant: TENANT }))[TENANT]).toMatchObject({
    topics: 0,
  });
});
