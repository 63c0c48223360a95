// What came of messages that were kept together is committed together, and is the same as if each had been read alone.

import { expect, test } from "vitest";
import type { NewMessage } from "../../src/model/message.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import type { ExtractInput } from "../../src/ports/extractor.ts";
import { DEFAULT_LISTEN_POLICY } from "../../src/write/act.ts";
import { ingest, ingestBatch } from "../../src/write/ingest.ts";
import {
  at,
  candidate,
  type Desk,
  messageOf,
  openDesk,
  scripted,
  TENANT,
} from "../support/write-fixtures.ts";

/** Every line is a fact of its own words, read as soon as it is kept. */
const reader = {
  ...scripted((input: ExtractInput) => [candidate(input, input.message.text)]),
  inline: true,
};

function saying(lines: readonly string[], fields: Partial<NewMessage> = {}): NewMessage[] {
  return lines.map((text, place) => messageOf({ id: `m${place}`, at: at(place), text, ...fields }));
}

/** With what it was committed by, and something that happens before the first commit of several sets. */
function watched(desk: Desk, before: () => Promise<unknown> = async () => undefined) {
  const sizes: number[] = [];
  const commit: Desk["store"]["commit"] = async (...sets) => {
    sizes.push(sets.length);
    if (sets.length > 1 && sizes.filter((size) => size > 1).length === 1) await before();
    await desk.store.commit(...sets);
  };
  return { sizes, deps: { ...desk.deps, store: { ...desk.store, commit } } };
}

const TALK = [
  "I live in Lisbon.",
  "I work as a nurse.",
  "I live in Lisbon now.",
  "I love green tea.",
  "I love green tea in the morning.",
  "My sister Clara plays the cello.",
  "I moved to Porto last week.",
  "I live in Porto now.",
  "I hate mornings.",
  "I love green tea.",
  "I am allergic to peanuts.",
  "My sister Clara plays the cello in an orchestra.",
];

/** By their words, since ids and the times of decisions differ. */
async function memoriesOf(desk: Desk) {
  const all = await desk.all();
  const words = new Map(all.map(({ id, text }) => [id, text]));
  const related = await desk.store.memories.related(hostViewer(TENANT), {
    ids: all.map(({ id }) => id),
    look: { now: desk.now(), states: ["active", "superseded", "disputed"] },
  });
  return {
    lines: all.map(({ text, state, version, supersededBy, evidence }) => ({
      ...{ text, state, version, evidence },
      by: supersededBy === undefined ? undefined : words.get(supersededBy),
    })),
    edges: related
      .map(({ relation }) => [relation.from, relation.to].map((id) => words.get(id)).join(" - "))
      .sort(),
  };
}

test("a talk heard together leaves what it leaves line by line", async () => {
  const extractor = builtinExtractor();
  const alone = await openDesk({ extractor });
  for (const one of saying(TALK)) await ingest(one, alone.deps);
  const together = await openDesk({ extractor });
  await Promise.all(ingestBatch(saying(TALK), together.deps));
  const expected = await memoriesOf(alone);
  expect(expected.lines.length).toBeGreaterThan(5);
  expect(expected.lines.some(({ state }) => state === "superseded")).toBe(true);
  expect(expected.edges.length).toBeGreaterThan(2);
  expect(await memoriesOf(together)).toEqual(expected);
});

test("messages that were kept together are read in one more commit", async () => {
  const desk = await openDesk({ extractor: reader });
  const { sizes, deps } = watched(desk);
  const receipts = await Promise.all(
    ingestBatch(saying(["Ana drinks tea.", "Ana plays chess.", "Ana sails."]), deps),
  );
  expect(receipts.map(({ stored }) => stored.length)).toEqual([1, 1, 1]);
  expect(sizes).toEqual([1, 3]);
});

test("when another writer comes between, each is read again, and none is counted twice", async () => {
  const mining = { ...DEFAULT_LISTEN_POLICY.mining, maxWritesOfUserDay: 3 };
  const listening = { ...DEFAULT_LISTEN_POLICY, mining };
  const desk = await openDesk({ extractor: reader, deps: { listening } });
  const taken = () => desk.hear("Ana plays chess.", { id: "first", at: at(-3_000) });
  const { sizes, deps } = watched(desk, taken);
  const receipts = await Promise.all(
    ingestBatch(saying(["Ana drinks tea.", "Ana plays chess.", "Ana sails."]), deps),
  );
  expect(receipts.map(({ stored, merged }) => [stored.length, merged.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(sizes).toEqual([1, 3, 1, 1, 1]);
  const [last] = await Promise.all(ingestBatch(saying(["Ana skis."], { id: "m9" }), deps));
  expect(last?.stored).toHaveLength(1);
});

test("what earlier ones of them wrote counts for the limit of the day", async () => {
  const mining = { ...DEFAULT_LISTEN_POLICY.mining, maxWritesOfUserDay: 2 };
  const listening = { ...DEFAULT_LISTEN_POLICY, mining };
  const desk = await openDesk({ extractor: reader, deps: { listening } });
  const receipts = await Promise.all(
    ingestBatch(saying(["Ana drinks tea.", "Ana plays chess.", "Ana sails."]), desk.deps),
  );
  expect(receipts.map(({ stored }) => stored.length)).toEqual([1, 1, 0]);
  expect(receipts[2]?.dropped).toMatchObject([{ reason: "daily_limit" }]);
});

test("one that could not be read keeps none of the others back, nor is it overtaken", async () => {
  const order: string[] = [];
  const extractor = {
    ...scripted((input: ExtractInput) => {
      order.push(input.message.id);
      if (input.message.id === "m1") return { type: "retryable", reason: "busy" } as const;
      return [candidate(input, input.message.text)];
    }),
    inline: true,
  };
  const desk = await openDesk({ extractor });
  const { sizes, deps } = watched(desk);
  const receipts = await Promise.all(
    ingestBatch(saying(["Ana drinks tea.", "Ana plays chess.", "Ana sails."]), deps),
  );
  expect(receipts.map(({ status }) => status)).toEqual(["ok", "failed", "ok"]);
  expect(sizes.every((size) => size === 1)).toBe(true);
  expect(order).toEqual(["m0", "m1", "m2"]);
});
