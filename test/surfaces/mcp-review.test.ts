// Reviews over MCP: the person at the client is asked by the client's own form, and nobody else decides.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import {
  call,
  clerk,
  clientOf,
  type Endpoint,
  ERAS,
  type Era,
  endpointFor,
  TENANT,
} from "./mcp-support.ts";

const MAIN = join(import.meta.dirname, "../../src/surfaces/cli/main.ts");
const CITIES = ["Lisbon", "Porto"];

/** Each is about a city, so each waits for the person's consent. */
async function hold(memory: MemoryEngine): Promise<void> {
  for (const [n, city] of CITIES.entries())
    await memory.remember({
      tenant: TENANT,
      kind: "trait",
      text: `Ana lives in ${city}.`,
      subject: `ana-${n}`,
      section: "bio",
      field: "city",
    });
}

type Form = Readonly<{ decision: string; wording?: string }>;
/** What the person does with the form about a city; `decline` closes it. */
type Person = (message: string) => Form | "decline";

function clientWith(person: Person, era: Era): { client: Client; asked: string[] } {
  const mode = era === "2026-07-28" ? { pin: era } : "legacy";
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    const form = person(params.message);
    return form === "decline" ? { action: "decline" } : { action: "accept", content: { ...form } };
  });
  onTestFinished(() => client.close());
  return { client, asked };
}

async function overHttp({ url }: Endpoint, key: string, person: Person) {
  const with_ = clientWith(person, "2026-07-28");
  const headers = { authorization: `Bearer ${key}` };
  await with_.client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return with_;
}

const approving: Person = () => ({ decision: "approve" });
const byCity: Person = (message) =>
  message.includes("Lisbon")
    ? { decision: "approve", wording: "Ana lives near Lisbon." }
    : { decision: "reject" };

async function texts(memory: MemoryEngine): Promise<string[]> {
  return (await memory.list({ tenant: TENANT })).map(({ text }) => text);
}

test.each(ERAS)(
  "a client of %s over stdio is asked, and what its person says is done under their name",
  async (era) => {
    const folder = mkdtempSync(join(tmpdir(), "mneme-review-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "memory.db");
    const before = await createMemory({ path });
    await hold(before);
    await before.close();
    const { client, asked } = clientWith(byCity, era);
    const flags = ["--tenant", TENANT, "--path", path, "--role", "reviewer", "--user", "ana"];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ["--import", "tsx", MAIN, "mcp", ...flags],
      }),
    );
    const { structured } = await call(client, "memory_review", {});
    expect(asked).toHaveLength(CITIES.length);
    expect(asked.join()).toContain('Memory wants to store: "Ana lives in Lisbon."');
    expect(structured).toMatchObject({
      decided: expect.arrayContaining([
        expect.objectContaining({ decision: "approved", memory_id: expect.any(String) }),
        expect.objectContaining({ decision: "rejected" }),
      ]),
      waiting: [],
    });
    await client.close();
    const after = await createMemory({ path });
    onTestFinished(() => after.close());
    expect(await texts(after)).toEqual(["Ana lives near Lisbon."]);
    const states = ["approved", "rejected"] as const;
    const decided = await after.review.list({ tenant: TENANT, states: [...states] });
    expect(decided.map(({ decidedBy }) => decidedBy)).toEqual(["ana", "ana"]);
  },
);

describe("over HTTP", () => {
  const reviewer = { keyId: "k2", tenant: TENANT, role: "reviewer" } as const;

  test("each answer goes to the review it was asked about, whichever process answers", async () => {
    const { memory } = await testEngine();
    await hold(memory);
    const endpoint = await endpointFor(memory, { reviewer });
    const { client, asked } = await overHttp(endpoint, "reviewer", byCity);
    await call(client, "memory_review", {});
    expect([asked.length, await texts(memory)]).toEqual([2, ["Ana lives near Lisbon."]]);
    expect(await memory.review.list({ tenant: TENANT })).toEqual([]);
  });

  test("a form that is closed, or put off, leaves the review open", async () => {
    const { memory } = await testEngine();
    await hold(memory);
    const endpoint = await endpointFor(memory, { reviewer });
    const unsure: Person = (message) =>
      message.includes("Porto") ? "decline" : { decision: "later" };
    const { client } = await overHttp(endpoint, "reviewer", unsure);
    const { structured } = await call(client, "memory_review", {});
    expect(structured).toMatchObject({ decided: [{ decision: "left" }, { decision: "left" }] });
    expect(await texts(memory)).toEqual([]);
    expect(await memory.review.list({ tenant: TENANT })).toHaveLength(2);
  });

  test("no more are asked about at once than were wanted", async () => {
    const { memory } = await testEngine();
    await hold(memory);
    const endpoint = await endpointFor(memory, { reviewer });
    const { client, asked } = await overHttp(endpoint, "reviewer", approving);
    const { structured } = await call(client, "memory_review", { limit: 1 });
    expect([asked.length, structured["waiting"]]).toEqual([1, [expect.anything()]]);
  });

  test.each(ERAS)(
    "a client of %s without forms is told what waits, and decides nothing",
    async (era) => {
      const { memory } = await testEngine();
      await hold(memory);
      const client = await clientOf(await endpointFor(memory, { reviewer }), "reviewer", era);
      const { structured } = await call(client, "memory_review", {});
      expect(structured).toMatchObject({
        decided: [],
        waiting: [{ would: "store" }, { would: "store" }],
        note: expect.stringContaining("mneme review"),
      });
      expect(await texts(memory)).toEqual([]);
    },
  );

  test("the key of an agent decides nothing, whatever its client answers", async () => {
    const { memory } = await testEngine();
    await hold(memory);
    const endpoint = await endpointFor(memory, {
      clerk: clerk(),
      agents: clerk({ role: "reviewer" }),
    });
    for (const key of ["clerk", "agents"]) {
      const { client, asked } = await overHttp(endpoint, key, approving);
      const { mirror } = await call(client, "memory_review", {});
      expect([key, asked, mirror]).toMatchObject([key, [], { error: { code: "forbidden" } }]);
    }
    expect(await texts(memory)).toEqual([]);
  });

  test("an answer about another text than the one that waits now changes nothing", async () => {
    const { memory } = await testEngine();
    await hold(memory);
    const [first] = await memory.review.list({ tenant: TENANT });
    const endpoint = await endpointFor(memory, { reviewer });
    const { client } = await overHttp(endpoint, "reviewer", approving);
    // As a client would that was shown the text of a hash long gone.
    const forged = `${first?.id} ${"0".repeat(64)}`;
    const answers = { [forged]: { action: "accept", content: { decision: "approve" } } };
    const { structuredContent } = await client.callTool({
      name: "memory_review",
      arguments: {},
      inputResponses: answers,
    } as Parameters<typeof client.callTool>[0]);
    expect(structuredContent).toMatchObject({
      decided: [{ decision: "left", error: expect.stringContaining("not what was shown") }],
    });
    expect(await texts(memory)).toEqual([]);
  });
});
