// Withdrawing and editing a message: what was derived from the old words goes, what stands on other words stays.

import { expect, test } from "vitest";
import { editMessage, withdrawMessage } from "../../src/curate/messages.ts";
import { listReviews } from "../../src/curate/review.ts";
import type { Change } from "../../src/model/change-set.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import type { IngestDeps } from "../../src/write/act.ts";
import { DEFAULT_LISTEN_POLICY } from "../../src/write/act.ts";
import { extractStored, ingest } from "../../src/write/ingest.ts";
import {
  at,
  commit,
  create,
  host,
  keep,
  message,
  refusal,
  review,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { type Desk, doing, filesHolding, linesOf, openDesk, proposal, stored } from "./support.ts";

const span = (messageId: string, quote = "I") =>
  ({ type: "span", messageId, start: 0, end: quote.length, quote }) as const;
const FACT = { kind: "fact", subject: "u1" } as const;
const input = { ...doing, messageId: "g1", purge: false } as const;

test("a fact that rested on the withdrawn message alone ends, one told twice loses one support", async () => {
  const { store, deps } = await openDesk();
  await commit(
    store,
    keep(),
    keep({ id: "g2" }),
    create({ ...FACT, text: "Ana is a nurse.", evidence: [span("g1")] }),
    create({ ...FACT, id: "m2", text: "Ana has a cat.", evidence: [span("g1"), span("g2")] }),
    create({ ...FACT, id: "m3", text: "Ana is tall.", evidence: [span("g2")] }),
  );
  const withdrawn = await withdrawMessage(input, deps);
  expect(withdrawn).toEqual({ ended: ["m1"], weakened: ["m2"], restored: [] });
  expect(await stored(store, "m1")).toMatchObject({ state: "soft_deleted" });
  expect(await stored(store, "m2")).toMatchObject({ state: "active", evidence: [span("g2")] });
  expect(await stored(store, "m3")).toMatchObject({ version: 1 });
  expect(await store.messages.get(host, ["g1"])).toEqual([]);
});

test("a withdrawal runs through everything derived, and ends what retells the message", async () => {
  const { store, deps } = await openDesk();
  await commit(
    store,
    keep(),
    keep({ id: "g2" }),
    create({ ...FACT, id: "f1", text: "Ana is a nurse.", evidence: [span("g1")] }),
    create({ ...FACT, id: "f2", text: "Ana has a cat.", evidence: [span("g2")] }),
    create({ id: "e1", kind: "episode", evidence: [span("g1"), span("g2")] }),
    create({ id: "t1", kind: "trait", text: "A nurse.", derivedFrom: ["f1", "e1"] }),
    create({ id: "t2", kind: "trait", text: "Has a cat.", derivedFrom: ["f2", "e1"] }),
    create({ id: "i1", kind: "insight", derivedFrom: ["t1"] }),
  );
  const { ended, weakened } = await withdrawMessage(input, deps);
  expect([...ended].sort()).toEqual(["e1", "f1", "i1", "t1"]);
  expect(weakened).toEqual(["t2"]);
  expect(await stored(store, "t2")).toMatchObject({ state: "active", derivedFrom: ["f2"] });
});

test("what the withdrawn fact had replaced holds again", async () => {
  const { store, deps } = await openDesk();
  const replaced = { state: "superseded", supersededBy: "m2", validTo: at(0) } as const;
  await commit(
    store,
    keep(),
    create({ ...FACT, text: "Ana lives in Porto.", ...replaced }),
    create({ ...FACT, id: "m2", text: "Ana lives in Lisbon.", evidence: [span("g1")] }),
  );
  expect(await withdrawMessage(input, deps)).toMatchObject({ ended: ["m2"], restored: ["m1"] });
  expect(await stored(store, "m1")).toMatchObject({ state: "active" });
});

test("a withdrawn message leaves the journal, the answer's context and the queue of reviews", async () => {
  const { store, deps, files, drain, folder } = await openDesk();
  const text = "I hide the qwertzkey7 under the mat";
  const said = message({ text });
  const resting = { ...proposal(), evidence: [span("g1", text)] };
  await commit(
    store,
    keep({ text }),
    { type: "journal", day: "2026-05-01", messageId: "g1", line: deps.journalLine(said) },
    keep({ id: "g2", text: "Good to know" }, `Bob Friday ${text}`),
    {
      type: "propose",
      review: review({ act: { type: "store", proposal: resting }, lapsesAt: at(99) }),
    },
  );
  await drain();
  await withdrawMessage(input, deps);
  expect((await linesOf(files.readJournal(TENANT, "2026-05-01"))).slice(2)).toEqual([]);
  expect(await listReviews({ viewer: host }, deps)).toEqual([]);
  const query = { filter: {}, look: { now: at(0) }, limit: 9 };
  const found = async (word: string) =>
    (await store.search.messageWords(host, { ...query, terms: [word] })).items.length;
  expect(await found("qwertzkey7")).toBe(0);
  expect(await found("bob")).toBe(1);
  expect(await filesHolding(`${folder}/memory`, "qwertzkey7")).toEqual([]);
});

test("a withdrawn message leaves the queue of reviews however long that is", async () => {
  const { store, deps } = await openDesk();
  const text = "I hide the key under the mat";
  await commit(store, keep({ text }));
  const resting = { ...proposal(), evidence: [span("g1", text)] };
  const before = Array.from({ length: 501 }, (_, n) => review({ id: `a${n}`, hash: `h${n}` }));
  const last = review({ id: "z", hash: "z", act: { type: "store", proposal: resting } });
  await commit(
    store,
    ...[...before, last].map((one) => ({ type: "propose", review: one }) as const),
  );
  await withdrawMessage(input, deps);
  expect(await store.reviews.get(TENANT, "z")).toMatchObject({ state: "lapsed" });
  expect(await store.reviews.get(TENANT, "a0")).toMatchObject({ state: "pending" });
});

test("a message that is not there, or is another tenant's, is not withdrawn", async () => {
  const { store, deps } = await openDesk();
  await commit(store, keep());
  const stranger = { ...input, viewer: { ...host, tenant: "other" } };
  for (const attempt of [
    withdrawMessage({ ...input, messageId: "none" }, deps),
    withdrawMessage(stranger, deps),
  ])
    await expect(attempt).rejects.toMatchObject(refusal("not_found"));
});

function listening(desk: Desk): IngestDeps {
  return { ...desk.write, extractor: builtinExtractor(), listening: DEFAULT_LISTEN_POLICY };
}

function editing(desk: Desk) {
  const { deps, store } = desk;
  return {
    ...deps,
    kept: async (said: NewMessage): Promise<readonly Change[]> => {
      const day = said.at.slice(0, 10);
      const line = deps.journalLine(said);
      return [
        { type: "keep", message: said, context: "", searchable: true },
        { type: "journal", day, messageId: said.id, line },
      ];
    },
    mine: async (tenant: string, id: string) => {
      const [kept] = await store.messages.get({ ...host, tenant }, [id]);
      if (kept === undefined) throw new Error("not kept");
      return extractStored(kept, listening(desk));
    },
  };
}

test("an edited message changes its facts", async () => {
  const desk = await openDesk();
  const { store } = desk;
  await ingest(message({ text: "I work as a nurse in Porto." }), listening(desk));
  const facts = async () =>
    (
      await store.memories.list(host, {
        filter: { kinds: ["fact"] },
        look: { now: at(0) },
        page: { limit: 9 },
      })
    ).map(({ text }) => text);
  expect((await facts()).join()).toContain("nurse");
  const text = "I work as a teacher in Porto.";
  const { receipt } = await editMessage({ ...doing, messageId: "g1", text }, editing(desk));
  expect(receipt.stored.length).toBeGreaterThan(0);
  expect((await facts()).join()).toContain("teacher");
  expect((await facts()).join()).not.toContain("nurse");
  await desk.drain();
  const journal = (await linesOf(desk.files.readJournal(TENANT, "2026-05-01"))).join();
  expect(journal).toContain("teacher");
  expect(journal).not.toContain("nurse");
});
