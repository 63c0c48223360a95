// Requests made from our own reference and tool calls made from our own tool list, whole and broken: the server never
// fails, every answer is what the reference says, and nothing of another tenant is in any of them.

import { expect, onTestFinished, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { openApi } from "../../src/surfaces/http/open-api.ts";
import { testEngine } from "../support/engine.ts";
import { testServer } from "../surfaces/http-support.ts";
import { clerk, clientOf, endpointFor } from "../surfaces/mcp-support.ts";
import { count, isLong } from "./proof-run.ts";
import {
  type Making,
  madeOf,
  pick,
  type Random,
  recordOf,
  type Schema,
  seeded,
} from "./schema-values.ts";

const SEED = Number(process.env["MNEME_PROOF_SEED"] ?? 20260501);
const REQUESTS = isLong() ? 50_000 : 2_000;
const CALLS = isLong() ? 10_000 : 400;
const CANARY = "zqxcanaryjv";
const MOST_MS = 5_000;
/** Neither a fault nor a refusal: what this installation was not set up for. */
const NOT_SET_UP = 501;

async function plant(memory: MemoryEngine): Promise<void> {
  const tenant = "other";
  const author = { id: "ana", name: `Ana ${CANARY}` };
  const message = { tenant, channel: "general", id: "m1", author };
  await memory.ingest({ ...message, text: `My sister is called ${CANARY}.` });
  await memory.remember({ tenant, kind: "log", text: `The ${CANARY} lantern is green.` });
  await memory.remember({ tenant, kind: "canon", text: `The ${CANARY} gate is always open.` });
  await memory.keys.create({ tenant, role: "operator", name: CANARY });
}

type Page = Readonly<{ method: string; path: string; page: Schema }>;

function pagesOf(reference: Schema): readonly Page[] {
  return Object.entries(recordOf(reference["paths"])).flatMap(([path, methods]) =>
    Object.entries(recordOf(methods))
      .filter(([, page]) => !JSON.stringify(page).includes("text/event-stream"))
      .map(([method, page]) => ({ method: method.toUpperCase(), path, page: recordOf(page) })),
  );
}

function requestOf({ method, path, page }: Page, random: Random, root: Schema) {
  const making = { random, root, depth: 0 };
  const address = addressOf(path, page, making);
  const content = recordOf(recordOf(page["requestBody"])["content"]);
  const schema = recordOf(content["application/json"])["schema"];
  const body = schema === undefined ? undefined : JSON.stringify(madeOf(recordOf(schema), making));
  const broken = body !== undefined && random() < 0.03 ? body.slice(0, -1) : body;
  return { route: `${method} ${address}`, body: broken };
}

function addressOf(path: string, page: Schema, making: Making): string {
  const query = new URLSearchParams();
  let address = path;
  const parameters = Array.isArray(page["parameters"]) ? (page["parameters"] as Schema[]) : [];
  for (const given of parameters) {
    const value = madeOf(recordOf(given["schema"]), making);
    const text = (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();
    if (given["in"] === "path")
      address = address.replace(`{${given["name"]}}`, encodeURIComponent(text) || "x");
    else if (given["in"] === "query" && making.random() < 0.4)
      query.append(String(given["name"]), text);
  }
  return query.size === 0 ? address : `${address}?${query}`;
}

test(`${REQUESTS} requests made from the reference get an answer of the reference`, async () => {
  const most = 1_000_000_000;
  const limits = { perKeyPerMinute: most, modelCallsPerKeyPerMinute: most };
  const { memory, server, ask, faults } = await testServer({ server: { limits } });
  await plant(memory);
  const { key } = await memory.keys.create({ tenant: "acme", role: "operator", name: "fuzz" });
  await memory.remember({ tenant: "acme", kind: "log", text: "The lantern is green." });
  const reference = recordOf(JSON.parse(JSON.stringify(openApi(server.routes))));
  const pages = pagesOf(reference);
  const random = seeded(SEED);
  const statuses: Record<string, number> = {};
  for (let n = 0; n < REQUESTS; n++) {
    const { route, body } = requestOf(pick(random, pages), random, reference);
    const began = performance.now();
    const told = await ask(route, body === undefined ? { key } : { key, body });
    const about = `request ${n} of seed ${SEED}: ${route} ${body?.slice(0, 500)}\n${told.text.slice(0, 500)}`;
    if (told.status !== NOT_SET_UP) expect(told.status, about).toBeLessThan(500);
    expect(told.text, about).not.toContain(CANARY);
    expect(performance.now() - began, about).toBeLessThan(MOST_MS);
    statuses[`answers ${told.status}`] = (statuses[`answers ${told.status}`] ?? 0) + 1;
  }
  expect(faults).toEqual([]);
  expect((await ask("GET /health/live")).status).toBe(200);
  expect(statuses["answers 200"]).toBeGreaterThan(REQUESTS / 20);
  count("fuzz over HTTP", { requests: REQUESTS, routes: pages.length, ...statuses });
}, 600_000);

test(`${CALLS} tool calls made from the tool list are answered, and the server goes on`, async () => {
  const { memory } = await testEngine({ upkeep: false });
  await plant(memory);
  await memory.remember({ tenant: "acme", kind: "log", text: "The lantern is green." });
  const endpoint = await endpointFor(memory, { k: clerk() });
  const client = await clientOf(endpoint, "k");
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const random = seeded(SEED);
  let refused = 0;
  for (let n = 0; n < CALLS; n++) {
    const tool = pick(random, tools);
    const schema = recordOf(tool.inputSchema);
    const given = madeOf(schema, { random, root: schema, depth: 0 });
    const about = `call ${n} of seed ${SEED}: ${tool.name} ${JSON.stringify(given)}`;
    const answer = await client
      .callTool({ name: tool.name, arguments: recordOf(given) })
      .catch((thrown: unknown) => ({ isError: true, thrown: String(thrown) }));
    expect(JSON.stringify(answer), about).not.toContain(CANARY);
    expect(JSON.stringify(answer), about).not.toMatch(/-32603|fetch failed|internal/i);
    if (answer.isError === true) refused += 1;
  }
  expect(endpoint.reported).toEqual([]);
  expect(refused).toBeLessThan(CALLS);
  expect((await client.listTools()).tools).toHaveLength(tools.length);
  count("fuzz over MCP", { calls: CALLS, tools: tools.length, refused });
}, 600_000);
