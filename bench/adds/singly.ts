// One memory after another, each durable before the next, in turns with the bare insert of the same rows.

import { join } from "node:path";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { atLeast, type Measured } from "../run/measured.ts";
import { percentiles, ratioOf, type Spent, spent } from "../run/timing.ts";
import type { Line } from "../workload/workload.ts";
import { bareCopy } from "./bare-insert.ts";

const TENANT = "adds";
const SEED = 5;

export type Singly = Readonly<{
  folder: string;
  rounds: number;
  adds: number;
  lines: readonly Line[];
}>;

type Kind = "log" | "fact";
type Round = Readonly<{ adds: number; whole: Spent; times: readonly number[] }>;

export async function addSingly(given: Singly): Promise<Measured> {
  const { notes, bare } = await besideBare(given);
  const facts = await factRounds(given);
  const perCpu = (rounds: readonly Round[]) => rounds.map(({ adds, whole }) => whole.cpuMs / adds);
  const perWall = (rounds: readonly Round[]) =>
    rounds.map(({ adds, whole }) => whole.wallMs / adds);
  const against = (rounds: readonly Round[], per: typeof perCpu) => {
    const base = per(bare);
    return ratioOf(
      per(rounds).map((cost, round) => (base[round] ?? Number.NaN) / cost),
      "more",
    );
  };
  const row = (name: string, rounds: readonly Round[]) => {
    const { p50, p99 } = percentiles(rounds.flatMap(({ times }) => times));
    const wall = ratioOf(perWall(rounds), "less").value;
    const cpu = ratioOf(perCpu(rounds), "less").value;
    return [name, 1_000 / wall, 1_000 / cpu, p50, p99, against(rounds, perWall).value];
  };
  const byClock = against(notes, perWall);
  return {
    tables: [
      {
        title: "Adding one at a time",
        columns: ["what", "a second", "a processor second", "p50 ms", "p99 ms", "of bare insert"],
        rows: [
          row("bare insert: row, words, vector", bare),
          row("remember, a note", notes),
          row("remember, a fact", facts),
        ],
        notes: [
          `${given.rounds} rounds of ${given.adds}; SQLite, usual durability, files beside it; a round of notes, a round of the bare insert, and again, on files of their own. A fact is compared with what is known first. The words of a note go into the index many at a time, those of the bare insert each by themselves. Neighbours come later, by a job; what goes on in the background meanwhile is part of the time.`,
        ],
      },
    ],
    ratios: {
      "remember a note, of a bare insert (processor)": against(notes, perCpu),
      "remember a fact, of a bare insert (processor)": against(facts, perCpu),
    },
    promises: [atLeast("single durable adds, share of a bare insert ≥ 0.33", byClock.value, 1 / 3)],
  };
}

type Beside = Readonly<{ notes: readonly Round[]; bare: readonly Round[] }>;

/** The rows to put in bare come from a store that was filled before, so that the two can take turns on one machine. */
async function besideBare(given: Singly): Promise<Beside> {
  const held = await filled(given);
  const copy = await bareCopy(pathOf("log", given.folder), join(given.folder, "bare.db"));
  const wanted = (given.rounds + 1) * given.adds - held;
  if (copy.count !== wanted) throw new Error(`Of ${wanted} notes ${copy.count} became memories.`);
  const said = notesOf(given);
  const memory = await opened(join(given.folder, "notes", "adds.db"));
  const adds = Math.floor(copy.count / (given.rounds + 1));
  const notes: Round[] = [];
  const bare: Round[] = [];
  for (let round = 0; round <= given.rounds; round++) {
    notes.push(
      await roundOf(given.adds, round, async (at) => void (await heldAt(memory, said, at))),
    );
    bare.push(await roundOf(adds, round, async (at) => copy.insert(at)));
  }
  await memory.close();
  copy.close();
  return { notes: notes.slice(1), bare: bare.slice(1) };
}

/** How many the guard held. The last is added by an engine of its own, whose first takes all words into the index. */
async function filled(given: Singly): Promise<number> {
  const said = notesOf(given).slice(0, (given.rounds + 1) * given.adds);
  let held = 0;
  for (const part of [[...said.keys()].slice(0, -1), [said.length - 1]]) {
    const memory = await opened(pathOf("log", given.folder));
    for (const at of part) held += await heldAt(memory, said, at);
    await memory.close();
  }
  return held;
}

/** The first round warms everything up and is not counted. */
async function factRounds(given: Singly): Promise<readonly Round[]> {
  const memory = await opened(pathOf("fact", given.folder));
  const said = factsOf(given);
  const all: Round[] = [];
  for (let round = 0; round <= given.rounds; round++)
    all.push(await roundOf(given.adds, round, async (at) => void (await heldAt(memory, said, at))));
  await memory.close();
  return all.slice(1);
}

function opened(path: string): Promise<MemoryEngine> {
  return createMemory({ path, warn: () => undefined });
}

type Given = Parameters<MemoryEngine["remember"]>[0];

function notesOf({ lines }: Singly): readonly Given[] {
  return lines.map(({ user, speaker, text }) => ({
    ...{ tenant: TENANT, kind: "log", user },
    text: `${speaker}: ${text}`,
  }));
}

/** Made up, since a turn of a conversation is no fact and would be refused. */
function factsOf({ rounds, adds }: Singly): readonly Given[] {
  const made = madeText(SEED);
  return Array.from({ length: (rounds + 1) * adds }, () => ({
    ...{ tenant: TENANT, kind: "fact", subject: made.person().toLowerCase() },
    text: made.fact(),
  }));
}

/** Adds it; the guard holds a note of real talk now and then, and then there is one row less. */
async function heldAt(memory: MemoryEngine, said: readonly Given[], at: number): Promise<number> {
  const one = said[at];
  if (one === undefined) throw new Error(`There is no line ${at}.`);
  const { stored, merged, held } = await memory.remember(one);
  const mayBeHeld = one.kind === "log" ? held.length : 0;
  if (stored.length + merged.length + mayBeHeld !== 1)
    throw new Error(`Was not remembered: ${one.text}`);
  return mayBeHeld;
}

async function roundOf(
  adds: number,
  round: number,
  act: (at: number) => Promise<void>,
): Promise<Round> {
  const times: number[] = [];
  const whole = await spent(async () => {
    for (let at = 0; at < adds; at++) {
      const began = performance.now();
      await act(round * adds + at);
      times.push(performance.now() - began);
    }
  });
  return { adds, whole, times };
}

function pathOf(kind: Kind, folder: string): string {
  return join(folder, kind, "adds.db");
}
