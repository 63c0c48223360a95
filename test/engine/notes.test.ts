// Notes through the library: N1 to N6.

import { describe, expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";

describe("notes", () => {
  test.each(["log", "summary"] as const)(
    "a %s is stored as given, stable unless it says otherwise (N1, N2)",
    async (kind) => {
      const { memory } = await testEngine();
      const receipt = await memory.remember({
        tenant,
        kind,
        text: "The build takes nine minutes.",
        user: "u1",
        tags: ["build"],
        confidence: 0.7,
        sensitivity: "sensitive",
        evidence: ["the CI page"],
        jobId: "job-7",
      });
      const id = receipt.stored[0]?.id ?? "";
      expect(await memory.get({ tenant, id })).toMatchObject({
        kind,
        text: "The build takes nine minutes.",
        scope: "user",
        user: "u1",
        tags: ["build"],
        confidence: 0.7,
        stability: "stable",
        sensitivity: "sensitive",
        evidence: [{ type: "statement", text: "the CI page" }],
        writer: { job: "job-7" },
        state: "active",
        version: 1,
      });
    },
  );

  test("a rule without evidence, or unsure, is an error and nothing is stored (N3)", async () => {
    const { memory } = await testEngine();
    const rule = { tenant, kind: "rule", text: "Deploy only on weekdays." } as const;
    await expect(memory.remember({ ...rule, evidence: [] })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(
      memory.remember({ ...rule, confidence: 0.79, evidence: ["said so"] }),
    ).rejects.toThrow(/0\.8/);
    expect(await memory.list({ tenant })).toEqual([]);
    const kept = await memory.remember({ ...rule, confidence: 0.8, evidence: ["said so"] });
    expect(kept.stored).toHaveLength(1);
  });

  test("a soul is permanent, and an update chains the old one to the new (N4)", async () => {
    const { memory } = await testEngine();
    const texts = ["Be brief.", "Be brief and kind.", "Be brief, kind and exact."];
    const ids: string[] = [];
    for (const text of texts) {
      const before = ids.at(-1);
      const receipt = await memory.remember({
        tenant,
        kind: "soul",
        text,
        stability: "volatile",
        ...(before === undefined ? {} : { supersedes: before }),
      });
      ids.push(receipt.stored[0]?.id ?? "");
    }
    const active = await memory.list({ tenant, filter: { kinds: ["soul"] } });
    expect(active.map(({ text, stability }) => [text, stability])).toEqual([
      [texts[2], "permanent"],
    ]);
    const all = await memory.list({
      tenant,
      filter: { kinds: ["soul"] },
      states: ["active", "superseded"],
    });
    const chain = new Map(all.map((one) => [one.id, one.supersededBy]));
    expect(ids.map((id) => chain.get(id))).toEqual([ids[1], ids[2], undefined]);
  });

  test.each([
    { kind: "soul", text: "Be brief." },
    { kind: "canon", text: "The mission is to answer." },
    { kind: "log", text: "The printer lives on floor three.", stability: "permanent" },
  ] as const)("what is permanent is refused days to live: %j (N4)", async (note) => {
    const { memory } = await testEngine();
    await expect(memory.remember({ tenant, ...note, ttlDays: 3 })).rejects.toThrow(
      /permanent .* never expires/,
    );
    const { receipts } = await memory.rememberMany({ tenant, lines: [{ ...note, ttlDays: 3 }] });
    expect(receipts[0]?.dropped).toHaveLength(1);
    expect(await memory.list({ tenant })).toEqual([]);
    expect((await memory.remember({ tenant, ...note })).stored).toHaveLength(1);
  });

  test("several souls are active and in the agent's context; only a named one is replaced (N11)", async () => {
    const { memory } = await testEngine();
    const soul = { tenant, kind: "soul" } as const;
    const texts = ["Be brief.", "Be kind.", "Be exact.", "Be calm.", "Be curious."];
    const ids: string[] = [];
    for (const text of texts)
      ids.push((await memory.remember({ ...soul, text })).stored[0]?.id ?? "");
    const sixth = await memory.remember({ ...soul, text: "Be bold." });
    expect(sixth.dropped).toMatchObject([{ reason: expect.stringContaining(ids[0] ?? "-") }]);
    const changed = await memory.remember({ ...soul, text: "Be bold.", supersedes: ids[0] });
    expect(changed.stored).toMatchObject([{ replaced: ids[0] }]);
    const { text } = await memory.context({ tenant, style: "agent" });
    for (const kept of [...texts.slice(1), "Be bold."]) expect(text).toContain(kept);
    expect(text).not.toContain("Be brief.");
    const [, old] = await memory.admin.history({ tenant, id: ids[0] ?? "" });
    expect(old?.new?.state).toBe("superseded");
  });

  test("a note takes the place of the one it names (N4)", async () => {
    const { memory } = await testEngine();
    const note = { tenant, kind: "summary" } as const;
    const first = await memory.remember({ ...note, text: "The move is planned for May." });
    const id = first.stored[0]?.id ?? "";
    await memory.remember({ ...note, text: "The move is planned for June.", supersedes: id });
    const active = await memory.list({ tenant });
    expect(active.map(({ text }) => text)).toEqual(["The move is planned for June."]);
    const old = await memory.list({ tenant, states: ["superseded"] });
    expect(old).toMatchObject([{ id, supersededBy: active[0]?.id }]);
  });

  test.each([
    ["Remember: never deploy on Fridays", ["log", "fact"]],
    ["remember that the wifi box is behind the green door", ["log"]],
    ["Note that the printer is on floor three.", ["log"]],
    ["note: buy milk", ["log"]],
    ["Notiz: Müll am Dienstag", ["log"]],
    ["Remember when we laughed?", []],
  ])("%s is kept as %j, the note for thirty days (N13)", async (text, kinds) => {
    const { memory, clock, pass } = await testEngine();
    const at = clock.now.toISOString();
    await memory.ingest({ tenant, channel: "c", id: "m1", at, author: { id: "ana" }, text });
    const kept = await memory.list({ tenant });
    expect(kept.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
    for (const one of kept.filter(({ kind }) => kind === "log"))
      expect(one).toMatchObject({ stability: "volatile", evidence: [{ messageId: "m1" }] });
    pass(29);
    expect(await memory.list({ tenant })).toHaveLength(kinds.length);
    pass(2);
    expect((await memory.list({ tenant })).map(({ kind }) => kind)).toEqual(
      kinds.filter((kind) => kind !== "log"),
    );
  });

  test("a note with a life expires, one without never does (N5)", async () => {
    const { memory, pass } = await testEngine();
    await memory.remember({
      tenant,
      kind: "log",
      text: "The printer is out of paper.",
      ttlDays: 2,
    });
    await memory.remember({ tenant, kind: "log", text: "The printer lives on floor three." });
    expect(await memory.list({ tenant })).toHaveLength(2);
    pass(2);
    expect((await memory.list({ tenant })).map((one) => one.text)).toEqual([
      "The printer lives on floor three.",
    ]);
    expect(
      (await memory.search({ tenant, query: "printer paper", over: "memories" })).hits.map(
        (hit) => hit.text,
      ),
    ).toEqual(["The printer lives on floor three."]);
    pass(36_000);
    expect(await memory.list({ tenant })).toHaveLength(1);
  });

  test("a list filters by user, kind, scope and any tag, newest first, fifty at most unless asked (N6)", async () => {
    const { memory, clock } = await testEngine();
    for (let i = 0; i < 60; i++) {
      clock.now = new Date(clock.now.getTime() + 1000);
      const tags = ["every", i % 3 === 0 ? "third" : "other"];
      const user = i < 30 ? "u1" : "u2";
      await memory.remember({
        tenant,
        kind: i % 5 === 0 ? "summary" : "log",
        text: `Note number ${i}.`,
        user,
        tags,
      });
    }
    const numbers = async (input: object) =>
      (await memory.list({ tenant, ...input })).map((one) => Number(one.text.match(/\d+/)?.[0]));
    expect(await numbers({})).toEqual(Array.from({ length: 50 }, (_, i) => 59 - i));
    expect(await numbers({ limit: 3, filter: { user: "u1" } })).toEqual([29, 28, 27]);
    expect(await numbers({ limit: 3, filter: { kinds: ["summary"] } })).toEqual([55, 50, 45]);
    expect(await numbers({ limit: 4, filter: { tags: ["third", "nope"] } })).toEqual([
      57, 54, 51, 48,
    ]);
    expect(await numbers({ filter: { scope: "shared" } })).toEqual([]);
  });
});
