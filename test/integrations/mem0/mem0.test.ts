// mem0's real client works against our server, within what its key may see and do.

import { expect, test } from "vitest";
import { testServer } from "../../surfaces/http-support.ts";
import { mem0Client } from "./mem0-client.ts";

async function scene(tenant = "acme", role: "read" | "write" | "operator" = "write") {
  const { memory, server } = await testServer();
  const { key } = await memory.keys.create({ tenant, role, name: "mem0" });
  const client = await mem0Client(server.url, key);
  const clientOf = async (other: string) => {
    const made = await memory.keys.create({ tenant: other, role: "write", name: "other" });
    return mem0Client(server.url, made.key);
  };
  return { memory, server, client, key, clientOf };
}

const kept = { infer: false, userId: "ann" };

test("ping says who is there", async () => {
  const { client } = await scene();
  await expect(client.ping()).resolves.toBeUndefined();
});

test("a key that is none of ours is refused as mem0's client expects", async () => {
  const { server } = await scene();
  const stranger = await mem0Client(server.url, "mk_nobody_nothing");
  await expect(stranger.ping()).rejects.toMatchObject({ name: "AuthenticationError" });
});

test("what is said is read for facts and found again", async () => {
  const { client } = await scene();
  const added = await client.add([{ role: "user", content: "I moved to Lisbon last week." }], {
    userId: "ann",
  });
  expect(added.map(({ event }) => event)).toEqual(["ADD"]);
  expect(added[0]?.memory).toContain("Lisbon");
  const { results } = await client.search("where does ann live?", { filters: { user_id: "ann" } });
  expect(results[0]).toMatchObject({ id: added[0]?.id, userId: "ann", score: expect.any(Number) });
});

test("one memory is added, read, changed, deleted, and all of it is in its history", async () => {
  const { client } = await scene();
  const [made] = await client.add("Ann prefers tea in the morning.", kept);
  const id = made?.id ?? "";
  expect(await client.get(id)).toMatchObject({
    id,
    memory: "Ann prefers tea in the morning.",
    userId: "ann",
  });
  await client.update(id, { text: "Ann prefers coffee in the morning." });
  expect((await client.get(id)).memory).toBe("Ann prefers coffee in the morning.");
  expect(await client.delete(id)).toEqual({ message: "Memory deleted successfully!" });
  await expect(client.get(id)).rejects.toMatchObject({ name: "MemoryNotFoundError" });
  const history = await client.history(id);
  expect(history.map(({ event, oldMemory, newMemory }) => [event, oldMemory, newMemory])).toEqual([
    ["ADD", null, "Ann prefers tea in the morning."],
    ["UPDATE", "Ann prefers tea in the morning.", "Ann prefers coffee in the morning."],
    ["DELETE", "Ann prefers coffee in the morning.", null],
  ]);
});

test("a listing is filtered and paged, and tells how many there are", async () => {
  const { client } = await scene();
  for (const text of [
    "Ann owns a red bicycle.",
    "Ann works at the harbour.",
    "Ann plays the cello.",
  ])
    await client.add(text, kept);
  await client.add("Bob keeps bees on his roof.", { infer: false, userId: "bob", runId: "r1" });
  const all = await client.getAll({ filters: { user_id: "ann" } });
  expect(all.count).toBe(3);
  const second = await client.getAll({
    filters: { AND: [{ user_id: "ann" }] },
    page: 2,
    pageSize: 2,
  });
  expect(second).toMatchObject({ count: 3, next: null });
  expect(second.results).toHaveLength(1);
  const run = await client.getAll({ filters: { run_id: "r1" } });
  expect(run.results.map(({ memory }) => memory)).toEqual(["Bob keeps bees on his roof."]);
});

test("metadata is kept, shown, changed and filtered by, as mem0's clients do it", async () => {
  const { client } = await scene();
  const texts = ["Ann owns a red bicycle.", "Ann works at the harbour.", "Ann plays the cello."];
  for (const [cost, text] of texts.entries())
    await client.add(text, { ...kept, metadata: { cost, team: cost === 1 ? "port" : "home" } });
  const found = async (filters: Record<string, unknown>) =>
    (await client.getAll({ filters: { user_id: "ann", ...filters } })).results
      .map(({ memory }) => texts.indexOf(memory ?? ""))
      .sort();
  expect(await found({ metadata: { team: "home" } })).toEqual([0, 2]);
  expect(await found({ metadata: { cost: { gte: 1 }, team: { ne: "port" } } })).toEqual([2]);
  expect(await found({ metadata: { cost: { in: [0, 1] } } })).toEqual([0, 1]);
  expect(await found({ metadata: { team: "*" } })).toEqual([0, 1, 2]);
  expect(await found({ OR: [{ metadata: { cost: 0 } }, { metadata: { team: "port" } }] })).toEqual([
    0, 1,
  ]);
  expect(await found({ NOT: [{ metadata: { team: "home" } }] })).toEqual([1]);
  expect(
    await found({ AND: [{ metadata: { team: "home" } }, { metadata: { cost: { lt: 2 } } }] }),
  ).toEqual([0]);
  const { results } = await client.search("what does ann do?", {
    filters: { AND: [{ user_id: "ann" }, { metadata: { team: "port" } }] },
  });
  expect(results.map(({ memory, metadata }) => [memory, metadata])).toEqual([
    [texts[1], { cost: 1, team: "port" }],
  ]);
  await client.update(results[0]?.id ?? "", { metadata: { team: "away" } });
  expect((await client.get(results[0]?.id ?? "")).metadata).toEqual({ team: "away" });
  await expect(found({ metadata: { team: { icontains: "P" } } })).rejects.toThrow("icontains");
  await expect(found({ OR: [{ user_id: "ann" }] })).rejects.toThrow("user_id");
});

