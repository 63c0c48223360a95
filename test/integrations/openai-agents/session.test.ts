// Sessions of the OpenAI Agents SDK: the whole contract with its optional parts, and a real run over it.

import {
  Agent,
  type AgentInputItem,
  isSessionHistoryRewriteAwareSession,
  isSessionHistoryTransactionAwareSession,
  MemorySession,
  type Model,
  type ModelRequest,
  Runner,
  setTracingDisabled,
  Usage,
} from "@openai/agents-core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../../src/index.ts";
import { type MnemeSession, mnemeSession } from "../../../src/integrations/openai-agents/index.ts";
import { databases } from "../engines.ts";

const user = (content: string): AgentInputItem => ({ type: "message", role: "user", content });
const call = (callId: string, args = "{}"): AgentInputItem => ({
  type: "function_call",
  callId,
  name: "look",
  arguments: args,
  status: "completed",
});

describe.each(databases())("a session on %s", (_name, open) => {
  let memory: MemoryEngine;
  let session: MnemeSession;
  beforeEach(async () => {
    memory = await open();
    session = mnemeSession(memory, { tenant: "acme", sessionId: "s1", user: "ann" });
  });
  afterEach(() => memory.close());

  test("items come back in their order, and the latest ones when there is a limit", async () => {
    await session.addItems([user("one"), user("two")]);
    await session.addItems([user("three")]);
    expect(await session.getSessionId()).toBe("s1");
    expect(await session.getItems()).toEqual([user("one"), user("two"), user("three")]);
    expect(await session.getItems(2)).toEqual([user("two"), user("three")]);
    expect(await session.getItems(0)).toEqual([]);
    expect(await session.popItem()).toEqual(user("three"));
    expect(await session.getItems()).toHaveLength(2);
    await session.clearSession();
    expect(await session.popItem()).toBeUndefined();
    expect(await session.getItems()).toEqual([]);
  });

  test("any run of calls leaves the items that the SDK's own session has", async () => {
    const item = fc.oneof(
      fc.string({ unit: "grapheme-ascii" }).map(user),
      fc.constantFrom("a", "b").map((id) => call(id)),
    );
    const items = fc.array(item, { maxLength: 3 });
    const step = fc.oneof(
      items.map((given) => (each: Any) => each.addItems(given)),
      fc.constant((each: Any) => each.popItem()),
      fc.integer({ min: -1, max: 4 }).map((limit) => (each: Any) => each.getItems(limit)),
      fc.constantFrom("a", "b").map(
        (callId) => (each: Any) =>
          each.applyHistoryMutations({
            mutations: [
              {
                type: "replace_function_call",
                callId,
                replacement: call(callId, '{"n":1}') as never,
              },
            ],
          }),
      ),
      fc.tuple(fc.constantFrom("o1", "o2", "o3"), items, items).map(
        ([operationId, expectedSuffix, replacement]) =>
          (each: Any) =>
            each.applyHistoryTransaction({
              operationId,
              transaction:
                expectedSuffix.length === 0
                  ? { type: "append_items", items: replacement }
                  : { type: "replace_suffix", expectedSuffix, replacement },
            }),
      ),
    );
    const outcome = (doing: Promise<unknown> | unknown) =>
      Promise.resolve(doing).then(
        (value) => ({ value }),
        () => ({ refused: true }),
      );
    let runs = 0;
    const check = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      runs += 1;
      const ours = mnemeSession(memory, { tenant: "acme", sessionId: `run ${runs}` });
      const theirs = new MemorySession();
      for (const apply of steps) {
        expect(await outcome(apply(ours))).toEqual(await outcome(apply(theirs)));
        expect(await ours.getItems()).toEqual(await theirs.getItems());
      }
    });
    await fc.assert(check, { numRuns: 40, seed: 20 });
  });

  test("an operation is applied once however often it is sent, and never with another change", async () => {
    const append = {
      operationId: "op1",
      transaction: { type: "append_items", items: [user("hi")] },
    } as const;
    const again = structuredClone(append) as never;
    await Promise.all(
      [1, 2, 3].map(() => session.applyHistoryTransaction(structuredClone(append) as never)),
    );
    await session.applyHistoryTransaction(again);
    expect(await session.getItems()).toEqual([user("hi")]);
    const other = {
      operationId: "op1",
      transaction: { type: "append_items", items: [user("other")] },
    } as never;
    await expect(session.applyHistoryTransaction(other)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await session.getItems()).toEqual([user("hi")]);
  });

  test("a refused change records no operation, so that it can be sent again when it fits", async () => {
    const replace = {
      operationId: "op2",
      transaction: {
        type: "replace_suffix",
        expectedSuffix: [user("a")],
        replacement: [user("b")],
      },
    } as const;
    const send = () => session.applyHistoryTransaction(structuredClone(replace) as never);
    await expect(send()).rejects.toMatchObject({ code: "conflict" });
    await session.addItems([user("a")]);
    await send();
    expect(await session.getItems()).toEqual([user("b")]);
  });

  test("of many writers at once no item is lost", async () => {
    const writes = Array.from({ length: 8 }, (_, n) => session.addItems([user(`item ${n}`)]));
    await Promise.all(writes);
    const texts = (await session.getItems()).map((item) => Reflect.get(item, "content"));
    expect(texts.sort()).toEqual(Array.from({ length: 8 }, (_, n) => `item ${n}`));
  });

  test("what JSON would lose is refused before anything changes", async () => {
    await session.addItems([user("kept")]);
    for (const bad of [1n, new Date(), () => 1, Number.NaN, new Uint8Array(2)])
      await expect(
        (async () =>
          session.addItems([{ ...user("x"), providerData: { bad } } as AgentInputItem]))(),
      ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await session.getItems()).toEqual([user("kept")]);
  });

  test("a session belongs to its tenant, and goes with its person", async () => {
    const other = mnemeSession(memory, { tenant: "acme-corp", sessionId: "s1" });
    const bobs = mnemeSession(memory, { tenant: "acme", sessionId: "s2", user: "bob" });
    await session.addItems([user("mine")]);
    await bobs.addItems([user("his")]);
    expect(await other.getItems()).toEqual([]);
    const { counts } = await memory.erase({ tenant: "acme", subject: "ann" });
    expect(counts["session_items"]).toBe(1);
    expect(await session.getItems()).toEqual([]);
    expect(await bobs.getItems()).toEqual([user("his")]);
  });

  test("a compacted history replaces the old one and the session stays", async () => {
    await session.addItems([user("a"), user("b")]);
    await session.replaceHistoryWithCompaction([user("summary")]);
    expect(await session.getItems()).toEqual([user("summary")]);
    expect(await session.getSessionId()).toBe("s1");
  });

  test("an agent run by the SDK remembers the turn before in a session opened anew", async () => {
    setTracingDisabled(true);
    const seen: ModelRequest["input"][] = [];
    const model: Model = {
      getResponse: async (request) => {
        seen.push(request.input);
        return {
          usage: new Usage(),
          output: [
            {
              type: "message",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: `answer ${seen.length}` }],
            },
          ],
        };
      },
      getStreamedResponse: () => {
        throw new Error("not streamed here");
      },
    };
    const agent = new Agent({ name: "helper", model });
    const runner = new Runner({ tracingDisabled: true });
    await runner.run(agent, "My name is Ann.", { session });
    const reopened = mnemeSession(memory, { tenant: "acme", sessionId: "s1", user: "ann" });
    const { finalOutput } = await runner.run(agent, "What is my name?", { session: reopened });
    expect(finalOutput).toBe("answer 2");
    expect(JSON.stringify(seen[1])).toContain("My name is Ann.");
    expect(await reopened.getItems()).toHaveLength(4);
    expect(isSessionHistoryRewriteAwareSession(session)).toBe(true);
    expect(isSessionHistoryTransactionAwareSession(session)).toBe(true);
  });
});

type Any = Pick<
  MnemeSession,
  "addItems" | "popItem" | "getItems" | "applyHistoryMutations" | "applyHistoryTransaction"
>;
