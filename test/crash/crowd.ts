// Four processes on one store, all killed at a random time, again and again: nothing acknowledged is lost, nothing
// is held twice, and the next four go on from there.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { expect } from "vitest";
import { createMemory } from "../../src/index.ts";
import { faultsOf } from "./faults.ts";
import { looking } from "./look.ts";
import { optionsOf, type Place } from "./place.ts";
import { seeded } from "./sample.ts";
import { TENANT } from "./story.ts";
import type { Writer } from "./workers/crowd.ts";

const WRITERS = [0, 1, 2, 3] as const;
const LONGEST_MS = 1_500;

export type Crowd = Readonly<{ script: string; place: Place; rounds: number; seed: number }>;

/** Every message that anyone was told is kept. */
export async function killCrowds({ script, place, rounds, seed }: Crowd): Promise<number> {
  const random = seeded(seed);
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const life = round * 2;
    const writers = WRITERS.map((writer) => start(script, { place, life, writer }));
    await Promise.all(writers.map((one) => one.isReady));
    for (const { child } of writers) child.stdin.write("go\n");
    await Promise.all(writers.map((one) => one.hasHeard));
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_MS));
    for (const { child } of writers) child.kill("SIGKILL");
    for (const { heard } of writers) acknowledged.push(...(await heard));
    const memory = await createMemory(optionsOf(place, { number: life + 1, story: "listening" }));
    await memory.drain();
    await memory.flush({ tenant: TENANT });
    await memory.drain();
    await memory.close();
    expect(await faultsOf(place), `seed ${seed}, round ${round}`).toEqual([]);
    const rows = await looking(place, (look) => look("SELECT id FROM messages"));
    const kept = new Set(rows.map((row) => String(row["id"])));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  }
  return acknowledged.length;
}

type Started = Readonly<{
  child: ChildProcessWithoutNullStreams;
  isReady: Promise<void>;
  /** Warmed up: before its first message is acknowledged a kill proves little. */
  hasHeard: Promise<void>;
  heard: Promise<readonly string[]>;
}>;

function start(script: string, writer: Writer): Started {
  const child = spawn(process.execPath, [script, JSON.stringify(writer)]);
  let said = "";
  let complaint = "";
  child.stderr.on("data", (data: Buffer) => {
    complaint += data.toString();
  });
  child.stdout.on("data", (data: Buffer) => {
    said += data.toString();
  });
  const lines = (count: number) =>
    new Promise<void>((resolve, reject) => {
      child.stdout.on("data", () => {
        if (said.split("\n").length > count) resolve();
      });
      child.on("close", () => reject(new Error(`The writer ended early: ${complaint}`)));
    });
  const isReady = lines(1);
  const hasHeard = lines(2);
  const heard = new Promise<readonly string[]>((resolve, reject) =>
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve(said.split("\n").slice(1, -1));
      else reject(new Error(`The writer ended with ${code}: ${complaint}`));
    }),
  );
  return { child, isReady, hasHeard, heard };
}
