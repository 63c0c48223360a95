// The index of words takes what one commit wrote as one piece: a piece for each item would have to be merged with the
// others later, at several times the cost of writing it.

import { expect, onTestFinished, test } from "vitest";
import type { Change } from "../../src/model/change-set.ts";
import { commit, create, embed, keep, link } from "../support/store-conformance/samples.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

async function piecesOf(index: "memory_text" | "message_text", changes: readonly Change[]) {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  await commit(opened.store, ...changes);
  const items = await opened.sql(`SELECT count(*) AS n FROM ${index}_docsize`, []);
  const pieces = await opened.sql(`SELECT count(DISTINCT segid) AS n FROM ${index}_idx`, []);
  return { items: items[0]?.["n"], pieces: pieces[0]?.["n"] };
}

const NUMBERS = Array.from({ length: 30 }, (_, number) => number);

test("the words of memories, written with their vectors and edges, are one piece", async () => {
  const made = NUMBERS.flatMap((number) => [
    create({ id: `m${number}`, kind: "log", text: `line ${number} about tea` }),
    embed(`m${number}`, [1, number]),
    link(`m${number}`, "m0"),
  ]);
  expect(await piecesOf("memory_text", made)).toEqual({ items: 30, pieces: 1 });
});

test("the words of messages, written with their places in a conversation, are one piece", async () => {
  const said = NUMBERS.flatMap((number): Change[] => [
    keep({ id: `g${number}`, text: `line ${number} about tea` }),
    {
      ...{ type: "buffer", messageId: `g${number}`, channel: "general", buffer: "b1" },
      ...{ at: "2026-05-01T10:00:00.000Z", flushAt: "2026-05-01T10:30:00.000Z" },
    },
    { type: "mined", messageId: `g${number}`, outcome: "nothing" },
  ]);
  expect(await piecesOf("message_text", said)).toEqual({ items: 30, pieces: 1 });
});
