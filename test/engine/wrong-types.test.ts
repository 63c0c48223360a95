// Values of the wrong type, through every door of the library: a refusal that names the field, never a bare error.

import { describe, expect, test } from "vitest";
import { createMemory, type MemoryEngine, MemoryError } from "../../src/index.ts";
import { testEngine, untyped } from "../support/engine.ts";

const tenant = "acme";

describe("options", () => {
  test.each<[string, unknown, RegExp]>([
    ["null", null, /must be one object/],
    ["a text", "memory.db", /must be one object/],
    ["a path that is a number", { path: 5 }, /path/],
    [
      "a function for a model",
      { models: { fast: async () => "x" } },
      /models\.fast. must be a name such as .*; a function is none/,
    ],
    ["a number for a model", { models: { deep: 4 } }, /models\.deep.*a number is none/],
    [
      "a model without a name",
      { models: { fast: { baseUrl: "http://x" } } },
      /models\.fast.*this object is none/,
    ],
    [
      "an embedder without a model",
      { models: { embedder: { embed: () => [] } } },
      /models\.embedder.*this object is none/,
    ],
    ["a role that no model has", { models: { slow: "openai:x" } }, /slow/],
    ["a budget that is text", { models: { dailyTokens: "many" } }, /dailyTokens/],
    ["a clock that is a date", { now: new Date() }, /now. must be a function; this object is none/],
    ["ids that are a list", { ids: ["a"] }, /ids. must be a function; a list is none/],
    ["a warning that is text", { warn: "loud" }, /warn. must be a function; a string is none/],
    ["a pool that is an address", { pool: "postgres://x" }, /pool. must be an open pool/],
    ["an unknown setting", { colour: "red" }, /colour/],
    ["allowlists that are a list", { allowlists: ["orion"] }, /allowlists/],
    ["categories that are text", { categories: ["work"] }, /categories/],
    ["an allowlist that parsing would lose", { allowlists: { ["__proto__"]: [] } }, /__proto__/],
    [
      "a guard class that is none",
      { path: ":memory:", guard: { constructor: "hold" } },
      /constructor/,
    ],
  ])("%s is refused by name", async (_what, given, named) => {
    const refusal = await createMemory(untyped(given)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(refusal).toBeInstanceOf(MemoryError);
    expect(refusal).toMatchObject({ code: "invalid_input", message: expect.stringMatching(named) });
  });
});

const ODD: readonly unknown[] = [
  ...[
    undefined,
    null,
    5,
    true,
    "",
    "\u0000",
    "\ud800",
    [],
    {},
    { tenant: {} },
    { tenant: [tenant] },
  ],
  ...[Symbol("x"), () => tenant, new Date(), Number.NaN, 10n, new Map(), Object.create(null)],
];

type Door = Readonly<{ name: string; call: (given: unknown) => Promise<unknown> }>;

async function doorsOf(memory: MemoryEngine): Promise<readonly Door[]> {
  const {
    transfer,
    admin: { checkpoints },
  } = memory;
  const streams = new Set<unknown>([transfer.export, transfer.exportZip]);
  const { admin, vault, review, keys, jobs } = memory;
  return [memory, admin, vault, review, keys, jobs, checkpoints, transfer]
    .flatMap((object) => Object.entries(object))
    .filter(([name, member]) => typeof member === "function" && name !== "close")
    .map(([name, method]) => ({
      name,
      call: async (given) => {
        const answer: unknown = method(given, given, given);
        return streams.has(method) ? read(untyped(answer)) : answer;
      },
    }));
}

async function read(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) expect(part).toBeDefined();
}

test("every method answers or refuses odd input with an error of its own", async () => {
  const { memory } = await testEngine();
  const doors = await doorsOf(memory);
  expect(doors.length).toBeGreaterThan(70);
  for (const { name, call } of doors)
    for (const given of ODD) {
      const thrown = await call(given).then(
        () => undefined,
        (error: unknown) => error,
      );
      const about = `${name} of a ${typeof given}: ${thrown}`;
      if (thrown !== undefined) expect(thrown, about).toBeInstanceOf(MemoryError);
      expect(thrown, about).not.toMatchObject({ code: "internal" });
    }
}, 60_000);

test.each<[string, (memory: Awaited<ReturnType<typeof createMemory>>) => Promise<unknown>, RegExp]>(
  [
    ["checkModels", (memory) => memory.admin.checkModels(untyped({ a: 1 })), /tenant/],
    ["flush", (memory) => memory.flush({ tenant: untyped(4) }), /tenant/],
    ["runJob", (memory) => memory.runJob(untyped(null)), /name/],
    [
      "ingestMany",
      (memory) => memory.ingestMany(untyped(5)),
      /must be a list or a stream of messages/,
    ],
    [
      "a checkpoint's key",
      (memory) => memory.admin.checkpoints.load(untyped({ tenant, user: 5, thread: "t" })),
      /user/,
    ],
    ["a hash", (memory) => memory.transfer.hash(untyped([])), /tenant/],
  ],
)("%s names the field that is wrong", async (_what, call, named) => {
  const { memory } = await testEngine();
  await expect(call(memory)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(named),
  });
});
