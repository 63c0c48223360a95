// Input that no database should be asked to keep: refused by name, on every database alike, with nothing changed.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { Cases } from "./describe-store.ts";
import {
  activity,
  at,
  commit,
  create,
  host,
  job,
  keep,
  listed,
  memory,
  NOW,
  refusal,
  review,
  revise,
  TENANT,
} from "./samples.ts";

const TEXTS: readonly (readonly [string, string])[] = [
  ["a nul", "a\u0000b"],
  ["a lone high surrogate", "a\ud800b"],
  ["a lone low surrogate", "a\udc00b"],
  ["a surrogate at the end", "a\ud83c"],
];

const places = (bad: string): readonly (readonly [string, Change])[] => [
  ["a memory's text", create({ text: bad })],
  ["a memory's id", create({ id: bad })],
  ["a memory's scope", create({ scope: bad })],
  ["a memory's category", create({ category: bad })],
  ["a memory's title", create({ title: bad })],
  ["a tag", create({ tags: [bad] })],
  ["the reason of a change", { type: "create", memory: memory(), reason: bad }],
  ["a memory to be tied", { type: "tie", ids: [bad] }],
  ["a message", keep({ text: bad })],
  ["an author's name", keep({ author: { id: "u1", name: bad, isBot: false } })],
  ["a message's context", keep({}, bad)],
  ["a review", { type: "propose", review: review({ why: bad }) }],
  ["a job's key", { type: "enqueue", job: job({ key: bad }) }],
  ["an activity", { type: "record", activity: activity({ detail: bad }) }],
];

const TIMES = ["", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T99:00:00Z", "NaN", "99999999"];

const timed = (bad: string): readonly (readonly [string, Change])[] => [
  ["createdAt", create({ createdAt: bad })],
  ["updatedAt", create({ updatedAt: bad })],
  ["validFrom", create({ validFrom: bad })],
  ["expiresAt", create({ expiresAt: bad })],
  ["a message's time", keep({ at: bad })],
  ["a review's end", { type: "propose", review: review({ lapsesAt: bad }) }],
  ["a job's time", { type: "enqueue", job: job({ runAt: bad }) }],
  ["an activity's time", { type: "record", activity: activity({ at: bad }) }],
];

const NUMBERS: readonly (readonly [string, Partial<Memory>])[] = [
  ["a confidence that is not a number", { confidence: Number.NaN }],
  ["an infinite confidence", { confidence: Number.POSITIVE_INFINITY }],
  ["a version that is not a number", { version: Number.NaN }],
];

export const inputCases: Cases = (store) => {
  async function refuses(list: readonly (readonly [string, Change])[]): Promise<void> {
    await commit(store(), create({ id: "before" }));
    for (const [where, change] of list) {
      const attempt = commit(store(), create({ id: "beside" }), change);
      await expect(attempt, where).rejects.toMatchObject(refusal("invalid_input"));
    }
    expect(await listed(store(), host)).toEqual(["before"]);
    expect(await store().messages.list(host, { limit: 9 })).toEqual([]);
  }

  test.each(TEXTS)("text with %s is refused wherever it stands", async (_what, bad) =>
    refuses(places(bad)),
  );

  describe("a time that is none", () => {
    test.each(TIMES)("`%s` is refused wherever it stands", async (bad) => refuses(timed(bad)));

    test.each(TIMES)("`%s` is refused in a question too", async (bad) => {
      const page = { limit: 9 };
      const asking = [
        store().memories.get(host, "m1", { now: bad }),
        store().memories.get(host, "m1", { ...NOW, asOf: bad }),
        store().memories.list(host, { filter: { createdAfter: bad }, look: NOW, page }),
        store().messages.list(host, { limit: 9, after: bad }),
        store().search.messageWords(host, {
          terms: ["tea"],
          filter: { createdBefore: bad },
          look: NOW,
          limit: 9,
        }),
      ];
      for (const answer of await Promise.allSettled(asking))
        expect(answer).toMatchObject({ reason: refusal("invalid_input") });
    });
  });

  test("a number that is none is refused", async () =>
    refuses(NUMBERS.map(([what, fields]) => [what, create(fields)])));

  test("a job or a review whose content could never be read back is refused", async () => {
    const hostile = JSON.parse('{"__proto__": {"admin": true}}');
    await refuses([["a job", { type: "enqueue", job: job({ payload: hostile }) }]]);
    const act = { type: "merge", ids: [], text: "", constructor: 1 } as const;
    await expect(
      commit(store(), { type: "propose", review: review({ act }) }),
    ).rejects.toMatchObject(refusal("invalid_input"));
    expect(await store().jobs.list(TENANT, { states: ["queued"], limit: 9 })).toEqual([]);
  });

  test("ids that look like SQL, paths or patterns are only ids", async () => {
    const hostile = [
      "'; DROP TABLE memories; --",
      "../../etc",
      "%",
      "_",
      "m1 OR 1=1",
      "$1",
      "?",
      "",
    ];
    await commit(store(), ...hostile.map((id) => create({ id })));
    for (const id of hostile)
      expect(await store().memories.get(host, id, NOW)).toMatchObject({ id });
    await commit(store(), { type: "purge", id: "%", expect: 1, reason: "" });
    await store().upkeep.erase(TENANT, { memories: ["_"], messages: ["%"] }, at(1));
    expect(await listed(store(), host)).toHaveLength(hostile.length - 2);
  });

  test("ten thousand tags, or a tag of ten thousand letters, are kept or refused whole", async () => {
    const tags = Array.from({ length: 10_000 }, (_, n) => `tag${n}`);
    await commit(store(), create({ tags }));
    expect((await store().memories.get(host, "m1", NOW))?.tags).toEqual(tags);
    const long = "x".repeat(10_000);
    const outcome = await commit(store(), create({ id: "m2", tags: [long] })).then(
      () => "kept",
      (thrown: unknown) => Reflect.get(Object(thrown), "code"),
    );
    const filter = { tags: [long] };
    const found = await store().memories.list(host, { filter, look: NOW, page: { limit: 9 } });
    expect([outcome, found.length]).toSatisfy(
      ([what, count]) => (what === "kept" && count === 1) || (what === "too_large" && count === 0),
    );
  });

  test("an update of an erased memory is a conflict, and does not bring it back", async () => {
    await commit(store(), create());
    await store().upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
    await expect(commit(store(), revise({ version: 2 }))).rejects.toMatchObject(
      refusal("conflict"),
    );
    expect(await listed(store(), host)).toEqual([]);
  });
};
