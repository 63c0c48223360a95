// Erasing a person or a message: nothing of them stays, in no table and in no file, and nothing of others goes.

import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type EraseInput, erase, previewErase } from "../../src/curate/erase/erase.ts";
import { merge } from "../../src/curate/merge.ts";
import { refreshSnapshot } from "../../src/curate/snapshot.ts";
import { rebuild, stateHash } from "../../src/curate/vault-file.ts";
import type { Change } from "../../src/model/change-set.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { purgedLine } from "../../src/model/vault-line.ts";
import { journalLine } from "../../src/write/message-changes.ts";
import {
  activity,
  at,
  commit,
  create,
  host,
  job,
  keep,
  link,
  message,
  review,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { type Desk, doing, filesHolding, linesOf, openDesk, proposal, stored } from "./support.ts";

// Ends in a digit, so that the index holds it as it is: a stemmer leaves it alone.
const CANARY = "qxzyzzyva7";
const ANA = { id: "u1", name: "Ana", isBot: false };
const BOB = { id: "u2", name: "Bob", isBot: false };
const subject: EraseInput = {
  tenant: TENANT,
  actor: "operator-1",
  of: { type: "subject", subject: "u1" },
};

function said(fields: Partial<NewMessage>, context = ""): readonly Change[] {
  const full = message(fields);
  const line = journalLine(full);
  return [
    keep(fields, context),
    { type: "journal", day: full.at.slice(0, 10), messageId: full.id, line },
  ];
}

const span = (messageId: string, quote: string) =>
  ({ type: "span", messageId, start: 0, end: quote.length, quote }) as const;

/** Ana's secret everywhere it can get to, beside what Bob said. */
async function planted(): Promise<Desk> {
  const desk = await openDesk();
  const { store } = desk;
  const secret = `I live in ${CANARY} since last spring`;
  const fact = `Ana lives in ${CANARY}.`;
  await commit(
    store,
    ...said({ id: "g1", author: ANA, text: secret }, "Ana Friday"),
    ...said({ id: "g2", author: BOB, text: "I fly planes out of Lisbon" }, `Bob Friday ${secret}`),
    create({
      id: "f1",
      kind: "fact",
      subject: "u1",
      text: fact,
      tags: [CANARY],
      evidence: [span("g1", secret)],
    }),
    create({
      id: "e1",
      kind: "episode",
      title: `Talk of ${CANARY}`,
      text: `Ana told Bob about ${CANARY}; Bob told of planes.`,
      participants: ["u1", "u2"],
      evidence: [span("g1", ""), span("g2", "")],
    }),
    create({
      id: "t1",
      kind: "trait",
      section: "bio",
      subject: "u1",
      text: fact,
      derivedFrom: ["f1", "e1"],
    }),
    create({
      id: "i1",
      kind: "insight",
      text: `${CANARY} brings them close.`,
      derivedFrom: ["e1"],
    }),
    create({ id: "b1", kind: "fact", subject: "u2", text: "Bob is a pilot." }),
    create({ id: "l1", text: `A note on ${CANARY}`, scope: "user", user: "u1" }),
    link("f1", "b1"),
    { type: "propose", review: review({ user: "u1", act: held(`${fact} Again.`) }) },
    { type: "enqueue", job: job({ payload: { id: "f1", note: CANARY } }) },
    { type: "record", activity: activity({ user: "u1", detail: CANARY }) },
  );
  await store.checkpoints.save({ tenant: TENANT, user: "u1", thread: "t" }, { at: CANARY }, at(0));
  await desk.drain();
  await refreshSnapshot({ tenant: TENANT }, desk.deps);
  // A later version waits in the outbox while the erasing begins.
  const f2 = { id: "f2", kind: "fact", subject: "u1", text: `Ana loves ${CANARY}.` } as const;
  await commit(store, create(f2));
  return desk;
}

function held(text: string) {
  return { type: "store", proposal: proposal({ text }) } as const;
}

test("the secret is on the disk before it is erased, and in no byte of any file afterwards", async () => {
  const { folder, deps } = await planted();
  const before = await filesHolding(folder, CANARY);
  expect(before).toEqual(expect.arrayContaining(["2026-05-01.md", "MEMORY.md", "vault.jsonl"]));
  expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^memory\.db/)]));
  await erase(subject, deps);
  expect(await filesHolding(folder, CANARY)).toEqual([]);
});

test("no read finds anything of the erased person, and other people's words stay", async () => {
  const { store, deps, files } = await planted();
  const erased = await erase(subject, deps);
  expect(erased).toMatchObject({ memories: 6, messages: 1 });
  for (const id of ["f1", "f2", "e1", "t1", "i1", "l1"])
    expect(await stored(store, id), id).toBeUndefined();
  expect(await stored(store, "b1")).toMatchObject({ state: "active" });
  const terms = [CANARY];
  const query = { terms, filter: {}, look: { now: at(1) }, limit: 9 };
  expect((await store.search.messageWords(host, query)).items).toEqual([]);
  expect((await store.search.memoryWords(host, query)).items).toEqual([]);
  const planes = await store.search.messageWords(host, { ...query, terms: ["plane"] });
  expect(planes.items.map(({ id }) => id)).toEqual(["g2"]);
  const journal = await linesOf(files.readJournal(TENANT, "2026-05-01"));
  expect(journal.slice(2)).toEqual([expect.stringContaining("I fly planes out of Lisbon")]);
  expect(await store.upkeep.isErased(TENANT, "subject", "u1")).toBe(true);
});

