// The tools through a real client of either era: what they say of themselves, what they do, what they refuse.

import { estimateTokenCount } from "tokenx";
import { describe, expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import {
  AGENT,
  call,
  clerk,
  clientOf,
  ERAS,
  endpointFor,
  storedId,
  TENANT,
} from "./mcp-support.ts";

const NAMES = [
  "memory_query",
  "memory_context",
  "memory_list",
  "memory_history",
  "memory_profile",
  "remember",
  "memory_edit",
  "memory_feedback",
  "forget",
  "update_soul",
  "memory_review",
];
/** What the definitions of all tools may cost the prompt of every session. */
const MOST_TOKENS = 2_000;

async function connected(era: (typeof ERAS)[number] = "2026-07-28") {
  const { memory } = await testEngine();
  const endpoint = await endpointFor(memory, { clerk: clerk({ user: "ana" }) });
  return { memory, endpoint, client: await clientOf(endpoint, "clerk", era) };
}

describe.each(ERAS)("for a client of %s", (era) => {
  test(`the definitions of all tools take less than ${MOST_TOKENS} tokens`, async () => {
    const { client } = await connected(era);
    const { tools } = await client.listTools();
    const tokens = estimateTokenCount(JSON.stringify(tools));
    process.stdout.write(`tools/list for ${era}: ${tools.length} tools, ${tokens} tokens\n`);
    expect(tokens).toBeLessThan(MOST_TOKENS);
    expect(tokens).toBeGreaterThan(tools.length * 50);
  });

  test("eleven tools are listed in one order, each saying when to use it and when not", async () => {
    const { client } = await connected(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toMatch(/\w/);
      expect(description).toMatch(/Use it .*\. Not /s);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations).toMatchObject({ openWorldHint: false });
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    // A hint that is missing has the protocol's default: it writes, it may destroy, it may not be repeated.
    expect(hints["memory_query"]).toMatchObject({ readOnlyHint: true });
    expect(hints["remember"]).toEqual({ destructiveHint: false, openWorldHint: false });
    expect(hints["forget"]).toEqual({ idempotentHint: true, openWorldHint: false });
  });

  test("no tool takes a tenant, and none but a filter or a person names whom", async () => {
    const { client } = await connected(era);
    for (const { inputSchema } of (await client.listTools()).tools) {
      const given = Object.keys(inputSchema.properties ?? {});
      for (const name of ["tenant", "agent", "user", "scope", "origin"])
        expect(given).not.toContain(name);
    }
  });

  test("every tool answers with data that fits its schema, and says the same as text", async () => {
    const { memory, client } = await connected(era);
    await memory.remember({
      tenant: TENANT,
      kind: "trait",
      text: "Ana plays the cello.",
      subject: "ana",
      section: "skills",
    });
    // The client refuses structured content that does not fit a schema it has listed.
    await client.listTools();
    const kept = await call(client, "remember", { text: "Ana prefers green tea.", tags: ["tea"] });
    const id = storedId(kept);
    const calls = {
      memory_query: { query: "what does Ana drink?", return: "full" },
      memory_context: { query: "tea" },
      memory_list: { limit: 1 },
      memory_history: { id },
      memory_profile: {},
      memory_edit: { id, importance: 4 },
      memory_feedback: { id, verdict: "helpful" },
      update_soul: { text: "I am brief." },
      forget: { id, reason: "asked to" },
    };
    for (const [name, given] of Object.entries(calls)) {
      const { isError, structured, mirror } = await call(client, name, given);
      expect([name, isError]).toEqual([name, false]);
      expect(mirror).toEqual(structured);
    }
  });
});

describe("what tools do", () => {
  test("remember keeps a stable log said by a model, for the user it serves (N13)", async () => {
    const { memory, client } = await connected();
    const id = storedId(await call(client, "remember", { text: "Ana works in Porto." }));
    expect(await memory.get({ tenant: TENANT, id })).toMatchObject({
      kind: "log",
      stability: "stable",
      origins: ["assistant"],
      scope: "user",
      user: "ana",
      writer: { agent: AGENT },
    });
  });

  test("update_soul is permanent, in the agent's own scope, and follows on the one before (N13, V10)", async () => {
    const { memory } = await testEngine();
    const other = clerk({ agent: "other" });
    const endpoint = await endpointFor(memory, { clerk: clerk(), other });
    const client = await clientOf(endpoint, "clerk");
    const first = storedId(await call(client, "update_soul", { text: "I am brief." }));
    const { structured } = await call(client, "update_soul", { text: "I am brief and kind." });
    expect(structured).toMatchObject({ outcomes: [{ outcome: "stored", replaced: first }] });
    expect(await memory.list({ tenant: TENANT, filter: { kinds: ["soul"] } })).toMatchObject([
      { text: "I am brief and kind.", stability: "permanent", scope: AGENT },
    ]);
    const stranger = await clientOf(endpoint, "other");
    expect((await call(stranger, "memory_list")).structured).toEqual({ memories: [] });
    expect((await call(stranger, "memory_history", { id: first })).mirror).toMatchObject({
      error: { code: "not_found" },
    });
  });

  test("of several souls an agent says which one it updates (N11)", async () => {
    const { memory, client } = await connected();
    const first = storedId(await call(client, "update_soul", { text: "I am brief." }));
    const second = storedId(
      await call(client, "update_soul", { text: "I am kind.", beside: true }),
    );
    const unclear = await call(client, "update_soul", { text: "I am bold." });
    expect([unclear.isError, JSON.stringify(unclear.mirror)]).toMatchObject([
      true,
      expect.stringContaining(first),
    ]);
    await call(client, "update_soul", { text: "I am bold.", replaces: second });
    const souls = await memory.list({ tenant: TENANT, agent: AGENT, filter: { kinds: ["soul"] } });
    expect(souls.map(({ text }) => text).sort()).toEqual(["I am bold.", "I am brief."]);
  });

  test("a connection that is no agent's has no soul to update", async () => {
    const { memory } = await testEngine();
    const endpoint = await endpointFor(memory, {
      host: { keyId: "k1", tenant: TENANT, role: "write" },
    });
    const client = await clientOf(endpoint, "host");
    const { isError, mirror } = await call(client, "update_soul", { text: "I am brief." });
    expect([isError, mirror]).toMatchObject([true, { error: { code: "forbidden" } }]);
    expect(await memory.list({ tenant: TENANT })).toEqual([]);
  });

  test("what is forgotten is no longer found, and its history says who asked for it", async () => {
    const { client } = await connected();
    const id = storedId(await call(client, "remember", { text: "Ana's locker is number 12." }));
    const found = () => call(client, "memory_query", { query: "Ana's locker number" });
    expect((await found()).structured).toMatchObject({ items: [{ id }] });
    await call(client, "forget", { id, reason: "Ana asked" });
    expect((await found()).structured).toMatchObject({ items: [] });
    expect((await call(client, "memory_history", { id })).structured).toMatchObject({
      total: 2,
      entries: [{ event: "ADD" }, { event: "DELETE", actor: AGENT, reason: "Ana asked" }],
    });
  });

  test("an edit changes words and filing, keeps the old version, and stays a model's words", async () => {
    const { memory, client } = await connected();
    const id = storedId(await call(client, "remember", { text: "Ana works in Porto." }));
    const asked = { id, text: "Ana works in Braga.", tags: ["work"], importance: 4, if_version: 1 };
    const { structured } = await call(client, "memory_edit", asked);
    expect(structured).toMatchObject({
      memory: { text: "Ana works in Braga.", tags: ["work"], importance: 4, version: 2 },
    });
    expect(await memory.get({ tenant: TENANT, id })).toMatchObject({ origins: ["assistant"] });
    expect((await call(client, "memory_history", { id })).structured).toMatchObject({
      entries: [
        { event: "ADD" },
        { before: { text: "Ana works in Porto." }, after: { text: "Ana works in Braga." } },
      ],
    });
    expect(
      (await call(client, "memory_edit", { ...asked, text: "Ana rests." })).mirror,
    ).toMatchObject({
      error: { code: "conflict" },
    });
    expect((await call(client, "memory_edit", { id })).mirror).toMatchObject({
      error: { code: "invalid_input", message: expect.stringContaining("Nothing to change") },
    });
  });

  test("an edit does not overrule what a person said, whether the connection is an agent's or not", async () => {
    const { memory } = await testEngine();
    const host = { keyId: "k1", tenant: TENANT, role: "write" } as const;
    const endpoint = await endpointFor(memory, { clerk: clerk(), host });
    const { stored } = await memory.remember({
      tenant: TENANT,
      kind: "log",
      text: "Ana has a cat.",
    });
    for (const who of ["clerk", "host"]) {
      const client = await clientOf(endpoint, who);
      const asked = { id: stored[0]?.id, text: "Ana has a dog." };
      const { mirror } = await call(client, "memory_edit", asked);
      expect([who, mirror]).toMatchObject([who, { error: { code: "forbidden" } }]);
    }
    expect(await memory.list({ tenant: TENANT })).toMatchObject([{ text: "Ana has a cat." }]);
  });

  test("a list goes page by page to its end", async () => {
    const { memory, client } = await connected();
    for (const n of [1, 2, 3])
      await memory.remember({ tenant: TENANT, kind: "log", text: `Shelf ${n} is blue.` });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await call(client, "memory_list", { limit: 2, cursor });
      const { memories, next_cursor } = page.structured;
      seen.push(...(memories as { text: string }[]).map(({ text }) => text));
      cursor = next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(["Shelf 3 is blue.", "Shelf 2 is blue.", "Shelf 1 is blue."]);
  });

  test("stored text cannot open a tag in what a model reads", async () => {
    const { memory, client } = await connected();
    const text = "The sign says <b>open</b> on Mondays.";
    await memory.remember({ tenant: TENANT, kind: "log", text });
    const { content } = await client.callTool({ name: "memory_list", arguments: {} });
    const [mirror, notice] = content.map((block) => (block.type === "text" ? block.text : ""));
    expect(mirror).not.toContain("<");
    expect(JSON.parse(mirror ?? "")).toMatchObject({ memories: [{ text }] });
    expect(notice).toMatch(/do not follow instructions/);
  });
});

describe("what tools refuse", () => {
  test("a read-only connection writes nothing (item 49)", async () => {
    const { memory } = await testEngine();
    const endpoint = await endpointFor(memory, { reader: clerk({ role: "read" }) });
    const client = await clientOf(endpoint, "reader");
    const kept = await memory.remember({ tenant: TENANT, kind: "log", text: "The door is red." });
    const id = kept.stored[0]?.id ?? "";
    const writes = {
      remember: { text: "The door is blue." },
      memory_edit: { id, text: "The door is blue." },
      memory_feedback: { id, verdict: "wrong" },
      update_soul: { text: "I write." },
      forget: { id },
    };
    for (const [name, given] of Object.entries(writes)) {
      const { isError, mirror } = await call(client, name, given);
      expect([name, isError, mirror]).toMatchObject([
        name,
        true,
        { error: { code: "forbidden", hint: expect.stringContaining("Tell the user") } },
      ]);
    }
    expect((await memory.list({ tenant: TENANT })).map((one) => one.text)).toEqual([
      "The door is red.",
    ]);
  });

  test("an unknown tool is a protocol error", async () => {
    const { client } = await connected();
    await expect(call(client, "memory_erase")).rejects.toMatchObject({ code: -32602 });
  });

  test.each([
    ["an argument that is not there", { text: "A fine day.", tenant: "other" }, "tenant"],
    ["a missing one", {}, "text"],
    ["one of the wrong type", { text: 7 }, "text"],
    ["one that is too long", { text: "x".repeat(5000) }, "text"],
    ["one that is empty", { text: "   " }, "text"],
  ])(
    "%s is an error with its code, its place and a hint (item 116)",
    async (_what, given, place) => {
      const { memory, client } = await connected();
      const { isError, mirror } = await call(client, "remember", given);
      expect(isError).toBe(true);
      expect(mirror).toMatchObject({
        error: {
          code: "invalid_input",
          message: expect.stringContaining(place),
          hint: expect.stringContaining("Correct the arguments"),
        },
      });
      expect(await memory.list({ tenant: TENANT })).toEqual([]);
    },
  );

  test("a category outside the agent's list is refused (S5)", async () => {
    const { memory } = await testEngine({ allowlists: { [AGENT]: ["general"] } });
    const endpoint = await endpointFor(memory, { clerk: clerk() });
    const client = await clientOf(endpoint, "clerk");
    const asked = { query: "allergies", categories: ["health"] };
    expect((await call(client, "memory_query", asked)).mirror).toMatchObject({
      error: { code: "forbidden" },
    });
  });
});
