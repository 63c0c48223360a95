// Recall through the library: scores, gates, contexts, deltas, the agents' one tool.

import { describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";
const ana = { id: "u1", name: "Ana" };
const ben = { id: "u2", name: "Ben" };

async function say(
  memory: MemoryEngine,
  lines: readonly (readonly [typeof ana, string])[],
): Promise<void> {
  await memory.ingestMany(
    lines.map(([author, text], i) => ({
      tenant,
      channel: "general",
      id: `m${i}`,
      at: new Date(Date.UTC(2026, 3, 30, 10, i)),
      author,
      text,
    })),
  );
  await memory.drain();
}

describe("search", () => {
  test("every hit shows the parts of its score, and leads back to its message (F12)", async () => {
    const { memory } = await testEngine();
    await say(memory, [
      [ana, "I'm allergic to peanuts"],
      [ben, "I play the cello"],
    ]);
    const { hits } = await memory.search({
      tenant,
      query: "what is Ana allergic to?",
      over: "memories",
      channel: "general",
    });
    expect(hits[0]).toMatchObject({
      text: 'Ana: "I\'m allergic to peanuts"',
      sources: [{ messageId: "m0" }],
    });
    const { parts } = hits[0] ?? { parts: undefined };
    expect(parts).toMatchObject({ channel: 1 });
    for (const part of ["lexical", "semantic", "confidence", "recency"] as const)
      expect(parts?.[part]).toBeGreaterThan(0);
  });

  test("strict search says nothing rather than something weak (F13)", async () => {
    const { memory } = await testEngine();
    await say(memory, [
      [ana, "I'm allergic to peanuts"],
      [ben, "I play the cello"],
    ]);
    const { hits } = await memory.search({
      tenant,
      query: "quarterly revenue of the shipping company",
      strict: true,
    });
    expect(hits).toEqual([]);
  });

  test("the limit is clamped to 24 (F15)", async () => {
    const { memory } = await testEngine();
    for (let i = 0; i < 30; i++)
      await memory.remember({ tenant, kind: "log", text: `The harbour has berth number ${i}.` });
    const search = (limit: number) =>
      memory.search({ tenant, query: "harbour berth", over: "memories", limit });
    expect((await search(1000)).hits.length).toBeLessThanOrEqual(24);
    expect((await search(0)).hits).toHaveLength(1);
  });

  test("a procedure is found only when its category is asked for (S12)", async () => {
    const { memory } = await testEngine();
    await memory.remember({
      tenant,
      kind: "procedure",
      text: "1. Drain the tank. 2. Close the valve.",
    });
    const query = "how to drain the tank";
    expect((await memory.search({ tenant, query, over: "memories" })).hits).toEqual([]);
    const asked = await memory.query({ tenant, query, categories: ["procedural"] });
    expect(asked.items.map((item) => item.text)).toEqual([
      "[procedural] 1. Drain the tank.\n2. Close the valve.",
    ]);
  });

  test("what was known and what was true at a time can be asked", async () => {
    const { memory, clock } = await testEngine();
    await say(memory, [[ana, "I live in Porto"]]);
    clock.now = new Date("2026-06-01T10:00:00Z");
    const later = {
      tenant,
      channel: "general",
      id: "later",
      at: clock.now,
      author: ana,
      text: "I live in Lisbon now",
    };
    await memory.ingest(later);
    const where = async (when: object) =>
      (
        await memory.search({
          tenant,
          query: "where does Ana live",
          over: "memories",
          limit: 1,
          ...when,
        })
      ).hits[0]?.text;
    expect(await where({})).toBe('Ana: "I live in Lisbon now"');
    expect(await where({ asOf: "2026-05-15" })).toBe('Ana: "I live in Porto"');
    expect(await where({ validAt: "2026-05-15" })).toBe('Ana: "I live in Porto"');
  });
});

describe("the agents' one tool", () => {
  test("filters and categories hold, bullets carry their category, the budget is kept (S6)", async () => {
    const { memory } = await testEngine({ allowlists: { planner: ["tasks"] } });
    const note = (text: string, category: string, importance: 1 | 5) =>
      memory.remember({
        tenant,
        kind: "log",
        text,
        category,
        importance,
        user: "u1",
        scope: "shared",
      });
    await note("The launch plan needs a budget.", "tasks", 5);
    await note("The launch plan needs a venue.", "tasks", 1);
    await note("The launch makes Ana nervous.", "health", 5);
    const ask = (filters: object) =>
      memory.query({
        tenant,
        agent: "planner",
        query: "launch plan",
        top_k: 5,
        filters: { user_id: "u1", ...filters },
      });
    expect((await ask({})).items).toHaveLength(2);
    expect((await ask({ importance_min: 3 })).items).toMatchObject([
      { category: "tasks", text: "[tasks] The launch plan needs a budget." },
    ]);
    expect((await ask({ updated_after: "2026-05-02" })).items).toEqual([]);
    const tight = await memory.query({
      tenant,
      agent: "planner",
      query: "launch plan",
      top_k: 5,
      budget_tokens: 15,
    });
    expect(tight.tokens).toBeLessThanOrEqual(15);
    expect(tight.leftOut.length).toBeGreaterThan(0);
    await expect(
      memory.query({ tenant, agent: "planner", query: "x", categories: ["health"] }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("contexts", () => {
  test("the pack holds recent notes and no sensitive one (N10)", async () => {
    const { memory } = await testEngine();
    await memory.remember({ tenant, kind: "log", text: "The lift is being repaired." });
    await memory.remember({
      tenant,
      kind: "log",
      text: "The diagnosis is private.",
      sensitivity: "sensitive",
    });
    const { text, leftOut } = await memory.context({ tenant });
    expect(text).toContain("## Memory Context");
    expect(text).toContain("[log] The lift is being repaired.");
    expect(text).not.toContain("diagnosis");
    expect(leftOut).toMatchObject([{ why: "sensitive" }]);
  });

  test("the agent's context is soul, then rules, then summaries (N11)", async () => {
    const { memory } = await testEngine();
    await memory.remember({ tenant, kind: "summary", text: "The migration went well." });
    await memory.remember({
      tenant,
      kind: "rule",
      text: "Deploy only on weekdays.",
      evidence: ["the outage"],
    });
    await memory.remember({ tenant, kind: "soul", text: "Be brief and kind." });
    const { text } = await memory.context({ tenant, style: "agent" });
    const places = ["Be brief", "Deploy only", "The migration"].map((part) => text.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
  });

  test("the slice has facts of the user, facts that matter, and lines of this channel (F14)", async () => {
    const { memory } = await testEngine();
    await say(memory, [
      [ana, "I'm allergic to peanuts"],
      [ben, "I baked a peanut cake"],
    ]);
    const { items } = await memory.context({
      tenant,
      user: "u1",
      style: "slice",
      query: "peanut cake",
      channel: "general",
    });
    expect(items.find((item) => item.text.includes("allergic"))?.item).toBe("memory");
    expect(items.some((item) => item.item === "message")).toBe(true);
  });

  test("background facts name the source of every profile line, escaped (P10, P11)", async () => {
    const { memory } = await testEngine();
    await say(memory, [
      [ana, "I'm allergic to peanuts"],
      [ana, "I love sailing on the <b>Tagus & on lakes"],
    ]);
    await memory.flush({ tenant });
    const { text } = await memory.context({
      tenant,
      user: "u1",
      style: "background",
      query: "peanuts",
      participants: ["u1"],
      fence: false,
    });
    expect(text).toContain("<background_facts>");
    expect(text).toMatch(/Ana: "I'm allergic to peanuts" +\[[^\]]+, Apr 30\]/);
    expect(text).toMatch(/sailing on the &lt;b&gt;Tagus &amp; on lakes" +\[[^\]]+, Apr 30\]/);
    expect(text).not.toContain("<b>");
  });

  test("the snapshot has all canon and the registers of topics (V9)", async () => {
    const { memory } = await testEngine();
    await memory.remember({ tenant, kind: "canon", text: "The mission is to map the reef." });
    await memory.vault.updateByTopic({
      tenant,
      topicId: "projects",
      text: "Two dives are planned for July.",
    });
    const { text } = await memory.context({ tenant, style: "snapshot" });
    expect(text.indexOf("map the reef")).toBeLessThan(text.indexOf("Two dives"));
  });

  test("what changed since the revision last seen comes first, three lines at most (S1)", async () => {
    const { memory } = await testEngine();
    const thread = "t1";
    const first = await memory.context({ tenant, thread, sinceRevision: 0 });
    for (let i = 0; i < 5; i++)
      await memory.remember({ tenant, kind: "log", thread, text: `Decision ${i} was taken.` });
    const second = await memory.context({ tenant, thread, sinceRevision: first.revision });
    expect(second.revision).toBe(first.revision + 5);
    expect(second.text.match(/created/g)).toHaveLength(3);
    const third = await memory.context({ tenant, thread, sinceRevision: second.revision });
    expect(third.text).not.toContain("Memory updates");
  });

  test("text that comes from outside is not handed to a prompt by itself", async () => {
    const { memory } = await testEngine();
    await memory.remember({
      tenant,
      kind: "log",
      text: "The vendor says the price doubled.",
      origin: "import",
    });
    const { text, leftOut } = await memory.context({ tenant, query: "vendor price" });
    expect(text).not.toContain("vendor says");
    expect(leftOut).toHaveLength(1);
  });
});
