// How often a snapshot is written: not while lines keep coming in, and the less often the longer it takes.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openFiles } from "../../src/store/files/open-files.ts";

const QUIET_MS = 500;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function folderOf() {
  const folder = await mkdtemp(join(tmpdir(), "mneme-snapshots-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = await openFiles(folder);
  let seq = 0;
  const line = (tenant: string) => ({
    ...{ from: "history" as const, seq: ++seq, tenant, file: "vault", itemId: "m1", line: "{}" },
  });
  return {
    files,
    told: (tenant: string) => files.append([line(tenant)]),
    due: () => files.behindSnapshot(QUIET_MS),
  };
}

test("a snapshot waits for quiet, and not for ever", async () => {
  const { told, due } = await folderOf();
  await told("acme");
  expect(due()).toEqual([]);
  vi.advanceTimersByTime(QUIET_MS);
  expect(due()).toEqual(["acme"]);
  for (let n = 0; n < 19; n++) {
    await told("acme");
    expect(due()).toEqual([]);
    vi.advanceTimersByTime(QUIET_MS - 1);
  }
  vi.advanceTimersByTime(QUIET_MS);
  expect(due()).toEqual(["acme"]);
});

test("one that took long rests for twenty times as long; others do not wait for it", async () => {
  const { files, told, due } = await folderOf();
  await told("large");
  vi.advanceTimersByTime(QUIET_MS);
  expect(due()).toEqual(["large"]);
  await files.writeSnapshot("large", "# Memory", 400);
  await told("large");
  await told("small");
  vi.advanceTimersByTime(QUIET_MS);
  expect(due()).toEqual(["small"]);
  vi.advanceTimersByTime(400 * 20 - QUIET_MS - 1);
  expect(due()).toEqual(["small"]);
  expect(files.behindSnapshot(0)).toEqual(["large", "small"]);
  vi.advanceTimersByTime(1);
  expect(due()).toEqual(["large", "small"]);
});
