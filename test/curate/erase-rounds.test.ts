// Erasing goes in parts and in rounds, so that others get their turn: what comes meanwhile goes too, what was cut
// short can be finished, and what else was merged, owned or said alike is dealt with once.

import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import {
  type EraseDeps,
  type EraseInput,
  erase,
  previewErase,
} from "../../src/curate/erase/erase.ts";
import { merge } from "../../src/curate/merge.ts";
import { MemoryError } from "../../src/errors.ts";
import type { Change } from "../../src/model/change-set.ts";
import { KINDS } from "../../src/model/kinds.ts";
import type { NewMessage } from "../../src/model/message.ts";
import type { EraseTarget } from "../../src/ports/store.ts";
import { journalLine } from "../../src/write/message-changes.ts";
import {
  at,
  commit,
  create,
  host,
  ids,
  keep,
  listed,
  message,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { type Desk, doing, linesOf, openDesk, stored } from "./support.ts";

const ANA = { id: "u1", name: "Ana", isBot: false };
const BOB = { id: "u2", name: "Bob", isBot: false };
const subject: EraseInput = {
  tenant: TENANT,
  actor: "operator-1",
  of: { type: "subject", subject: "u1" },
};

function said(fields: Partial<NewMessage>): readonly Change[] {
  const full = message(fields);
  const day = full.at.slice(0, 10);
  return [keep(fields), { type: "journal", day, messageId: full.id, line: journalLine(full) }];
}

/** The desk's own store, with something that happens before or after each part is erased. */
function watching(
  { deps }: Desk,
  watch: Readonly<{ before?: (part: EraseTarget) => void; after?: () => Promise<void> }>,
): EraseDeps {
  const { upkeep } = deps.store;
  const erasing: typeof upkeep.erase = async (tenant, part, when) => {
    watch.before?.(part);
    const counts = await upkeep.erase(tenant, part, when);
    await watch.after?.();
    return counts;
  };
  return { ...deps, store: { ...deps.store, upkeep: { ...upkeep, erase: erasing } } };
}

test("what the person says while they are erased goes in the next round, and is counted", async () => {
  const desk = await openDesk();
  await commit(desk.store, ...said({ id: "g1", author: ANA, text: "I keep two cats" }));
  let isFirst = true;
  const after = async () => {
    if (!isFirst) return;
    isFirst = false;
    await commit(desk.store, ...said({ id: "g2", author: ANA, text: "and a dog" }));
    await commit(desk.store, create({ id: "m2", subject: "u1" }));
  };
  const { messages, memories, counts } = await erase(subject, watching(desk, { after }));
  expect({ messages, memories }).toEqual({ messages: 2, memories: 1 });
  expect(counts).toMatchObject({ messages: 2, journal_lines: 2, vault_lines: 1 });
  expect(await desk.store.messages.get(host, ["g1", "g2"])).toEqual([]);
});

test("somebody who never stops talking does not keep the erasing from its end", async () => {
  const desk = await openDesk();
  await commit(desk.store, keep({ id: "g0", author: ANA }));
  let count = 0;
  let rounds = 0;
  const before = ({ user }: EraseTarget) => {
    if (user !== undefined) rounds += 1;
  };
  const after = () => commit(desk.store, keep({ id: `later-${++count}`, author: ANA }));
  const { messages } = await erase(subject, watching(desk, { before, after }));
  expect(messages).toBeLessThan(count + 1);
  expect(rounds).toBe(5);
});

test("a person of whom nothing is told or said loses what else is theirs, in one part", async () => {
  const desk = await openDesk();
  await desk.store.checkpoints.save({ tenant: TENANT, user: "u1", thread: "t" }, { at: 1 }, at(0));
  const parts: EraseTarget[] = [];
  const erased = await erase(subject, watching(desk, { before: (part) => parts.push(part) }));
  expect(erased).toMatchObject({ memories: 0, messages: 0, counts: { checkpoints: 1 } });
  expect(parts).toEqual([{ memories: [], messages: [], user: "u1" }]);
  expect(await desk.store.upkeep.isErased(TENANT, "subject", "u1")).toBe(true);
});

test("memories that were derived from one another in a circle go, each counted once", async () => {
  const { store, deps } = await openDesk();
  await commit(
    store,
    create({ id: "a", subject: "u1", derivedFrom: ["c"] }),
    create({ id: "b", derivedFrom: ["a"] }),
    create({ id: "c", derivedFrom: ["b"] }),
  );
  expect(await erase(subject, deps)).toMatchObject({ memories: 3 });
  expect(await listed(store, host)).toEqual([]);
});

async function manyOfAna(desk: Desk, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  await commit(desk.store, ...numbers.map((n) => create({ id: `f${n}`, subject: "u1" })));
  await commit(desk.store, ...numbers.map((n) => create({ id: `d${n}`, derivedFrom: [`f${n}`] })));
  await commit(desk.store, ...numbers.flatMap((n) => said({ id: `g${n}`, author: ANA })));
  await commit(desk.store, create({ id: "bobs", subject: "u2" }), keep({ id: "gb", author: BOB }));
}

test("a person with much is erased in parts of a bounded size, what was derived first", async () => {
  const desk = await openDesk();
  await manyOfAna(desk, 251);
  const parts: EraseTarget[] = [];
  const erased = await erase(subject, watching(desk, { before: (part) => parts.push(part) }));
  expect(erased).toMatchObject({ memories: 502, messages: 251 });
  expect(erased.counts).toMatchObject({ memories: 502, messages: 251, journal_lines: 251 });
  expect(parts.map((part) => [part.memories.length, part.messages.length, part.user])).toEqual([
    [250, 0, undefined],
    [250, 0, undefined],
    [2, 0, undefined],
    [0, 250, undefined],
    [0, 1, undefined],
    [0, 0, "u1"],
  ]);
  expect(parts[0]?.memories.every((id) => id.startsWith("d"))).toBe(true);
  expect(await listed(desk.store, host)).toEqual(["bobs"]);
});

test("an erasing that was cut short between its parts is finished by the next", async () => {
  const desk = await openDesk();
  await manyOfAna(desk, 251);
  let parts = 0;
  const before = () => {
    if (++parts === 2) throw new Error("killed");
  };
  await expect(erase(subject, watching(desk, { before }))).rejects.toThrow("killed");
  await erase(subject, desk.deps);
  expect(await listed(desk.store, host)).toEqual(["bobs"]);
  expect(ids(await desk.store.messages.list(host, { limit: 1_000 }))).toEqual(["gb"]);
  expect(await linesOf(desk.files.readJournal(TENANT, "2026-05-01"))).toHaveLength(2);
});

test("what others said to a person and is theirs goes with them", async () => {
  const { store, deps } = await openDesk();
  await commit(
    store,
    ...said({ id: "g1", author: BOB, scope: "user", user: "u1", text: "Dear Ana, yes" }),
    ...said({ id: "g2", author: BOB, text: "Dear all, no" }),
    create({ id: "m1", scope: "user", user: "u1" }),
  );
  expect(await erase(subject, deps)).toMatchObject({ memories: 1, messages: 1 });
  expect(ids(await store.messages.get(host, ["g1", "g2"]))).toEqual(["g2"]);
});

test("a message that is somebody's twice over is counted once", async () => {
  const { store, deps } = await openDesk();
  await commit(store, ...said({ id: "g1", author: ANA, scope: "user", user: "u1" }));
  expect(await erase(subject, deps)).toMatchObject({ messages: 1, counts: { journal_lines: 1 } });
});

test("a memory of any kind that tells of the person goes, and one that tells of others stays", async () => {
  const { store, deps } = await openDesk();
  const among = (name: string, participants: readonly string[]) =>
    KINDS.map((kind) => create({ id: `${name}-${kind}`, kind, participants, text: `${name}.` }));
  await commit(store, ...among("told", ["u2", "u1"]), ...among("other", ["u2", "u11", 'a"u1']));
  await commit(store, create({ id: "ended", participants: ["u1"], state: "archived" }));
  expect(await erase(subject, deps)).toMatchObject({ memories: KINDS.length + 1 });
  expect(await listed(store, host)).toEqual(KINDS.map((kind) => `other-${kind}`).toSorted());
});

test("journals of several days lose the person's lines, counted before as after", async () => {
  const { store, deps, files, drain } = await openDesk();
  const day = 24 * 60;
  await commit(
    store,
    ...[0, 1, 1, 2].flatMap((n, i) => said({ id: `g${i}`, author: ANA, at: at(n * day + i) })),
    ...said({ id: "gb", author: BOB, at: at(day), text: "Bob says hello" }),
  );
  await drain();
  const preview = await previewErase(subject, deps);
  expect(preview.counts).toMatchObject({ journal_lines: 4 });
  expect((await erase(subject, deps)).counts).toEqual(preview.counts);
  const left = await linesOf(files.readJournal(TENANT, "2026-05-02"));
  expect(left.slice(2)).toEqual([expect.stringContaining("Bob says hello")]);
  for (const gone of ["2026-05-01", "2026-05-03"])
    expect((await linesOf(files.readJournal(TENANT, gone))).join("\n")).not.toContain("Ana");
});

test("a note put aside by a merge is not brought back twice when its words are in use again", async () => {
  const { store, deps } = await openDesk();
  const bobs = { kind: "fact", subject: "u2", text: "Bob likes planes" } as const;
  await commit(
    store,
    create({ id: "a", kind: "fact", subject: "u1" }),
    create({ id: "b", ...bobs }),
  );
  await merge({ ...doing, ids: ["a", "b"], into: "summary" }, deps);
  await commit(store, create({ id: "b2", ...bobs }));
  await erase(subject, deps);
  expect(await stored(store, "b")).toMatchObject({ state: "superseded" });
  expect(await stored(store, "b2")).toMatchObject({ state: "active" });
});

test("a note brought back says why, and that erasing did it", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create({ id: "a", subject: "u1" }), create({ id: "b", text: "Bob flies" }));
  await merge({ ...doing, ids: ["a", "b"], into: "summary" }, deps);
  await erase(subject, deps);
  expect((await store.memories.history(host, "b")).at(-1)).toMatchObject({
    event: "RESTORE",
    actor: "operator-1",
    cause: "erase",
    reason: "what it was merged into was erased",
  });
});

test("what keeps a note from being brought back, other than a faster writer, is told", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create({ id: "a", subject: "u1" }), create({ id: "b", text: "Bob flies" }));
  await merge({ ...doing, ids: ["a", "b"], into: "summary" }, deps);
  const failing = {
    ...store,
    commit: () => Promise.reject(new MemoryError("storage_full", "The disk is full.")),
  };
  const erasing = erase(subject, { ...deps, store: failing });
  await expect(erasing).rejects.toMatchObject({ code: "storage_full" });
});

test("while another reader keeps the log of the database, erasing says that it is not done", async () => {
  const { store, deps, folder } = await openDesk();
  await commit(store, ...said({ id: "g1", author: ANA }));
  const reader = new DatabaseSync(join(folder, "memory.db"));
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM messages").all();
  await expect(erase(subject, deps)).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringContaining("run it again"),
  });
  reader.exec("COMMIT");
  reader.close();
  expect(await erase(subject, deps)).toMatchObject({ messages: 0 });
});
