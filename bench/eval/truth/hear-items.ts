// Tells the engine every item of the set through the public API, each in a tenant of its own, and notes what it kept.

import { z } from "zod";
import { createMemory, type MemoryEngine, type Receipt } from "../../../src/index.ts";
import type { Said, TruthItem } from "./truth-set.ts";

/** A line that became, joined or waits to become a memory, with the message it came from. */
export type Line = Readonly<{ text: string; how: "stored" | "merged" | "held"; said: Said }>;
/** What one item left behind. What was said before it is context and is not counted. */
export type Heard = Readonly<{
  lines: readonly Line[];
  /** One entry for each message that kept nothing: the reasons its receipt names. */
  silences: readonly (readonly string[])[];
  /** Only for items that say how it must end: every active memory, whoever it came from. */
  active: readonly string[];
  /** The first memory found for the item's question. */
  first: string | undefined;
}>;
type Turn = Readonly<{ said: Said; at: string; isJudged: boolean }>;

const AT = "2026-03-10T18:20:00.000Z";
const NOW = new Date("2026-03-31T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LIST_LIMIT = 100;
/** An episode tells what was said that day, and stays true when the thing said does not. */
const TOLD = "episode";

/** Receipts will name a reason for each clause that was left out; until then they name those of dropped candidates. */
const Reasons = z.object({
  reasons: z.array(z.object({ reason: z.string() })).default([]),
  dropped: z.array(z.object({ stage: z.string(), reason: z.string() })),
});

export async function hearItems(items: readonly TruthItem[]): Promise<readonly Heard[]> {
  const memory = await createMemory({ path: ":memory:", upkeep: false, now: () => NOW });
  try {
    const talks = items.map(turnsOf);
    const receipts = await memory.ingestMany(
      talks.flatMap((turns, item) => turns.map((turn, i) => messageOf(turn, `${item}`, i))),
    );
    await memory.drain();
    const heard: Heard[] = [];
    let from = 0;
    for (const [index, item] of items.entries()) {
      const turns = talks[index] ?? [];
      const told = turns.map((turn, i) => ({ turn, receipt: receiptAt(receipts, from + i) }));
      from += turns.length;
      heard.push({ ...keptOf(told), ...(await endOf(item, `${index}`, memory)) });
    }
    return heard;
  } finally {
    await memory.close();
  }
}

/** What came before by minutes, the message itself, what came after by hours. */
function turnsOf(item: TruthItem): readonly Turn[] {
  const at = Date.parse(item.at ?? AT);
  const { author, text, role } = item;
  const turn = (said: Said, shift: number, isJudged: boolean): Turn => ({
    said,
    at: said.at ?? new Date(at + shift).toISOString(),
    isJudged,
  });
  return [
    ...item.before.map((said, i) => turn(said, (i - item.before.length) * MINUTE, false)),
    turn({ author, text, ...(role === undefined ? {} : { role }) }, 0, true),
    ...item.after.map((said, i) => turn(said, (i + 1) * HOUR, true)),
  ];
}

function messageOf({ said, at }: Turn, tenant: string, index: number) {
  const { author, text, role } = said;
  return {
    tenant,
    channel: "talk",
    id: `${tenant}-${index}`,
    at,
    author: { id: author.toLowerCase(), name: author },
    text,
    ...(role === undefined ? {} : { role }),
  };
}

function receiptAt(receipts: readonly Receipt[], index: number): Receipt {
  const receipt = receipts[index];
  if (!receipt) throw new Error("A message was not read.");
  return receipt;
}

function keptOf(
  told: readonly Readonly<{ turn: Turn; receipt: Receipt }>[],
): Pick<Heard, "lines" | "silences"> {
  const judged = told.filter(({ turn }) => turn.isJudged);
  const lines = judged.map(({ turn: { said }, receipt }) =>
    (["stored", "merged", "held"] as const).flatMap((how) =>
      receipt[how].map(({ text }): Line => ({ text, how, said })),
    ),
  );
  const silences = judged
    .filter((_, i) => lines[i]?.length === 0)
    .map(({ receipt }) => reasonsOf(receipt));
  return { lines: lines.flat(), silences };
}

function reasonsOf(receipt: Receipt): readonly string[] {
  const { reasons, dropped } = Reasons.parse(receipt);
  return [
    ...reasons.map(({ reason }) => reason),
    ...dropped.map(({ stage, reason }) => `${stage}: ${reason}`),
  ];
}

async function endOf(
  item: TruthItem,
  tenant: string,
  memory: MemoryEngine,
): Promise<Pick<Heard, "active" | "first">> {
  if (item.after.length === 0 && item.active === undefined && item.gone.length === 0)
    return { active: [], first: undefined };
  const listed = await memory.list({ tenant, states: ["active"], limit: LIST_LIMIT });
  const active = listed.filter(({ kind }) => kind !== TOLD).map(({ text }) => text);
  return { active, first: await firstFound(item, tenant, memory) };
}

async function firstFound(
  { newerFirst }: TruthItem,
  tenant: string,
  memory: MemoryEngine,
): Promise<string | undefined> {
  if (newerFirst === undefined) return undefined;
  const { hits } = await memory.search({ tenant, query: newerFirst.query });
  return hits.find((hit) => hit.item === "memory" && hit.kind !== TOLD)?.text;
}
