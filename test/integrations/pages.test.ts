// The code on each page about an integration runs as it stands, and does what the page says.

import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../surfaces/chat-server.ts";
import { installMem0, MEM0_CLIENT } from "./mem0/mem0-client.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Where packages are found before ours is published, and where mem0's client is installed apart from it. */
function toSource(code: string): string {
  return code
    .replace(/from "mneme(?:\/([\w-]+))?"/g, (_whole, part: string | undefined) => {
      const file =
        part === undefined
          ? "src/index.ts"
          : (SURFACES[part] ?? `src/integrations/${part}/index.ts`);
      return `from ${JSON.stringify(join(root, file))}`;
    })
    .replace('from "mem0ai"', `from ${JSON.stringify(MEM0_CLIENT)}`);
}

const SURFACES: Readonly<Record<string, string>> = {
  http: "src/surfaces/http/serve.ts",
  "with-memory": "src/surfaces/chat/with-memory.ts",
};

/** Runs the page's code in a folder of its own, followed by what shows its outcome. */
function runPage(page: string, show: string): unknown {
  const { file, folder, env } = preparePage(page, show);
  const args = ["--import", "tsx", file];
  const output = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
  return shownIn(output);
}

/** The same without standing still, for a page whose program asks a server of the test. */
async function runPageBeside(page: string, show: string, own: Record<string, string>) {
  const { file, folder, env } = preparePage(page, show);
  const options = { cwd: folder, env: { ...env, ...own } };
  const { stdout } = await run(process.execPath, ["--import", "tsx", file], options);
  return shownIn(stdout);
}

function shownIn(output: string): unknown {
  return JSON.parse(output.split("\n").at(-1) ?? "");
}

function preparePage(page: string, show: string) {
  const text = readFileSync(join(root, `docs/integrations/${page}.md`), "utf8");
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? "");
  expect(blocks.length).toBeGreaterThan(0);
  const scratch = join(root, "node_modules/.cache");
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, "mneme-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "page.mts");
  const shown = `process.stdout.write("\\n" + JSON.stringify(${show}));`;
  writeFileSync(file, `${toSource(blocks.join("\n"))}\n${shown}`);
  return { file, folder, env: { ...process.env, MEM0_TELEMETRY: "false" } };
}

test("langgraph: a graph asks, is answered, and its store finds what it kept", () => {
  expect(runPage("langgraph", "{ answer, found: found?.value }")).toEqual({
    answer: "Weather for Lisbon",
    found: { text: "Ann asked about Lisbon" },
  });
});

test("claude-memory: a file is made, edited and shown, and has two versions", () => {
  expect(runPage("claude-memory", "{ shown, versions: versions.length }")).toEqual({
    shown: "Here's the content of /memories/tea.md with line numbers:\n     1\tAnn likes black tea",
    versions: 2,
  });
});

test("ai-sdk: the second prompt holds what the first one said, and nothing failed", () => {
  const shown = runPage("ai-sdk", "{ prompt, failures }");
  expect(shown).toEqual({ prompt: expect.stringMatching(/<m n[0-9a-f]+>.*Lisbon/), failures: [] });
});

test("openai-agents: a transaction sent twice is applied once", () => {
  expect(runPage("openai-agents", "items.map((item) => item.content)")).toEqual([
    "My name is Ann.",
    "Hello again.",
  ]);
});

test("mem0: its own client adds and finds", async () => {
  await installMem0();
  const shown = runPage("mem0", "results.map(({ memory }) => memory)");
  expect(shown).toEqual([expect.stringContaining("Lisbon")]);
});

test("discord: the bot listens, and holds its tongue about who has not agreed", () => {
  const shown = `{
    listens: ["messageCreate", "messageUpdate", "messageDelete", "interactionCreate"].map((event) => client.listenerCount(event)),
    command: memoryCommand.options.map(({ name }) => name),
  }`;
  expect(runPage("discord", shown)).toEqual({
    listens: [2, 1, 1, 1],
    command: ["show", "forget", "pause", "export", "privacy"],
  });
});

test("own-functions: the extractor's fact is kept, and the reranker's line comes first", () => {
  expect(
    runPage("own-functions", "{ stored: receipt.stored.length, first: found.hits[0]?.text }"),
  ).toEqual({
    stored: 1,
    first: "Order 4712 is broken.",
  });
});

test("metadata: a search and a list find what their conditions meet", () => {
  const shown = runPage(
    "metadata",
    "{ found: found.hits.map(({ text }) => text), listed: listed.map(({ text }) => text) }",
  );
  expect(shown).toEqual({
    found: [expect.stringContaining("Lisbon")],
    listed: ["The crane was painted."],
  });
});

test("answers: what is known is told with its line, and what is not is not", () => {
  const shown =
    "{ known: [known.type, known.lines[0]?.text], unknown: [unknown.type, unknown.lines] }";
  expect(runPage("answers", shown)).toEqual({
    known: ["lines", "Ana lives in Porto."],
    unknown: ["unknown", []],
  });
});

test("with-memory: the second chat knows what the first one said, and nothing failed", async () => {
  const server = await startChatServer("Noted.");
  const own = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${server.url}/v1` };
  const shown = await runPageBeside(
    "with-memory",
    "{ said: second.choices[0]?.message.content, failures }",
    own,
  );
  expect(shown).toEqual({ said: "Noted.", failures: [] });
  expect(server.asked.map(({ body }) => JSON.stringify(body).includes("<m n"))).toEqual([
    false,
    true,
  ]);
  expect(JSON.stringify(server.asked[1]?.body)).toContain("Lisbon");
});
