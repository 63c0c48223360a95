// Messages that waited together are kept in one commit, and each is heard as if it had come alone.

import { expect, test } from "vitest";
import type { NewMessage } from "../../src/model/message.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import type { ExtractInput } from "../../src/ports/extractor.ts";
import { ingestBatch } from "../../src/write/ingest.ts";
import {
  at,
  candidate,
  type Desk,
  messageOf,
  openDesk,
  scripted,
  TENANT,
} from "../support/write-fixtures.ts";

const viewer = hostViewer(TENANT);

function said(id: string, text: string, fields: Partial<NewMessage> = {}): NewMessage {
  return messageOf({ id, text, ...fields });
}

/** A reader that finds a fact in what says "fact", and notes what it was shown before. */
async function deskWith(inline: boolean) {
  const seen = new Map<string, readonly string[]>();
  const reader = scripted((input: ExtractInput) => {
    seen.set(
      input.message.id,
      input.before.map((one) => one.id),
    );
    return input.message.text.includes("fact") ? [candidate(input, input.message.text)] : [];
  });
  const desk = await openDesk({ extractor: { ...reader, inline } });
  return { desk, seen };
}

function commitsOf(desk: Desk): { count: number; deps: Desk["deps"] } {
  const counted = { count: 0 };
  const commit: Desk["store"]["commit"] = (...sets) => {
    counted.count += 1;
    return desk.store.commit(...sets);
  };
  return Object.assign(counted, { deps: { ...desk.deps, store: { ...desk.store, commit } } });
}

test.each([true, false])(
  "each sees those before it, whether it is read at once (%s) or later",
  async (inline) => {
    const { desk, seen } = await deskWith(inline);
    await desk.hear("the first of all", { id: "m0" });
    const together = [
      said("a", "what a day"),
      said("b", "elsewhere", { channel: "other" }),
      said("c", "so it is"),
    ];
    await Promise.all(ingestBatch(together, desk.deps));
    expect(seen.get("a")).toEqual(["m0"]);
    expect(seen.get("b")).toEqual([]);
    expect(seen.get("c")).toEqual(["m0", "a"]);
  },
);

test("what there is nothing to remember of is kept and read in one commit", async () => {
  const { desk } = await deskWith(true);
  const counted = commitsOf(desk);
  const together = ["a", "b", "c", "d"].map((id) => said(id, `nothing in ${id}`));
  const receipts = await Promise.all(ingestBatch(together, counted.deps));
  expect(receipts.map(({ status }) => status)).toEqual([
    "nothing",
    "nothing",
    "nothing",
    "nothing",
  ]);
  expect(counted.count).toBe(1);
  for (const { id } of together)
    expect(await desk.store.messages.minedOutcome(TENANT, id)).toBe("nothing");
});

test("facts of one are stored though its neighbours have none", async () => {
  const { desk } = await deskWith(true);
  const together = [said("a", "nothing here"), said("b", "a fact of Ana"), said("c", "nor here")];
  const receipts = await Promise.all(ingestBatch(together, desk.deps));
  expect(receipts.map(({ stored }) => stored.length)).toEqual([0, 1, 0]);
  expect(await desk.all()).toHaveLength(1);
});

test("one that cannot be kept fails alone", async () => {
  const { desk } = await deskWith(true);
  const together = [
    said("a", "fine"),
    said("b", "fine", { author: { id: "u1", name: "\u0000", isBot: false } }),
    said("c", "fine too"),
  ];
  const results = await Promise.allSettled(ingestBatch(together, desk.deps));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const kept = await desk.store.messages.get(viewer, ["a", "b", "c"]);
  expect(kept.map(({ id }) => id)).toEqual(["a", "c"]);
});

test("one that another process heard first is ignored, and the others are kept", async () => {
  const { desk } = await deskWith(true);
  await desk.hear("fine", { id: "b" });
  const blind: Desk["store"]["messages"] = {
    ...desk.store.messages,
    minedOutcome: async () => undefined,
  };
  const isBlind = { on: true };
  const messages = {
    ...desk.store.messages,
    minedOutcome: (tenant: string, id: string) =>
      (isBlind.on ? blind : desk.store.messages).minedOutcome(tenant, id),
  };
  const commit: Desk["store"]["commit"] = async (...sets) => {
    isBlind.on = false;
    await desk.store.commit(...sets);
  };
  const deps = { ...desk.deps, store: { ...desk.store, messages, commit } };
  const together = [said("a", "fine"), said("b", "fine"), said("c", "fine")];
  const receipts = await Promise.all(ingestBatch(together, deps));
  expect(receipts.map(({ status }) => status)).toEqual(["nothing", "ignored", "nothing"]);
});

test("a conversation that pauses among them is cut there", async () => {
  const { desk } = await deskWith(true);
  const together = [
    said("a", "good morning", { at: at(0) }),
    said("b", "still here", { at: at(5) }),
    said("c", "back after lunch", { at: at(65) }),
    said("d", "me too", { at: at(66) }),
  ];
  await Promise.all(ingestBatch(together, desk.deps));
  const jobs = await desk.store.jobs.list(TENANT, { states: ["queued"], limit: 9 });
  const [flush] = jobs.filter((job) => job.name === "flush");
  const open = await desk.store.messages.buffer(TENANT, "general");
  const ended = await desk.store.messages.inBuffer(TENANT, String(flush?.payload["buffer"]));
  const going = await desk.store.messages.inBuffer(TENANT, open?.id ?? "");
  expect(ended.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(going.map(({ id }) => id)).toEqual(["c", "d"]);
});

test("two that come together are kept in the order they came", async () => {
  const { desk } = await deskWith(true);
  await Promise.all(
    ingestBatch([said("z", "one"), said("y", "two"), said("x", "three")], desk.deps),
  );
  const kept = await desk.store.messages.before(TENANT, { channel: "general", limit: 9 });
  expect(kept.map(({ id }) => id)).toEqual(["z", "y", "x"]);
});
