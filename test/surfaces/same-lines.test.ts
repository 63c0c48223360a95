// One question, one answer: whichever door it is asked at, the same lines come back in the same order.

import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createProgram } from "../../src/surfaces/cli/program.ts";
import { mcpMount } from "../../src/surfaces/mcp/mount.ts";
import { startServer, type TestServer } from "./http-support.ts";
import { call, clientOf } from "./mcp-support.ts";

const LIMIT = 10;
const TENANT = "acme";

const SAID = [
  ["Ana", "I moved to Lisbon last week."],
  ["Ben", "I'm allergic to peanuts."],
  ["Ana", "We deploy with the blue button in Harbor."],
  ["Ben", "My sister Eva lives in Porto."],
  ["Ana", "I prefer tea to coffee."],
  ["Ben", "The standup is at ten every day."],
  ["Ana", "My cat is called Miso."],
  ["Ben", "I play the cello in an orchestra."],
  ["Ana", "Our rent is due on the first."],
  ["Ben", "The release is on Friday."],
  ["Ana", "Never call me before nine in the morning."],
  ["Ben", "I sold my car and take the tram to work."],
  ["Ana", "The wifi password is taped under the till."],
  ["Ben", "I want to learn Italian next year."],
  ["Ana", "Meine Mutter wohnt in Hamburg."],
  ["Ben", "Ich esse kein Fleisch mehr."],
  ["Ana", "Mi hermano trabaja en un hospital."],
  ["Ben", "彼女は医者です。"],
  ["Ana", "Haha, that was fun."],
  ["Ben", "See you tomorrow!"],
] as const;

const QUESTIONS = [
  "Where does Ana live?",
  "where did Ana move?",
  "Is Ben allergic to peanuts?",
  "what can't Ben eat?",
  "how do we deploy?",
  "Which button ships the release?",
  "Where does Eva live?",
  "Does Ben have a sister?",
  "tea or coffee?",
  "What does Ana like to drink?",
  "When is the standup?",
  "what happens at ten?",
  "What is the cat called?",
  "Miso",
  "Which instrument does Ben play?",
  "Who plays in an orchestra?",
  "When is the rent due?",
  "When is the release?",
  "what is on Friday",
  "When may I call Ana?",
  "How does Ben get to work?",
  "Did Ben sell his car?",
  "What is the wifi password?",
  "how do I get online?",
  "Which language does Ben want to learn?",
  "Where does Ana's mother live?",
  "Wo wohnt Anas Mutter?",
  "Wann ist das Release?",
  "Isst Ben Fleisch?",
  "¿Dónde trabaja el hermano de Ana?",
  "Où habite Ana ?",
  "医者は誰ですか",
  "Who is a doctor?",
  "What was fun?",
  "Who is away tomorrow?",
  "capital of Mongolia",
  "asdfgh qwerty",
  "Is Zoltan married?",
  "Wer gewann 1990 die Weltmeisterschaft?",
  "モンゴルの首都はどこですか。",
] as const;

let started: TestServer;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-doors-"));
  started = await startServer({
    memory: { path: join(folder, "memory.db"), folder: null, now: () => new Date() },
    mounts: (memory) => [mcpMount(memory, () => undefined)],
  });
  const { memory } = started;
  const hour = 3_600_000;
  const start = Date.now() - 2 * SAID.length * hour;
  await memory.ingestMany(
    SAID.map(([name, text], at) => ({
      ...{ tenant: TENANT, id: `m${at}`, channel: "home", text },
      at: new Date(start + at * hour).toISOString(),
      author: { id: name.toLowerCase(), name },
    })),
  );
  await memory.drain();
  key = (await memory.keys.create({ tenant: TENANT, role: "write", name: "doors" })).key;
});
afterAll(async () => {
  await started.close();
  rmSync(folder, { recursive: true, force: true });
});

type Line = Readonly<{ id: string }>;
const idsIn = (lines: unknown) => (lines as readonly Line[]).map(({ id }) => id);

async function posted(path: string, body: object): Promise<Record<string, unknown>> {
  const told = await started.ask(`POST ${path}`, { key, body });
  expect(told.status).toBe(200);
  return told.body as Record<string, unknown>;
}

const DOORS: Readonly<Record<string, (query: string) => Promise<readonly string[]>>> = {
  "the library's query": async (query) =>
    idsIn((await started.memory.query({ tenant: TENANT, query, top_k: LIMIT })).items),
  "POST /v1/search": async (query) =>
    idsIn((await posted("/v1/search", { tenant: TENANT, query, limit: LIMIT }))["hits"]),
  "POST /v1/query": async (query) =>
    idsIn((await posted("/v1/query", { tenant: TENANT, query, top_k: LIMIT }))["items"]),
  "GET /api/memory/search": async (query) => {
    const asked = `q=${encodeURIComponent(query)}&guildId=${TENANT}&limit=${LIMIT}`;
    const told = await started.ask(`GET /api/memory/search?${asked}`, { key });
    return idsIn((told.body as Record<string, unknown>)["hits"]);
  },
  "MCP memory_query": async (query) => {
    const mcp = await clientOf({ url: new URL(`${started.server.url}/mcp`), reported: [] }, key);
    const asked = { query, top_k: LIMIT, budget_tokens: 4_000 };
    return idsIn((await call(mcp, "memory_query", asked)).structured["items"]);
  },
  "mem0's search": async (query) => {
    const answered = await fetch(`${started.server.url}/v3/memories/search/`, {
      method: "POST",
      headers: { authorization: `Token ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ query, top_k: LIMIT }),
    });
    return idsIn(((await answered.json()) as Record<string, unknown>)["results"]);
  },
  "mneme search": async (query) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((text) => printed.push(String(text)));
    onTestFinished(() => log.mockRestore());
    const where = ["--path", join(folder, "memory.db"), "--tenant", TENANT];
    await createProgram(() => undefined).parseAsync(
      ["search", query, "--limit", String(LIMIT), "--json", ...where],
      { from: "user" },
    );
    log.mockRestore();
    return idsIn(JSON.parse(printed.join("")).hits);
  },
};

describe.each(QUESTIONS)("%s", (query) => {
  test("gives the same lines in the same order at every door", async () => {
    const { hits } = await started.memory.search({ tenant: TENANT, query, limit: LIMIT });
    const expected = idsIn(hits);
    for (const [door, ask] of Object.entries(DOORS))
      expect({ door, lines: await ask(query) }).toEqual({ door, lines: expected });
    const { items } = await started.memory.context({ tenant: TENANT, query });
    const shown = idsIn(items).filter((id) => expected.includes(id));
    expect(shown).toEqual(expected.filter((id) => shown.includes(id)));
    expect(items.length === 0).toBe(expected.length === 0);
  });
});

test("thirty of them are answered, and what no line here is about is not", async () => {
  const counts = await Promise.all(
    QUESTIONS.map(async (query) => {
      const { hits } = await started.memory.search({ tenant: TENANT, query });
      return hits.length;
    }),
  );
  expect(counts.slice(0, 35).filter((count) => count > 0).length).toBeGreaterThanOrEqual(30);
  expect(counts.slice(35)).toEqual([0, 0, 0, 0, 0]);
});
