// One story, told three times: through the library, over HTTP, and by the typed client. The answers are the same, and
// each fits what the reference says of it.

import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { MemoryError } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { createClient } from "../../src/surfaces/client/create-client.ts";
import { MESSAGES, type Name, STORY, type Step } from "./client-story.ts";
import { startServer, TENANT, type TestServer } from "./http-support.ts";

type Told = Readonly<{ value?: unknown; code?: string }>;
type Way = (name: Name, input: Record<string, unknown>) => Promise<unknown>;

async function tell(story: readonly Step[], way: Way): Promise<Readonly<Record<string, Told>>> {
  const values: Record<string, unknown> = {};
  const told: Record<string, Told> = {};
  for (const { label, name, input } of story)
    try {
      const value = await way(name, input(values));
      values[label] = value;
      told[label] = { value };
    } catch (thrown) {
      if (!(thrown instanceof MemoryError)) throw thrown;
      told[label] = { code: thrown.code };
    }
  return told;
}

/** The key that asks is used over HTTP and not by the library; keys made at one time come in any order. */
function comparable(told: Readonly<Record<string, Told>>): unknown {
  const keys = told["listKeys"]?.value;
  const made = Array.isArray(keys) ? keys.filter(({ agent }) => agent !== undefined) : [];
  const sorted = made.toSorted(
    (a, b) => Number(a.revokedAt === undefined) - Number(b.revokedAt === undefined),
  );
  return named({ ...told, listKeys: { value: sorted } });
}

/** Ids are made anew each time; each becomes the number of its first appearance. */
function named(told: Readonly<Record<string, Told>>): unknown {
  const numbers = new Map<string, number>();
  const text = JSON.stringify(told).replace(
    /[0-9a-f]{8}-[0-9a-f-]{27}|mk_[0-9a-f]{24}_[\w-]{43}|(?<=")[0-9a-f]{24}(?=")|(?<="(?:hash|head)":")[0-9a-f]+/g,
    (id) => {
      if (!numbers.has(id)) numbers.set(id, numbers.size);
      return `#${numbers.get(id)}`;
    },
  );
  return JSON.parse(text);
}

type Started = Readonly<{ started: TestServer; key: string }>;

/** Ids of one length and of digits only: the estimate of tokens counts them. */
async function start(): Promise<Started> {
  let made = 0;
  const ids = () => `00000000-0000-7000-8000-${String(++made).padStart(12, "0")}`;
  const started = await startServer({ memory: { ids } });
  const { key } = await started.memory.keys.create({ tenant: TENANT, role: "operator", name: "o" });
  return { started, key };
}

function library({ started }: Started): Way {
  return (name, input) => {
    return started.memory.admin.call(name, { tenant: TENANT, ...input } as never);
  };
}

function typedClient({ started, key }: Started): Way {
  const client = createClient({ url: started.server.url, key });
  return (name, input) => {
    const call: (input: never) => Promise<unknown> = client[name];
    return call(input as never);
  };
}

/** By hand, as anyone with curl would; every answer is held against its schema, to the last field. */
function byHand({ started, key }: Started): Way {
  return async (name, input) => {
    const { http, output } = OPERATIONS[name];
    const rest = { ...input };
    const path = http.path.replace(/\{(\w+)\}/g, (_whole, field: string) => {
      const value = String(rest[field]);
      delete rest[field];
      return encodeURIComponent(value);
    });
    const isBodied = http.method === "POST" || http.method === "PATCH";
    const query = isBodied ? "" : `?${queryOf(rest)}`;
    const told = await started.ask(`${http.method} ${path}${query}`, {
      key,
      ...(isBodied && { body: rest }),
    });
    if (told.status >= 400) return refused(told.body);
    const value: unknown = JSON.parse(told.text);
    const schema: z.ZodType = output;
    expect(schema.parse(value)).toEqual(value);
    return value;
  };
}

function refused(body: unknown): undefined {
  const { code, detail, details } = Object(body);
  if (details?.code === "nothing") return undefined;
  throw new MemoryError(code, detail);
}

function queryOf(fields: Record<string, unknown>, prefix = ""): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      if (Array.isArray(value))
        return value.map((one) => `${prefix}${name}=${encodeURIComponent(one)}`);
      if (typeof value === "object" && value !== null) return queryOf({ ...value }, `${name}.`);
      return [`${prefix}${name}=${encodeURIComponent(String(value))}`];
    })
    .join("&");
}

describe("every operation", () => {
  let expected: unknown;
  let refusedIn: readonly string[];

  beforeAll(async () => {
    const begun = await start();
    await begun.started.memory.ingestMany(MESSAGES.map((one) => ({ tenant: TENANT, ...one })));
    const told = await tell(STORY, library(begun));
    refusedIn = Object.keys(told).filter((label) => told[label]?.code !== undefined);
    expected = comparable(told);
    await begun.started.close();
  });

  test("is part of the story, and does what it is there for", () => {
    expect([...new Set(STORY.map(({ name }) => name))].sort()).toEqual(
      Object.keys(OPERATIONS).sort(),
    );
    expect(refusedIn).toEqual([
      "testWebhook",
      "retryJob",
      "edit nothing",
      "edit stale",
      "remember badly",
      "list badly",
    ]);
  });

  test.each([
    ["over HTTP, with fields that the reference has", byHand],
    ["by the typed client", typedClient],
  ])("answers the same %s", async (_how, way) => {
    const begun = await start();
    const client = createClient({ url: begun.started.server.url, key: begun.key });
    await client.ingestMany(MESSAGES);
    const told = await tell(STORY, way(begun));
    await begun.started.close();
    expect(comparable(told)).toEqual(expected);
  });
});
