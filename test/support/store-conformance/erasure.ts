// Nothing of what was erased or purged stays in any table, and no table exists without a decision about it.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import type { Store } from "../../../src/ports/store.ts";
import { ERASURE } from "../../../src/store/schema/tables.ts";
import type { RowCases } from "./describe-stored-rows.ts";
import { FRAMEWORK_PLACES, plantInFrameworks } from "./framework-samples.ts";
import {
  activity,
  at,
  changes,
  commit,
  create,
  embed,
  host,
  ids,
  job,
  keep,
  link,
  listed,
  MODEL,
  memory,
  review,
  TENANT,
} from "./samples.ts";
import { columnsOf, ownerOf, placesOf } from "./schema-of.ts";

/** Not words, so that they stand in the index as they are. */
const CANARY = "zqxcanaryjv";
const PERSON = "zqxpersonjv";
const OTHER = "zqxotherjv";

function plantedMemory(id: string, text: string, user: string): Change[] {
  return [
    create({
      id,
      user,
      subject: user,
      text: `green ${text}`,
      title: text,
      tags: [text],
      participants: [user],
      evidence: [{ type: "span", messageId: `g-${text}`, start: 0, end: 5, quote: text }],
      writer: { actor: user },
      thread: "t1",
    }),
    {
      type: "revise",
      memory: memory({ id, user, text: `black ${text}`, tags: [text], version: 2, thread: "t1" }),
      expect: 1,
      event: "UPDATE",
      reason: text,
    },
    embed(id, [1, 0]),
    { type: "tie", ids: [id] },
    { type: "enqueue", job: job({ id: `j-${id}`, key: id, payload: { id, note: text } }) },
    {
      type: "propose",
      review: review({ id: `r-${id}`, hash: id, act: { type: "merge", ids: [id], text } }),
    },
    { type: "record", activity: activity({ memoryId: id, detail: text }) },
  ];
}

/** Something in every table that can hold somebody's words. */
export async function plant(store: Store, text: string, user: string): Promise<void> {
  const author = { id: user, name: text, isBot: false };
  const message = `g-${text}`;
  await store.commit({
    ...changes(
      keep({ id: message, author, text, channel: "c" }, `before it: ${text}`),
      { type: "journal", day: "2026-05-01", messageId: message, line: `- ${text}` },
      { type: "embed", item: "message", id: message, model: MODEL, vector: Float32Array.of(1, 0) },
      {
        type: "buffer",
        messageId: message,
        channel: "c",
        buffer: "b1",
        at: at(0),
        flushAt: at(5),
      },
      {
        type: "enqueue",
        job: job({ id: `j-${message}`, name: "mine", key: message, payload: { text } }),
      },
      { type: "propose", review: reviewOf(message, text) },
      { type: "record", activity: activity({ messageId: message, detail: text }) },
      { type: "record", activity: activity({ user, detail: text }) },
      { type: "propose", review: review({ id: `r-${user}`, hash: user, user, why: text }) },
      ...plantedMemory(`m-${text}`, text, user),
    ),
    actor: user,
  });
  await store.commit(changes({ type: "tie", ids: [`m-${text}`] }));
  await store.memories.touch(TENANT, [{ id: `m-${text}` }], at(0));
  await store.checkpoints.save({ tenant: TENANT, user, thread: text }, { text }, at(0));
  const entry = { tenant: TENANT, day: "2026-05-01", user, model: "m" };
  await store.ledger.reserve(entry, 10, { tenant: 1000, user: 1000 });
  await plantInFrameworks(store, text, user);
}

function reviewOf(messageId: string, text: string) {
  const evidence = [{ type: "span", messageId, start: 0, end: 5, quote: text } as const];
  const provenance = { origins: ["user"], trust: 3 } as const;
  const proposal = { ...memory({ text, evidence }), provenance };
  return review({ id: `r-${messageId}`, hash: messageId, act: { type: "store", proposal } });
}

const ONLY_SQLITE = ["indexed_up_to", "vector_removals"];