test("a preview counts exactly what erasing then removes, and changes nothing", async () => {
  const desk = await planted();
  const hash = await stateHash(desk.store);
  const { mentions, ...preview } = await previewErase(subject, desk.deps);
  expect(mentions).toMatchObject({ erased: false, names: ["Ana"] });
  expect(await stateHash(desk.store)).toBe(hash);
  expect(await erase(subject, desk.deps)).toEqual(preview);
  expect(preview.counts).toMatchObject({
    memories: 6,
    messages: 1,
    reviews: 1,
    checkpoints: 1,
    journal_lines: 1,
    vault_lines: 6,
  });
});

test("erasing again finds nothing more", async () => {
  const { deps } = await planted();
  await erase(subject, deps);
  const { counts, memories, messages } = await erase(subject, deps);
  expect({ memories, messages }).toEqual({ memories: 0, messages: 0 });
  expect(Object.values(counts).every((count) => count === 0)).toBe(true);
});

test("a rebuild after erasing does not bring the person back", async () => {
  const desk = await planted();
  await erase(subject, desk.deps);
  const again = await desk.reopen(join(desk.folder, "rebuilt.db"));
  await rebuild({ store: again, files: desk.files, embedder: desk.deps.embedder });
  expect(await stateHash(again)).toBe(await stateHash(desk.store));
  expect(await again.upkeep.isErased(TENANT, "memory", "f1")).toBe(true);
  expect(await filesHolding(desk.folder, CANARY)).toEqual([]);
});

test("erasing one message takes what rests on it and leaves the person's other words", async () => {
  const { store, deps, folder } = await planted();
  await commit(store, ...said({ id: "g3", author: ANA, text: "I keep two cats at home" }));
  const cats = { id: "f3", kind: "fact", subject: "u1", text: "Ana keeps two cats." } as const;
  await commit(store, create({ ...cats, evidence: [span("g3", "I keep two cats at home")] }));
  const of = { type: "message", messageId: "g1" } as const;
  const erased = await erase({ ...subject, of }, deps);
  expect(erased).toMatchObject({ memories: 4, messages: 1 });
  expect(await stored(store, "f3")).toMatchObject({ state: "active" });
  expect(await store.messages.get(host, ["g1", "g3"])).toHaveLength(1);
  const vault = await readFile(join(folder, "memory", "vault.jsonl"), "utf8");
  expect(vault).not.toContain("live in");
});

test("a line of the vault that cannot be read, and one that says a memory is gone, stay", async () => {
  const { store, deps, folder, files, drain } = await openDesk();
  await commit(store, create({ id: "f1", subject: "u1" }));
  await drain();
  const set = { actor: "", cause: "purge", at: at(0) };
  const foreign = ["not a line of ours", purgedLine(TENANT, "f1", { set, event: "DELETE" })];
  await appendFile(
    join(folder, "memory", "vault.jsonl"),
    foreign.map((line) => `${line}\n`).join(""),
  );
  expect((await previewErase(subject, deps)).counts).toMatchObject({ vault_lines: 1 });
  expect((await erase(subject, deps)).counts).toMatchObject({ vault_lines: 1 });
  expect((await linesOf(files.readVault())).slice(0, 2)).toEqual(foreign);
});

test("only the erased person's line goes when two people say the same in the same second", async () => {
  const { store, deps, files } = await openDesk();
  const twin = { ...BOB, name: "Ana" };
  await commit(
    store,
    ...said({ id: "g1", author: ANA, text: "good morning" }),
    ...said({ id: "g2", author: twin, text: "good morning" }),
  );
  await erase(subject, deps);
  expect((await linesOf(files.readJournal(TENANT, "2026-05-01"))).slice(2)).toHaveLength(1);
});

test("another person's note that was merged with the erased one's is in use again", async () => {
  const { store, deps } = await openDesk();
  await commit(
    store,
    create({ id: "a", text: `Ana likes ${CANARY}`, subject: "u1" }),
    create({ id: "b", text: "Bob likes planes", subject: "u2" }),
  );
  const merged = await merge({ ...doing, ids: ["a", "b"], into: "summary" }, deps);
  await erase(subject, deps);
  expect(await stored(store, merged.id)).toBeUndefined();
  expect(await stored(store, "b")).toMatchObject({ state: "active", text: "Bob likes planes" });
});

test("erasing in one tenant leaves the same person's words in another", async () => {
  const { store, deps, files } = await planted();
  const tenant = "other";
  const line = "- Ana: hello";
  await store.commit({
    tenant,
    at: at(0),
    actor: "u1",
    cause: "test",
    changes: [
      create({ id: "f1", tenant, subject: "u1" }),
      { type: "journal", day: "2026-05-01", messageId: "g1", line },
    ],
  });
  await erase(subject, deps);
  expect(await store.memories.get({ ...host, tenant }, "f1", { now: at(0) })).toBeDefined();
  expect(await linesOf(files.readJournal(tenant, "2026-05-01"))).toContain(line);
});
