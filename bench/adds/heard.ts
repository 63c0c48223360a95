// Messages heard from end to end with the built-in models: kept, indexed, embedded, read for facts, told as episodes,
// and written to files.

import { join } from "node:path";
import { createMemory } from "../../src/index.ts";
import { atLeast, type Measured } from "../run/measured.ts";
import { type Spent, spent } from "../run/timing.ts";
import type { Line } from "../workload/workload.ts";

const TENANT = "adds";
const BEGAN = Date.parse("2026-03-01T08:00:00.000Z");
/** Messages that load the models. */
const LOADING = 200;

export type Hearing = Readonly<{
  folder: string;
  lines: readonly Line[];
  name: string;
  /** So many are counted from the start, and again when `warmAfter` have been heard. */
  messages: number;
  warmAfter: number;
}>;

export type Heard = Readonly<{ measured: Measured; perCpuSecond: number }>;

export async function hearMessages(hearing: Hearing): Promise<Heard> {
  const { folder, messages, warmAfter } = hearing;
  const memory = await createMemory({
    path: join(folder, "heard", "adds.db"),
    warn: () => undefined,
  });
  const said = messagesOf(hearing);
  const hear = (from: number, to: number) =>
    spent(async () => {
      await memory.ingestMany(said.slice(from, to));
      await memory.drain();
    });
  await hear(0, LOADING);
  const first = await hear(LOADING, LOADING + messages);
  await hear(LOADING + messages, LOADING + warmAfter);
  const warm = await hear(LOADING + warmAfter, LOADING + warmAfter + messages);
  await memory.close();
  return { measured: report(hearing, first, warm), perCpuSecond: rate(messages, warm.cpuMs) };
}

export function linesNeeded({ messages, warmAfter }: Pick<Hearing, "messages" | "warmAfter">) {
  return LOADING + warmAfter + messages;
}

function messagesOf({ lines }: Hearing) {
  return lines.map(({ id, user, channel, speaker, text }, at) => ({
    ...{ tenant: TENANT, id, channel, text },
    author: { id: `${user}/${speaker}`, name: speaker },
    at: new Date(BEGAN + at * 60_000).toISOString(),
  }));
}

function rate(count: number, ms: number): number {
  return (1_000 * count) / ms;
}

function report({ messages, warmAfter, name }: Hearing, first: Spent, warm: Spent): Measured {
  const row = (what: string, { wallMs, cpuMs }: Spent) => [
    ...[what, messages],
    ...[rate(messages, wallMs), rate(messages, cpuMs)],
  ];
  return {
    tables: [
      {
        title: "Hearing messages, to the end",
        columns: ["what", "how many", "a second", "a processor second"],
        rows: [
          row("ingestMany, the first", first),
          row(`ingestMany, after ${warmAfter.toLocaleString("en")}`, warm),
        ],
        notes: [
          `Text: ${name}. A message is kept, indexed, embedded and read for facts, told as part of an episode, and its lines are written to files.`,
          "The first: much of the processor goes to compiling the program, on threads of its own.",
        ],
      },
    ],
    ratios: {},
    promises: [
      atLeast(
        "messages a processor second when warm, everything included ≥ 500",
        rate(messages, warm.cpuMs),
        500,
      ),
    ],
  };
}