export const erasureCases: RowCases = (opened) => {
  test("every table of the open database has a decision about erasure", async () => {
    const tables = new Set((await columnsOf(opened())).map(({ table }) => ownerOf(table)));
    tables.delete("sqlite_sequence");
    expect([...tables].filter((table) => !(table in ERASURE))).toEqual([]);
  });

  test("every decision is about a table, of this database or the other", async () => {
    const tables = new Set((await columnsOf(opened())).map(({ table }) => ownerOf(table)));
    const missing = Object.keys(ERASURE).filter((table) => !tables.has(table));
    const { database } = await opened().store.info();
    expect(missing.toSorted()).toEqual(database === "sqlite" ? [] : ONLY_SQLITE);
  });

  test("the canary is planted in every place that could hold it", async () => {
    await plant(opened().store, CANARY, PERSON);
    const tables = new Set((await placesOf(opened(), CANARY)).map((place) => place.split(".")[0]));
    for (const table of [
      "memories",
      "memory_versions",
      "memory_tags",
      "untied",
      "history",
      "file_outbox",
      "messages",
      "reviews",
      "jobs",
      "activities",
      "checkpoints",
      ...FRAMEWORK_PLACES,
    ])
      expect([...tables]).toContain(table);
    for (const index of [/^memory_text/, /^message_text/])
      expect([...tables].some((table) => index.test(table ?? ""))).toBe(true);
  });

  test("after erasing a person no table holds a word of theirs, or their name", async () => {
    const { store } = opened();
    await plant(store, CANARY, PERSON);
    await plant(store, OTHER, "somebody-else");
    const before = await placesOf(opened(), OTHER);
    const target = { memories: [`m-${CANARY}`], messages: [`g-${CANARY}`], user: PERSON };
    const preview = await store.upkeep.previewErase(TENANT, target, at(1));
    const counts = await store.upkeep.erase(TENANT, target, at(1));
    expect(preview).toEqual(counts);
    // Ids are not words: the ones of these samples hold the canary, and history and deltas keep ids.
    const kept = [
      "change_log.memory_id",
      "history.memory_id",
      "file_outbox.item_id",
      "file_outbox.line",
    ];
    expect((await placesOf(opened(), CANARY)).filter((place) => !kept.includes(place))).toEqual([]);
    expect(await placesOf(opened(), PERSON)).toEqual([]);
    expect(await placesOf(opened(), OTHER)).toEqual(before);
  });

  test("what the vault is told of an erased memory is its id and nothing else", async () => {
    const { store } = opened();
    await commit(store, create());
    await store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
    const lines = await store.files.waiting(9);
    expect(lines.map(({ line }) => JSON.parse(line))).toEqual([
      {
        id: "m1",
        tenant: TENANT,
        purged: true,
        change: expect.objectContaining({ cause: "erase" }),
      },
    ]);
  });

  test("after a purge no table holds a word of the memory", async () => {
    const { store } = opened();
    await commit(store, ...plantedMemory("m1", CANARY, "u1"));
    await commit(store, create({ id: "m2" }), link("m2", "m1"));
    await commit(store, { type: "purge", id: "m1", expect: 2, reason: CANARY });
    expect(await placesOf(opened(), CANARY)).toEqual([]);
    expect(await listed(store, host)).toEqual(["m2"]);
  });

  test("after a message is withdrawn no table holds a word of it", async () => {
    const { store } = opened();
    const journal = { type: "journal", day: "2026-05-01", messageId: "g1", line: CANARY } as const;
    const vector = Float32Array.of(1, 0);
    await commit(store, keep({ text: CANARY }, CANARY), journal, {
      type: "embed",
      item: "message",
      id: "g1",
      model: MODEL,
      vector,
    });
    await commit(store, { type: "withdraw", messageId: "g1", reason: CANARY });
    expect(await placesOf(opened(), CANARY)).toEqual([]);
    const left = await store.search.vectors(TENANT, { item: "message", model: MODEL, ids: ["g1"] });
    expect(left.size).toBe(0);
  });

  describe("erasing takes exactly what it names", () => {
    test.each([
      ["m1", "m10"],
      ["m_", "mx"],
      ["%", "m2"],
      ["M1", "m1"],
    ])("`%s` and not `%s`", async (erased, other) => {
      const { store } = opened();
      for (const id of [erased, other]) {
        await commit(
          store,
          create({ id }),
          { type: "enqueue", job: job({ id: `j-${id}`, key: `k-${id}`, payload: { id } }) },
          {
            type: "propose",
            review: review({ id: `r-${id}`, hash: id, act: { type: "delete", id } }),
          },
        );
      }
      await store.upkeep.erase(TENANT, { memories: [erased], messages: [] }, at(1));
      expect(await listed(store, host)).toEqual([other]);
      const jobs = await store.jobs.list(TENANT, { states: ["queued"], limit: 9 });
      const reviews = await store.reviews.list(TENANT, { states: ["pending"], limit: 9 });
      expect([ids(jobs), ids(reviews)]).toEqual([[`j-${other}`], [`r-${other}`]]);
    });

    test("and leaves a tombstone that holds no id", async () => {
      const { store, sql } = opened();
      const target = { memories: ["m1"], messages: ["g1"], user: PERSON };
      await store.upkeep.erase(TENANT, target, at(1));
      for (const [item, id] of [
        ["memory", "m1"],
        ["message", "g1"],
        ["subject", PERSON],
      ] as const)
        expect(await store.upkeep.isErased(TENANT, item, id)).toBe(true);
      expect(await store.upkeep.isErased(TENANT, "memory", "g1")).toBe(false);
      const rows = await sql("SELECT * FROM tombstones", []);
      expect(JSON.stringify(rows)).not.toContain(PERSON);
    });
  });

  test("every searchable item has one entry in the index of words, and nothing else has one", async () => {
    const { store, sql } = opened();
    await commit(store, create(), create({ id: "m2" }), keep(), keep({ id: "g2" }));
    await commit(store, {
      type: "revise",
      memory: memory({ version: 2, text: "other" }),
      expect: 1,
      event: "UPDATE",
      reason: "",
    });
    await commit(store, { type: "purge", id: "m2", expect: 1, reason: "" });
    await store.upkeep.erase(TENANT, { memories: [], messages: ["g2"] }, at(1));
    const held: Change = { ...keep({ id: "g3" }), type: "keep", searchable: false } as Change;
    await commit(store, held);
    for (const item of ["memory", "message"])
      expect(await sql(`SELECT count(*) AS n FROM ${item}_text`, [])).toEqual([{ n: 1 }]);
  });
};
