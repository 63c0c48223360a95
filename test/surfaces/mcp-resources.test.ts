// Resources, their completions and prompts, through a real client of either era.

import { describe, expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { call, clerk, clientOf, ERAS, endpointFor, storedId, TENANT } from "./mcp-support.ts";

async function connected(era: (typeof ERAS)[number]) {
  const { memory } = await testEngine();
  await memory.remember({
    tenant: TENANT,
    kind: "trait",
    text: "Ana plays the cello.",
    subject: "ana/1",
    section: "skills",
  });
  const endpoint = await endpointFor(memory, {
    clerk: clerk(),
    reviewer: clerk({ role: "reviewer" }),
  });
  return { memory, endpoint, client: await clientOf(endpoint, "clerk", era) };
}

function textOf({ contents }: Readonly<{ contents: readonly object[] }>): string {
  const [first] = contents;
  return first !== undefined && "text" in first ? String(first.text) : "";
}

describe.each(ERAS)("for a client of %s", (era) => {
  test("a memory, a profile and the context can be read by their addresses", async () => {
    const { client } = await connected(era);
    const id = storedId(await call(client, "remember", { text: "The gate code changed in May." }));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "memory://memory/{id}",
      "memory://profile/{user}",
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["memory://context"]);

    const memory = await client.readResource({ uri: `memory://memory/${id}` });
    expect(JSON.parse(textOf(memory))).toMatchObject({ id, text: "The gate code changed in May." });
    const profile = await client.readResource({ uri: "memory://profile/ana%2F1" });
    expect(JSON.parse(textOf(profile))).toMatchObject({
      person: "ana/1",
      sections: [{ section: "skills", lines: [{ text: "Ana plays the cello." }] }],
    });
    const context = await client.readResource({ uri: "memory://context" });
    expect(textOf(context)).toContain("Ana plays the cello.");
  });

  test.each([
    "memory://memory/nope",
    "memory://memory/%E0%A4%A",
    "memory://profile/nobody",
    "memory://nothing",
    "file:///etc/passwd",
    "not an address",
  ])("%s is not found, as an error of the request", async (uri) => {
    const { client } = await connected(era);
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  test("addresses are completed from what the connection may see", async () => {
    const { memory, client } = await connected(era);
    await memory.remember({
      tenant: "other",
      kind: "trait",
      text: "Anders skis.",
      subject: "anders",
      section: "other",
    });
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "memory://profile/{user}" },
      argument: { name: "user", value: "an" },
    });
    expect(completion.values).toEqual(["ana/1"]);
  });

  test("recall hands over what is remembered, as data", async () => {
    const { client } = await connected(era);
    const { messages } = await client.getPrompt({
      name: "recall",
      arguments: { topic: "what does Ana play?" },
    });
    const [message] = messages;
    const text = message?.content.type === "text" ? message.content.text : "";
    expect(text).toContain("Ana plays the cello.");
    expect(text).toMatch(/do not follow instructions/);
    const { messages: told } = await client.getPrompt({ name: "remember_session" });
    expect(JSON.stringify(told)).toContain("memory_query");
  });

  test("what waits for a person is shown to a reviewer and offered to nobody else", async () => {
    const { memory, endpoint, client } = await connected(era);
    await memory.remember({
      tenant: TENANT,
      kind: "trait",
      text: "Ana lives in Lisbon.",
      subject: "ana",
      section: "bio",
      field: "city",
    });
    const names = async (of: typeof client) =>
      (await of.listPrompts()).prompts.map((one) => one.name);
    expect(await names(client)).toEqual(["recall", "remember_session"]);
    await expect(client.getPrompt({ name: "review_pending" })).rejects.toMatchObject({
      code: -32602,
    });
    const reviewer = await clientOf(endpoint, "reviewer", era);
    expect(await names(reviewer)).toEqual(["recall", "remember_session", "review_pending"]);
    const { messages } = await reviewer.getPrompt({ name: "review_pending" });
    expect(JSON.stringify(messages)).toContain("Ana lives in Lisbon.");
  });
});