test("metadata of what is said goes with what is read out of it", async () => {
  const { client } = await scene();
  const said = [{ role: "user" as const, content: "I moved to Lisbon last week." }];
  const [added] = await client.add(said, { userId: "ann", metadata: { source: "form" } });
  expect((await client.get(added?.id ?? "")).metadata).toEqual({ source: "form" });
});

test("many are changed and deleted at once, by id, by entity, by filter", async () => {
  const { client } = await scene();
  const ids: string[] = [];
  for (const text of [
    "Ann owns a red bicycle.",
    "Ann works at the harbour.",
    "Ann plays the cello.",
  ])
    ids.push((await client.add(text, kept))[0]?.id ?? "");
  await client.add("Bob keeps bees on his roof.", { infer: false, userId: "bob" });
  await client.add("Eve sings in the choir on Mondays.", { infer: false, userId: "eve" });
  await client.batchUpdate([{ memoryId: ids[0], text: "Ann owns a blue bicycle." }]);
  expect((await client.get(ids[0] ?? "")).memory).toBe("Ann owns a blue bicycle.");
  await client.batchDelete(ids.slice(0, 2));
  expect((await client.getAll({ filters: { user_id: "ann" } })).count).toBe(1);
  await client.deleteAll({ userId: "ann" });
  await client.deleteUsers({ userId: "eve" });
  const left = await client.getAll({});
  expect(left.results.map(({ userId }) => userId)).toEqual(["bob"]);
});

test("deleting without naming anyone is refused, and nothing goes", async () => {
  const { client } = await scene();
  await client.add("Ann plays the cello.", kept);
  await expect(client.deleteAll({})).rejects.toMatchObject({ name: "ValidationError" });
  await expect(client.deleteAll({ userId: "*" })).rejects.toMatchObject({
    name: "ValidationError",
  });
  await expect(client.deleteUsers({ userId: "*" })).rejects.toThrow();
  expect((await client.getAll({})).count).toBe(1);
});

test("a client sees, changes and deletes nothing of another tenant, whatever it names", async () => {
  const { client, clientOf } = await scene();
  const [made] = await client.add("Ann plays the cello.", kept);
  const id = made?.id ?? "";
  const other = await clientOf("acme-corp");
  expect((await other.getAll({ filters: { user_id: "ann" } })).count).toBe(0);
  expect((await other.search("cello", { filters: { user_id: "ann" } })).results).toEqual([]);
  for (const attempt of [
    () => other.get(id),
    () => other.update(id, { text: "gone" }),
    () => other.delete(id),
    () => other.history(id),
  ])
    await expect(attempt()).rejects.toMatchObject({ name: "MemoryNotFoundError" });
  await other.deleteAll({ userId: "ann" });
  expect((await client.get(id)).memory).toBe("Ann plays the cello.");
});

test("a key that may only read cannot write", async () => {
  const { client } = await scene("acme", "read");
  for (const attempt of [
    () => client.add("Ann plays the cello.", kept),
    () => client.deleteAll({ userId: "ann" }),
    () => client.batchDelete(["x"]),
  ])
    await expect(attempt()).rejects.toMatchObject({
      name: "AuthenticationError",
      errorCode: "HTTP_403",
    });
});

test("a secret is cut out on its way in", async () => {
  const { client } = await scene();
  const [made] = await client.add("Ann pays with card 4111 1111 1111 1111 at the harbour.", kept);
  expect(made?.memory).not.toContain("4111");
});

test("what mem0 has and we do not is answered with 501, and says so", async () => {
  const { client, server, key } = await scene();
  const notHere = { errorCode: "HTTP_501", message: expect.stringContaining("not_supported") };
  for (const attempt of [
    () => client.users(),
    () => client.feedback({ memoryId: "x", feedback: "POSITIVE" }),
    () => client.createMemoryExport({ filters: {}, schema: {} }),
    () => client.getWebhooks(),
    () => client.search("cello", { filters: { OR: [{ user_id: "a" }, { user_id: "b" }] } }),
    () => client.search("cello", { filters: { created_at: { gte: "2026-01-01" } } }),
  ])
    await expect(attempt()).rejects.toMatchObject(notHere);
  const raw = await fetch(`${server.url}/v1/feedback/`, {
    method: "POST",
    headers: { authorization: `Token ${key}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(await raw.json()).toMatchObject({ status: 501, code: "not_supported" });
});
