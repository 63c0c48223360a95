// What a person who looks over the whole memory is shown, and that it shows nobody more than they may see.

import { describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import {
  agent,
  at,
  commit,
  commitIn,
  create,
  host,
  ids,
  job,
  keep,
  link,
  memory,
  message,
  NOW,
  review,
  revise,
  TENANT,
  userViewer,
} from "./samples.ts";

const DAY_MINUTES = 1440;
const span = (messageId: string) =>
  ({ type: "span", messageId, start: 0, end: 1, quote: "I" }) as const;

/** Everything an overview tells, as one text to look for words in. */
async function told(store: Store, viewer: Viewer): Promise<string> {
  const { overview } = store;
  return JSON.stringify([
    await overview.perDay(viewer, at(-DAY_MINUTES)),
    await overview.totals(viewer),
    await overview.facets(viewer, { filter: {}, look: NOW }),
    await overview.conversations(viewer, { limit: 50 }),
    await overview.messages(viewer, { channel: "secret-channel", limit: 50 }),
    await overview.taught(viewer, "secret-message"),
    await overview.people(viewer, { limit: 50 }),
    await overview.edges(viewer, { look: NOW, limit: 50 }),
    await overview.edges(viewer, { look: NOW, limit: 50, of: ["secret-memory"] }),
    await overview.agents(viewer),
  ]);
}

const secrets = (place: { scope: string; user?: string; tenant?: string }) =>
  [
    keep({
      id: "secret-message",
      channel: "secret-channel",
      author: { id: "secret-person", name: "secret name", isBot: false },
      ...place,
    }),
    create({
      id: "secret-memory",
      subject: "secret-subject",
      category: "secret-category",
      tags: ["secret-tag"],
      evidence: [span("secret-message")],
      writer: { agent: "secret-agent" },
      ...place,
    }),
  ] as const;

export const overviewCases: Cases = (store) => {
  describe("shows nothing secret", () => {
    test.each<[string, { scope: string; user?: string }, { owner: Viewer; stranger: Viewer }]>([
      ["of another agent", { scope: "vault" }, { owner: agent("vault"), stranger: agent("bot") }],
      [
        "of another user",
        { scope: "user", user: "u1" },
        { owner: userViewer("u1"), stranger: userViewer("u2") },
      ],
    ])("%s", async (_whose, place, { owner, stranger }) => {
      await commit(store(), ...secrets(place), create({ id: "open" }));
      await commit(store(), link("open", "secret-memory"));
      const hidden = await told(store(), stranger);
      expect(hidden).not.toContain("secret");
      const shown = await told(store(), owner);
      for (const word of ["message", "memory", "person", "channel", "subject", "tag", "agent"])
        expect(shown).toContain(`secret-${word}`);
    });

    test("of another tenant, and counts none of it", async () => {
      await commitIn(store(), "globex", secrets({ scope: "shared", tenant: "globex" }));
      const alone = await told(store(), host);
      expect(alone).not.toContain("secret");
      expect(await store().overview.totals(host)).toEqual({ people: 0, messages: 0 });
      await store().jobs.enqueue([job({ tenant: "globex" })]);
      expect(await store().overview.work(TENANT, at(0))).toMatchObject({ queued: 0 });
      expect(await told(store(), host)).toBe(alone);
    });

    test("outside the categories of an allowlist", async () => {
      await commit(store(), ...secrets({ scope: "shared" }));
      const hidden = await told(store(), { ...agent("bot"), categories: ["open"] });
      expect(hidden).not.toContain("secret");
    });
  });

  test("counts what was made and what ended by day, and leaves out days with neither", async () => {
    await commit(
      store(),
      create({ id: "a", createdAt: at(0), updatedAt: at(0) }),
      create({ id: "b", createdAt: at(2), updatedAt: at(2) }),
      create({ id: "c", createdAt: at(2 * DAY_MINUTES), updatedAt: at(2 * DAY_MINUTES) }),
    );
    await commit(
      store(),
      revise({ id: "a", version: 2, state: "superseded", updatedAt: at(2 * DAY_MINUTES) }),
    );
    expect(await store().overview.perDay(host, at(0))).toEqual([
      { day: "2026-05-01", added: 2, ended: 0 },
      { day: "2026-05-03", added: 1, ended: 1 },
    ]);
    expect(await store().overview.perDay(host, at(1))).toMatchObject([{ added: 1 }, { added: 1 }]);
  });

  test("counts facets under the filter and the states, and states of every state", async () => {
    await commit(
      store(),
      create({ id: "a", kind: "rule", category: "x", subject: "u1", tags: ["t", "s"] }),
      create({ id: "b", kind: "log", category: "x", subject: "u2", tags: ["t"] }),
      create({ id: "c", kind: "log", category: "y", tags: ["t"] }),
      create({ id: "d", kind: "log", category: "x", state: "archived", tags: ["t"] }),
    );
    const facets = await store().overview.facets(host, {
      filter: { categories: ["x"] },
      look: NOW,
    });
    expect(facets).toEqual({
      kinds: [
        { value: "log", count: 1 },
        { value: "rule", count: 1 },
      ],
      states: [
        { value: "active", count: 2 },
        { value: "archived", count: 1 },
      ],
      categories: [{ value: "x", count: 2 }],
      subjects: [
        { value: "u1", count: 1 },
        { value: "u2", count: 1 },
      ],
      tags: [
        { value: "t", count: 2 },
        { value: "s", count: 1 },
      ],
    });
  });

  test("counts jobs by state and reviews that still wait", async () => {
    await store().jobs.enqueue([job(), job({ id: "j2", key: "m2" })]);
    await store().jobs.claim({ names: ["embed"], now: at(0), leaseUntil: at(9), limit: 1 });
    await commit(
      store(),
      { type: "propose", review: review() },
      { type: "propose", review: review({ id: "r2", hash: "hash-2", lapsesAt: at(5) }) },
    );
    const before = await store().overview.work(TENANT, at(0));
    expect(before).toEqual({ queued: 1, running: 1, dead: 0, pendingReviews: 2 });
    expect(await store().overview.work(TENANT, at(6))).toMatchObject({ pendingReviews: 1 });
  });

  test("lists conversations by what was heard last, page by page, and says which are open", async () => {
    await commit(
      store(),
      keep({ id: "1", channel: "old", at: at(1) }),
      keep({ id: "2", channel: "new", at: at(2) }),
      keep({ id: "3", channel: "new", at: at(3), author: { id: "u2", name: "Ben", isBot: false } }),
      keep({ id: "4", channel: "new", at: at(4), author: { id: "b", name: "Bot", isBot: true } }),
    );
    const all = await store().overview.conversations(host, { limit: 9 });
    expect(all).toEqual([
      {
        ...{ channel: "new", messages: 3, first: at(2), last: at(4) },
        ...{ people: ["Ana", "Ben"], open: false },
      },
      { channel: "old", messages: 1, first: at(1), last: at(1), people: ["Ana"], open: false },
    ]);
    const page = await store().overview.conversations(host, { limit: 1 });
    const next = await store().overview.conversations(host, { limit: 1, after: "new" });
    expect([...page, ...next]).toEqual(all);
    expect(await store().overview.conversations(host, { limit: 1, after: "old" })).toEqual([]);
  });

  test("reads a channel backwards, with what each message taught and was not forgotten", async () => {
    await commit(
      store(),
      keep({ id: "1" }),
      keep({ id: "2" }),
      keep({ id: "3" }),
      create({ id: "kept", evidence: [span("1")] }),
      create({ id: "replaced", evidence: [span("1")], state: "superseded" }),
      create({ id: "forgotten", evidence: [span("1")], state: "soft_deleted" }),
    );
    const newest = await store().overview.messages(host, { channel: "general", limit: 2 });
    expect(ids(newest)).toEqual(["3", "2"]);
    const before = newest.at(-1)?.id ?? "";
    const older = await store().overview.messages(host, { channel: "general", limit: 2, before });
    expect(older.map(({ id, taught }) => [id, taught])).toEqual([["1", ["kept", "replaced"]]]);
    expect(ids(await store().overview.taught(host, "1"))).toEqual(["kept", "replaced"]);
    expect(older[0]).toEqual({ ...message({ id: "1" }), taught: ["kept", "replaced"] });
  });

  test("goes on before no message that is not in the channel for this viewer", async () => {
    await commit(store(), keep({ id: "1" }), keep({ id: "2", channel: "elsewhere" }));
    await commitIn(store(), "other", [keep({ id: "3", tenant: "other" })]);
    await commit(store(), keep({ id: "4", scope: "user", user: "u2" }));
    const ana = userViewer("u1");
    for (const before of ["2", "3", "4", "nothing"])
      await expect(
        store().overview.messages(ana, { channel: "general", limit: 2, before }),
      ).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("lists people who spoke or are known, finds them by a part of a name, page by page", async () => {
    await commit(
      store(),
      keep({ id: "1", at: at(1) }),
      keep({ id: "2", at: at(2), author: { id: "u2", name: "Émile", isBot: false } }),
      keep({ id: "3", at: at(3), author: { id: "bot", name: "Bot", isBot: true } }),
      create({ id: "a", subject: "u1", kind: "trait" }),
      create({ id: "b", subject: "u1", kind: "fact" }),
      create({ id: "c", subject: "u3", kind: "fact" }),
      create({ id: "d", subject: "__lore__", kind: "lore" }),
    );
    const people = await store().overview.people(host, { limit: 9 });
    expect(people).toEqual([
      {
        ...{ user: "u2", name: "Émile", memories: 0, messages: 1, lastSeen: at(2) },
        hasProfile: false,
      },
      {
        ...{ user: "u1", name: "Ana", memories: 2, messages: 1, lastSeen: at(1) },
        hasProfile: true,
      },
      { user: "u3", name: "u3", memories: 1, messages: 0, hasProfile: false },
    ]);
    expect(await store().overview.totals(host)).toEqual({ people: 3, messages: 3 });
    const [first] = people;
    expect(await store().overview.people(host, { limit: 9, name: "emil" })).toEqual([first]);
    const rest = await store().overview.people(host, { limit: 1, after: "u2" });
    expect([first, ...rest]).toEqual(people.slice(0, 2));
  });

  test("shows edges both of whose ends are there, as they were known at a time", async () => {
    await commit(
      store(),
      create({ id: "a" }),
      create({ id: "b" }),
      create({ id: "c", derivedFrom: ["a"] }),
    );
    await commit(store(), link("a", "b", 0.7));
    const edges = (of?: readonly string[]) =>
      store().overview.edges(host, { look: NOW, limit: 9, ...(of && { of }) });
    const related = { from: "a", to: "b", strength: 0.7, type: "related_to" };
    const derived = { from: "c", to: "a", strength: 1, type: "derived_from" };
    expect(await edges()).toEqual([derived, related]);
    expect(await edges(["b"])).toEqual([related]);
    await commit(
      store(),
      revise({ ...memory(), id: "b", version: 2, state: "soft_deleted", updatedAt: at(5) }),
    );
    expect(await edges(["b"])).toEqual([]);
    const then = { now: at(9), asOf: at(4) };
    expect(await store().overview.edges(host, { look: then, limit: 9, of: ["b"] })).toEqual([
      related,
    ]);
  });

  test("adds tokens up by day and model, for one tenant", async () => {
    const { ledger, overview } = store();
    const budget = { tenant: 1000, user: 1000 };
    for (const [tenant, user] of [
      [TENANT, "u1"],
      [TENANT, "u2"],
      ["globex", "u1"],
    ] as const) {
      const entry = { tenant, user, day: "2026-05-01", model: "small" };
      await ledger.reserve(entry, 10, budget);
      await ledger.settle(entry, 10, { input: 6, output: 1 });
    }
    expect(await overview.usage(TENANT, "2026-05-01")).toEqual([
      { day: "2026-05-01", model: "small", input: 12, output: 2, calls: 2 },
    ]);
    expect(await overview.usage(TENANT, "2026-05-02")).toEqual([]);
  });
};
