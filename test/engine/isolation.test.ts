// What one may see of another, through the library: F1, V10, S5.

import { describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";

const tenants = [
  "acme",
  "acme-corp",
  "Acme",
  "acme%",
  "acme_",
  "a.cme",
  "acme:x",
  "ac\u0301me",
  "a\u0107me",
];

async function fill(memory: MemoryEngine, tenant: string): Promise<void> {
  const name = encodeURIComponent(tenant);
  const author = { id: "u1", name: "Ana" };
  await memory.remember({ tenant, kind: "log", text: `The secret word is ${name} zebra.` });
  const text = `I adopted a zebra called ${name}`;
  await memory.ingest({ tenant, channel: "general", id: "m1", author, text });
}

describe("isolation", () => {
  test.each(tenants)(
    "the tenant %s shares nothing with those of a like name (F1)",
    async (tenant) => {
      const { memory } = await testEngine();
      for (const one of tenants) await fill(memory, one);
      const listed = await memory.list({ tenant, limit: 200 });
      expect(new Set(listed.map((one) => one.tenant))).toEqual(new Set([tenant]));
      const { hits } = await memory.search({ tenant, query: "zebra", limit: 24, over: "both" });
      const found = hits.map((hit) =>
        hit.item === "memory" ? hit.memory.tenant : hit.message.tenant,
      );
      expect(new Set(found)).toEqual(new Set([tenant]));
      const id = listed[0]?.id ?? "";
      const others = tenants.filter((name) => name !== tenant);
      expect(await Promise.all(others.map((other) => memory.get({ tenant: other, id })))).toEqual(
        others.map(() => undefined),
      );
      expect(
        await Promise.all(others.map((other) => memory.admin.history({ tenant: other, id }))),
      ).toEqual(others.map(() => []));
    },
  );

  test("an agent sees what is shared and its own, never another's (V10)", async () => {
    const { memory } = await testEngine();
    const tenant = "acme";
    const canon = (text: string, scope: string) =>
      memory.remember({ tenant, kind: "canon", text, scope });
    await canon("The mission is to map the reef.", "shared");
    await canon("Orion keeps the telescope aligned.", "orion");
    await canon("Elysia tends the greenhouse.", "elysia");
    const seen = async (agent: string) =>
      (await memory.list({ tenant, agent })).map((one) => one.scope).sort();
    expect(await seen("orion")).toEqual(["orion", "shared"]);
    expect(await seen("elysia")).toEqual(["elysia", "shared"]);
    const { hits } = await memory.search({
      tenant,
      agent: "orion",
      query: "greenhouse",
      over: "memories",
      strict: true,
    });
    expect(hits).toEqual([]);
    await expect(memory.list({ tenant, agent: "shared" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("what belongs to a user is seen by that user and by agents that serve them (S5)", async () => {
    const { memory } = await testEngine();
    const tenant = "acme";
    await memory.remember({
      tenant,
      kind: "log",
      user: "u1",
      text: "The locker code is in the drawer.",
    });
    expect(await memory.list({ tenant, user: "u1" })).toHaveLength(1);
    expect(await memory.list({ tenant, agent: "helper", user: "u1" })).toHaveLength(1);
    expect(await memory.list({ tenant, user: "u2" })).toEqual([]);
    expect(await memory.list({ tenant, agent: "helper" })).toEqual([]);
  });

  test("an agent reads only the categories on its list, and none when it is on no list (S5)", async () => {
    const { memory } = await testEngine({ allowlists: { planner: ["goals"], stylist: [] } });
    const tenant = "acme";
    await memory.remember({
      tenant,
      kind: "log",
      category: "goals",
      text: "The goal is a launch in June.",
    });
    await memory.remember({
      tenant,
      kind: "log",
      category: "health",
      text: "The launch is delayed by a fever.",
    });
    const seen = async (agent: string) =>
      (await memory.search({ tenant, agent, query: "launch", over: "both", limit: 24 })).hits.map(
        (hit) => hit.category,
      );
    expect(await seen("planner")).toEqual(["goals"]);
    expect(await seen("stylist")).toEqual([]);
    expect(await seen("unheard-of")).toEqual([]);
  });
});
