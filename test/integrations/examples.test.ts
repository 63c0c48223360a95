// Every program in examples/ runs with one command and no key, and shows what it says it shows.

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshSchema, serverUrl } from "../support/postgres.ts";

const root = join(import.meta.dirname, "../..");

function run(example: string, ...args: readonly string[]): string {
  const file = join(root, "examples", `${example}.ts`);
  return execFileSync(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: root,
    encoding: "utf8",
  });
}

test("supervisor: each agent finds what its list lets it read, and nothing else", () => {
  const shown = run("supervisor").split("\n");
  expect(shown.slice(0, 2)).toEqual([
    "planner: When does Ana fly, and what does she want?",
    "  - Ana flies to Lisbon on 3 June and wants a window seat.",
  ]);
  const last = shown.indexOf("accountant: Is Ana allergic to anything?");
  expect(shown.slice(last).join("\n")).not.toContain("peanuts");
  expect(shown.join("\n")).toContain("Porto office");
  expect(shown.join("\n")).toContain("allergic to peanuts");
  expect(shown.at(-2)).toBe('supervisor resumes at {"done":4}');
});

test("chat-bot: it answers when called, follows an edit, and forgets who asks", () => {
  const answers = run("chat-bot")
    .split("\n")
    .filter((line) => line.startsWith("  bot: "));
  expect(answers).toEqual([
    expect.stringMatching(/^ {2}bot: Ana: "I moved to Lisbon last week" \[week of .+\]$/),
    `  bot: Ben: "I'm allergic to peanuts"`,
    "  bot: I do not know.",
    `  bot: Ben: "I'm allergic to hazelnuts"`,
    "  bot: I do not know.",
  ]);
});

const LANGGRAPH = [
  "it asks: Book my flight to Lisbon. Known: I always want a window seat.",
  "it says: Done. Book my flight to Lisbon. Known: I always want a window seat.",
];

test("langgraph-agent: on SQLite it asks, is restarted, goes on, and forgets the person", () => {
  const shown = run("langgraph-agent").trim().split("\n");
  expect(shown.slice(0, 2)).toEqual(LANGGRAPH);
  expect(shown[2]).toMatch(/^erased: 2 notes, \d+ checkpoints$/);
});

test.runIf(serverUrl() !== undefined)("langgraph-agent: the same on PostgreSQL", async () => {
  const schema = await freshSchema(serverUrl() ?? "");
  onTestFinished(() => schema.close());
  expect(run("langgraph-agent", schema.url).trim().split("\n").slice(0, 2)).toEqual(LANGGRAPH);
});

test("claude-desktop: the printed command serves memory over MCP", () => {
  const shown = run("claude-desktop");
  const config = JSON.parse(/\{[\s\S]*?\n\}/.exec(shown)?.[0] ?? "");
  expect(config.mcpServers.mneme.args).toContain("mcp");
  expect(shown).toMatch(/^tools: .*remember/m);
  expect(shown).toMatch(/asked again: .*Portuguese/);
});

test("no example goes untested", () => {
  const programs = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".ts"));
  expect(programs.sort()).toEqual([
    "chat-bot.ts",
    "claude-desktop.ts",
    "langgraph-agent.ts",
    "supervisor.ts",
  ]);
});
