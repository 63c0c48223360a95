// Names that every JavaScript object answers to, in every field of every operation, with allowlists and categories set:
// an answer or a refusal, in the library and over HTTP, never a fault.

import { expect, test } from "vitest";
import { z } from "zod";
import { MemoryError, type MemoryOptions } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { testEngine } from "../support/engine.ts";
import { testServer } from "../surfaces/http-support.ts";
import { recordOf, type Schema } from "./schema-values.ts";

const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"] as const;
const OPTIONS: MemoryOptions = {
  upkeep: false,
  allowlists: { orion: ["work"] },
  categories: [{ name: "work" }],
};
const FIXED: Readonly<Record<string, unknown>> = {
  date: "2026-05-01",
  "date-time": "2026-05-01T10:00:00Z",
};

/** A value of this schema in which every free text is the name. */
function filled(schema: Schema, name: string): unknown {
  if ("const" in schema) return schema["const"];
  const choices = schema["enum"] ?? schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices))
    return "enum" in schema ? choices[0] : filled(recordOf(choices[0]), name);
  switch (schema["type"]) {
    case "object":
      return whole(schema, name, () => true);
    case "array":
      return [filled(recordOf(schema["items"]), name)];
    case "integer":
    case "number":
      return schema["minimum"] ?? 1;
    case "boolean":
      return true;
    default:
      return FIXED[String(schema["format"])] ?? name;
  }
}

function whole(schema: Schema, name: string, isWanted: (field: string) => boolean): Schema {
  const fields = Object.entries(recordOf(schema["properties"])).filter(([field]) =>
    isWanted(field),
  );
  const extra = schema["additionalProperties"];
  return Object.fromEntries([
    ...fields.map(([field, of]) => [field, filled(recordOf(of), name)]),
    ...(typeof extra === "object" ? [[name, filled(recordOf(extra), name)]] : []),
  ]);
}

/** What must be given alone, then with each other field, then with all of them. */
function inputsOf(schema: Schema, name: string): readonly Schema[] {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  const optional = Object.keys(recordOf(schema["properties"])).filter(
    (field) => !required.includes(field),
  );
  const wanted = [[], ...optional.map((field) => [field]), optional];
  return wanted.map((also) =>
    whole(schema, name, (field) => required.includes(field) || also.includes(field)),
  );
}

function schemaOf(input: z.ZodType): Schema {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
}

test.each(NAMES)(
  "every operation of the library takes the name %s",
  async (name) => {
    const { memory } = await testEngine(OPTIONS);
    let answers = 0;
    for (const [operation, { input }] of Object.entries(OPERATIONS))
      for (const given of inputsOf(schemaOf(input), name)) {
        const called = memory.admin.call(operation as keyof typeof OPERATIONS, given as never);
        const thrown = await called.then(
          () => undefined,
          (error: unknown) => error,
        );
        const about = `${operation} of ${JSON.stringify(given)}: ${thrown}`;
        if (thrown === undefined) answers += 1;
        else expect(thrown, about).toBeInstanceOf(MemoryError);
        expect(thrown, about).not.toMatchObject({ code: "internal" });
      }
    expect(answers).toBeGreaterThan(100);
  },
  120_000,
);

test.each(NAMES.filter((name) => name !== "__proto__"))(
  "a person, an agent and a category called %s are kept apart",
  async (name) => {
    const { memory } = await testEngine({ ...OPTIONS, allowlists: { [name]: [] }, categories: [] });
    const scene = { tenant: name, user: name, agent: name };
    await memory.ingest({
      ...{ tenant: name, channel: name, id: name, scope: "shared" },
      author: { id: name, name },
      text: "I live in Lisbon and I play the cello.",
    });
    await memory.remember({
      ...{ tenant: name, kind: "log", text: "The gate is painted green." },
      ...{ category: name, tags: [name], user: name, subject: name },
    });
    await memory.flush({ tenant: name });
    for (const job of ["nightly", "consolidate"]) {
      const outcome = await memory.runJob({ name: job, tenant: name });
      expect(Object.hasOwn(outcome, name), job).toBe(true);
    }
    expect(await memory.list({ tenant: name })).not.toEqual([]);
    expect(await memory.list(scene)).toEqual([]);
    expect((await memory.context({ ...scene, channel: name, query: "gate" })).text).not.toMatch(
      /green/,
    );
    expect((await memory.profile({ tenant: name, person: name })).user).toBe(name);
    expect((await memory.erase({ tenant: name, subject: name })).memories).toBeGreaterThan(0);
  },
  60_000,
);

type Call = Readonly<{ route: string; body?: Schema }>;

function callsOf(name: string): readonly Call[] {
  return Object.values(OPERATIONS).flatMap(({ input, http: { method, path } }) =>
    inputsOf(schemaOf(input), name).map(({ tenant: _own, ...given }) => {
      const route = `${method} ${path.replaceAll(/\{\w+\}/g, encodeURIComponent(name))}`;
      if (method === "POST" || method === "PATCH") return { route, body: given };
      const query = new URLSearchParams();
      for (const [field, value] of Object.entries(given)) query.append(field, String(value));
      return { route: `${route}?${query}` };
    }),
  );
}

test("every route answers these names without a fault", async () => {
  const most = 1_000_000_000;
  const limits = { perKeyPerMinute: most, modelCallsPerKeyPerMinute: most };
  const { memory, ask, faults } = await testServer({ memory: OPTIONS, server: { limits } });
  const { key } = await memory.keys.create({ tenant: "acme", role: "operator", name: "names" });
  for (const { route, ...sent } of NAMES.flatMap(callsOf)) {
    const told = await ask(route, { key, ...sent });
    if (told.status !== 501) expect(told.status, `${route}: ${told.text}`).toBeLessThan(500);
  }
  expect(faults).toEqual([]);
}, 300_000);
