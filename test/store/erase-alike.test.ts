// A memory and a message may bear the same id. What waits to be written and what rests on them goes with the one that
// is erased, and with that one only.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { EraseTarget } from "../../src/ports/store.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import { at, commit, create, ids, keep, TENANT } from "../support/store-conformance/samples.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

let opened: OpenedDatabase;
beforeEach(async () => {
  opened = await sqliteInFile();
  const span = (messageId: string) =>
    ({ type: "span", messageId, start: 0, end: 1, quote: "I" }) as const;
  const line = (id: string) =>
    ({ type: "journal", day: "2026-05-01", messageId: id, line: `- said ${id}` }) as const;
  await commit(opened.store, keep({ id: "same" }), line("same"), keep({ id: "g2" }), line("g2"));
  await commit(
    opened.store,
    create({ id: "same", text: "Kept under the same id" }),
    create({ id: "of-message", evidence: [span("same"), span("g2")] }),
    create({ id: "of-memory", derivedFrom: ["same"] }),
  );
});
afterEach(() => opened.close());

async function afterErasing(target: Partial<EraseTarget>) {
  const { upkeep, files, memories } = opened.store;
  await upkeep.erase(TENANT, { memories: [], messages: [], ...target }, at(1));
  const waiting = (await files.waiting(99)).map(({ line }) => line);
  const resting = async (item: "message" | "memory", id: string) =>
    ids(await memories.restingOn(TENANT, { item, ids: [id] }));
  return {
    journal: waiting.filter((line) => line.startsWith("- ")),
    vault: waiting.filter((line) => line.includes("Kept under the same id")).length,
    onMessages: [await resting("message", "same"), await resting("message", "g2")],
    onMemory: await resting("memory", "same"),
  };
}

test("with the message go its line of the journal and that anything rests on it", async () => {
  expect(await afterErasing({ messages: ["same"] })).toEqual({
    journal: ["- said g2"],
    vault: 1,
    onMessages: [[], ["of-message"]],
    onMemory: ["of-memory"],
  });
});

test("with the memory goes its line of the vault, and the message's line of the journal stays", async () => {
  expect(await afterErasing({ memories: ["same"] })).toMatchObject({
    journal: ["- said same", "- said g2"],
    vault: 0,
    onMessages: [["of-message"], ["of-message"]],
  });
});
