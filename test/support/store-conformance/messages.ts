// What was said: kept whole, in order of arrival, gathered into buffers.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import type { Viewer } from "../../../src/model/viewer.ts";
import type { Cases } from "./describe-store.ts";
import {
  agent,
  at,
  commit,
  host,
  ids,
  keep,
  MODEL,
  message,
  NOW,
  refusal,
  TENANT,
} from "./samples.ts";

type Buffered = Readonly<{ into: string; said?: number; due: number; channel?: string }>;

const buffer = (
  messageId: string,
  { into, said = 0, due, channel = "general" }: Buffered,
): Change => ({
  type: "buffer",
  messageId,
  channel,
  buffer: into,
  at: at(said),
  flushAt: at(due),
});

export const messageCases: Cases = (store) => {
  test("a message comes back as it was kept, every field of it", async () => {
    const whole = message({
      thread: "t1",
      scope: "user",
      user: "u1",
      author: { id: "u9", name: "Zo\u00eb \ud83c\udf75", isBot: true },
      role: "tool",
      origin: "document",
      text: "line one\nline two \u2014 \u7dd1\u8336",
    });
    await commit(store(), keep(whole, "around it"));
    const [found] = await store().messages.get(host, ["g1"]);
    expect(found).toEqual({ ...whole, position: expect.any(Number) });
  });

  test("a message id is kept once", async () => {
    await commit(store(), keep());
    const again = commit(store(), keep({ text: "another text" }));
    await expect(again).rejects.toMatchObject(refusal("conflict"));
    expect((await store().messages.get(host, ["g1"]))[0]?.text).toBe(message().text);
  });

  describe("order of arrival", () => {
    async function talk(): Promise<number[]> {
      for (const id of ["g1", "g2", "g3", "g4", "g5"])
        await commit(store(), keep({ id }), keep({ id: `x-${id}`, channel: "other" }));
      const said = await store().messages.before(TENANT, { channel: "general", limit: 99 });
      return said.map((one) => one.position);
    }

    test("positions rise, whatever the clock says", async () => {
      await commit(store(), keep({ id: "g1", at: at(9) }));
      await commit(store(), keep({ id: "g2", at: at(1) }));
      const said = await store().messages.before(TENANT, { channel: "general", limit: 9 });
      expect(ids(said)).toEqual(["g1", "g2"]);
    });

    test("before a position come its last neighbours, oldest first", async () => {
      const positions = await talk();
      const preceding = async (position: number | undefined, limit: number) => {
        const query = {
          channel: "general",
          limit,
          ...(position === undefined ? {} : { position }),
        };
        return ids(await store().messages.before(TENANT, query));
      };
      expect(await preceding(undefined, 2)).toEqual(["g4", "g5"]);
      expect(await preceding(positions[3], 2)).toEqual(["g2", "g3"]);
      expect(await preceding(positions[0], 9)).toEqual([]);
    });

    test("around a position come both sides, oldest first", async () => {
      const positions = await talk();
      const around = async (n: number, radius: number) => {
        const query = { channel: "general", position: positions[n] ?? 0, radius };
        return ids(await store().messages.around(host, query));
      };
      expect(await around(2, 1)).toEqual(["g2", "g3", "g4"]);
      expect(await around(0, 2)).toEqual(["g1", "g2", "g3"]);
      expect(await around(4, 0)).toEqual(["g5"]);
    });

    test("a position is not given again after its message is gone", async () => {
      await commit(store(), keep());
      const first = (await store().messages.get(host, ["g1"]))[0]?.position ?? 0;
      await commit(store(), { type: "withdraw", messageId: "g1", reason: "" });
      await commit(store(), keep({ id: "g2" }));
      expect((await store().messages.get(host, ["g2"]))[0]?.position).toBeGreaterThan(first);
    });
  });

  test("a list takes channel, author and times, newest first", async () => {
    await commit(
      store(),
      keep({ id: "a", at: at(1) }),
      keep({ id: "b", at: at(2), channel: "other" }),
      keep({ id: "c", at: at(3), author: { id: "u2", name: "Bob", isBot: false } }),
      keep({ id: "d", at: at(4), scope: "bot" }),
    );
    const list = async (query: object) =>
      ids(await store().messages.list(host, { limit: 9, ...query }));
    expect(await list({})).toEqual(["d", "c", "b", "a"]);
    expect(await list({ channel: "general" })).toEqual(["d", "c", "a"]);
    expect(await list({ author: "u2" })).toEqual(["c"]);
    expect(await list({ user: "u1" })).toEqual([]);
    expect(await list({ after: at(2) })).toEqual(["d", "c"]);
    expect(await list({ before: at(2) })).toEqual(["a"]);
    expect(await list({ limit: 1 })).toEqual(["d"]);
    expect(ids(await store().messages.list(agent("other"), { limit: 9 }))).toEqual(["c", "b", "a"]);
  });

  test("a message that is not searchable is kept, and found by no search", async () => {
    const held: Change = { type: "keep", message: message(), context: "", searchable: false };
    const vector = Float32Array.of(1, 0);
    const embedded: Change = { type: "embed", item: "message", id: "g1", model: MODEL, vector };
    await commit(store(), held, keep({ id: "g2" }));
    const query = { filter: {}, look: NOW, limit: 9 };
    const waiting = await store().search.unembedded({ item: "message", model: MODEL, limit: 9 });
    expect(ids(waiting)).toEqual(["g2"]);
    await commit(store(), embedded);
    const words = await store().search.messageWords(host, { ...query, terms: ["tea"] });
    const near = await store().search.messageVectors(host, { ...query, model: MODEL, vector });
    expect([ids(words.items), near]).toEqual([["g2"], []]);
    expect(ids(await store().messages.get(host, ["g1"]))).toEqual(["g1"]);
  });

  test("the turns beside a message are those of its channel that the viewer may see", async () => {
    await commit(
      store(),
      keep({ id: "a" }),
      keep({ id: "x", channel: "other" }),
      keep({ id: "b" }),
      keep({ id: "c", scope: "bot" }),
    );
    const [said] = await store().messages.get(host, ["b"]);
    const query = { positions: [said?.position ?? 0], filter: {}, look: NOW };
    const beside = async (viewer: Viewer) =>
      (await store().search.messagesBeside(viewer, query)).pairs.map((turn) => [
        turn.id,
        turn.side,
        turn.message.id,
      ]);
    expect(await beside(host)).toEqual([
      ["b", "before", "a"],
      ["b", "after", "c"],
    ]);
    expect(await beside(agent("other"))).toEqual([["b", "before", "a"]]);
  });

  test("lines for the journal wait in the outbox, by day, in the order they came", async () => {
    const line = (day: string, text: string): Change => ({
      type: "journal",
      day,
      messageId: "g1",
      line: text,
    });
    await commit(store(), keep(), line("2026-05-01", "one"), line("2026-05-02", "two"));
    const waiting = await store().files.waiting(9);
    expect(waiting.map(({ file, itemId, line }) => [file, itemId, line])).toEqual([
      ["2026-05-01", "g1", "one"],
      ["2026-05-02", "g1", "two"],
    ]);
  });

  test("what is not yet mined waits, oldest first, and `nothing` is not `failed`", async () => {
    await commit(store(), keep({ id: "a" }), keep({ id: "b" }), keep({ id: "c" }));
    expect(ids(await store().messages.unmined(2))).toEqual(["a", "b"]);
    await commit(
      store(),
      { type: "mined", messageId: "a", outcome: "nothing" },
      { type: "mined", messageId: "b", outcome: "failed" },
    );
    expect(ids(await store().messages.unmined(9))).toEqual(["c"]);
    expect(await store().messages.minedOutcome(TENANT, "a")).toBe("nothing");
    expect(await store().messages.minedOutcome(TENANT, "b")).toBe("failed");
    expect(await store().messages.minedOutcome(TENANT, "c")).toBe("pending");
    expect(await store().messages.minedOutcome(TENANT, "z")).toBeUndefined();
  });

  describe("buffers", () => {
    test("the open buffer of a channel takes every message, and moves its flush", async () => {
      await commit(store(), keep({ id: "a" }), buffer("a", { into: "b1", due: 20 }));
      await commit(store(), keep({ id: "b" }), buffer("b", { into: "b2", said: 3, due: 25 }));
      expect(await store().messages.buffer(TENANT, "general")).toEqual({
        tenant: TENANT,
        channel: "general",
        id: "b1",
        startedAt: at(0),
        updatedAt: at(3),
        flushAt: at(25),
      });
      expect(ids(await store().messages.inBuffer(TENANT, "b1"))).toEqual(["a", "b"]);
      expect(await store().messages.inBuffer(TENANT, "b2")).toEqual([]);
    });

    test("racing writers of one channel share one buffer", async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          commit(store(), keep({ id: `g${n}` }), buffer(`g${n}`, { into: `b${n}`, due: 20 })),
        ),
      );
      const open = await store().messages.buffer(TENANT, "general");
      expect(await store().messages.inBuffer(TENANT, open?.id ?? "")).toHaveLength(8);
    });

    test("a closed buffer keeps what it holds until it is emptied; new messages open another", async () => {
      await commit(store(), keep({ id: "a" }), buffer("a", { into: "b1", due: 20 }));
      await commit(store(), { type: "close_buffer", channel: "general", buffer: "b1" });
      await commit(store(), keep({ id: "b" }), buffer("b", { into: "b2", due: 40 }));
      expect(await store().messages.buffer(TENANT, "general")).toMatchObject({ id: "b2" });
      expect(ids(await store().messages.inBuffer(TENANT, "b1"))).toEqual(["a"]);
      await commit(store(), { type: "empty_buffer", buffer: "b1" });
      expect(await store().messages.inBuffer(TENANT, "b1")).toEqual([]);
      expect(ids(await store().messages.inBuffer(TENANT, "b2"))).toEqual(["b"]);
    });

    test("closing a buffer by an old id leaves the open one alone", async () => {
      await commit(store(), keep({ id: "a" }), buffer("a", { into: "b1", due: 20 }));
      await commit(store(), { type: "close_buffer", channel: "general", buffer: "b0" });
      expect(await store().messages.buffer(TENANT, "general")).toMatchObject({ id: "b1" });
    });

    test("those that are due come first due first", async () => {
      await commit(
        store(),
        ...["a", "b", "c"].map((id) => keep({ id, channel: id })),
        buffer("a", { into: "b1", due: 30, channel: "a" }),
        buffer("b", { into: "b2", due: 10, channel: "b" }),
        buffer("c", { into: "b3", due: 20, channel: "c" }),
      );
      const due = async (minutes: number, limit = 9) =>
        ids(await store().messages.dueBuffers({ now: at(minutes), limit }));
      expect(await due(9)).toEqual([]);
      expect(await due(10)).toEqual(["b2"]);
      expect(await due(99)).toEqual(["b2", "b3", "b1"]);
      expect(await due(99, 1)).toEqual(["b2"]);
    });
  });
};
