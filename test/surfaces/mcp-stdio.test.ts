// `mneme mcp` as a client runs it: a process, spoken to over its standard input and output.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemory, type Embedder } from "../../src/index.ts";
import { serveMcpStdio } from "../../src/surfaces/mcp/stdio.ts";
import { testEngine } from "../support/engine.ts";
import { call, ERAS, storedId } from "./mcp-support.ts";

const MAIN = join(import.meta.dirname, "../../src/surfaces/cli/main.ts");
const EXIT_MS = 20_000;
/** Even when other tests keep the machine busy. */
const START_MS = 30_000;

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "memory.db");
}

function argumentsOf(path: string, more: readonly string[] = []): string[] {
  return ["--import", "tsx", MAIN, "mcp", "--tenant", "acme", "--path", path, ...more];
}

type Output = Readonly<{ stdout: () => string; stderr: () => string }>;

function start(args: readonly string[]): { child: ChildProcessWithoutNullStreams } & Output {
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  return { child, stdout: () => said.stdout, stderr: () => said.stderr };
}

/** Lines that are not JSON-RPC; none may ever be there. */
function impurities(stdout: string): readonly string[] {
  return stdout.split("\n").filter((line) => line !== "" && !isJsonRpc(line));
}

function isJsonRpc(line: string): boolean {
  try {
    return JSON.parse(line).jsonrpc === "2.0";
  } catch {
    return false;
  }
}

const INITIALIZE = {
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

function lines(...messages: readonly object[]): string {
  return messages
    .map((message, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n`)
    .join("");
}

function calling(name: string, given: object): object {
  return { method: "tools/call", params: { name, arguments: given } };
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + START_MS;
  while (!isTrue() && performance.now() < end) await setTimeout(20);
}

describe.each(ERAS)("a client of %s over stdio", (era) => {
  test("lists the tools, calls them, and finds again what another process kept", async () => {
    const path = scratch();
    const connect = async () => {
      const mode = era === "2026-07-28" ? { pin: era } : "legacy";
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      const args = argumentsOf(path, ["--agent", "clerk", "--user", "ana"]);
      await client.connect(new StdioClientTransport({ command: process.execPath, args }));
      onTestFinished(() => client.close());
      return client;
    };
    const first = await connect();
    expect((await first.listTools()).tools).toHaveLength(8);
    const id = storedId(await call(first, "remember", { text: "Ana prefers green tea." }));
    await first.close();
    const second = await connect();
    const found = await call(second, "memory_query", { query: "what does Ana drink?" });
    expect(found.structured).toMatchObject({ items: [{ id }] });
    await expect(second.readResource({ uri: "memory://memory/nope" })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

const SLOW_MS = 150;

/** A model that lets the process do other things while it works, as one across a network does. */
const slowEmbedder: Embedder = {
  model: { id: "slow", dims: 2, revision: "1" },
  inline: true,
  embed: async (texts) => {
    await setTimeout(SLOW_MS);
    return texts.map(() => Float32Array.of(1, 0));
  },
};

test("what is still being worked on when the input ends is kept and answered", async () => {
  const { memory } = await testEngine({ models: { embedder: slowEmbedder } });
  const input = new PassThrough();
  const output = new PassThrough();
  const principal = { keyId: "k1", tenant: "acme", agent: "clerk", role: "agent" } as const;
  const reported: Error[] = [];
  const served = serveMcpStdio(
    { memory, principal, report: (error) => reported.push(error) },
    { input, output, stop: new AbortController().signal },
  );
  input.end(lines(INITIALIZE, calling("remember", { text: "The lamp is green." })));
  await served;
  const answers = String(output.read()).trim().split("\n");
  expect(answers.map((line) => JSON.parse(line).id)).toEqual([0, 1]);
  expect(answers[1]).toContain("stored");
  expect(await memory.list({ tenant: "acme" })).toHaveLength(1);
  expect(reported).toEqual([]);
});

describe("the process", () => {
  test("answers and keeps everything it was asked before its input ended, and is gone soon after (item 117)", async () => {
    const path = scratch();
    const { child, stdout, stderr } = start(argumentsOf(path));
    child.stdin.write(lines(INITIALIZE));
    await until(() => stdout() !== "");
    const notes = Array.from({ length: 20 }, (_, n) =>
      calling("remember", { text: `Cupboard number ${n} holds jar number ${n}.` }),
    );
    const asked = performance.now();
    child.stdin.end(lines(...notes, { method: "no/such/method" }, calling("no_such_tool", {})));
    const [code] = (await once(child, "exit")) as [number];
    expect(performance.now() - asked).toBeLessThan(EXIT_MS);
    expect([code, stderr()]).toEqual([0, ""]);
    expect(impurities(stdout())).toEqual([]);
    expect(stdout().trim().split("\n")).toHaveLength(1 + notes.length + 2);

    const memory = await createMemory({ path });
    expect(await memory.list({ tenant: "acme" })).toHaveLength(notes.length);
    await memory.close();
  });

  test("is gone soon when it is told to stop", async () => {
    const { child, stdout } = start(argumentsOf(scratch()));
    child.stdin.write(lines(INITIALIZE));
    await until(() => stdout() !== "");
    const told = performance.now();
    child.kill("SIGTERM");
    const [code, signal] = (await once(child, "exit")) as [number, string];
    expect(performance.now() - told).toBeLessThan(EXIT_MS);
    expect([code, signal]).toEqual([0, null]);
  });

  test("that printed a stray line would be found out by these tests (item 117)", async () => {
    const stray = "data:text/javascript,console.log('stray')";
    const { child, stdout } = start(["--import", stray, ...argumentsOf(scratch())]);
    child.stdin.end(lines(INITIALIZE));
    await once(child, "exit");
    expect(impurities(stdout())).toEqual(["stray"]);
  });

  test("survives lines that are no JSON-RPC, and says so on standard error only", async () => {
    const { child, stdout, stderr } = start(argumentsOf(scratch()));
    child.stdin.end(`hello\n{"jsonrpc":"1.0"}\n[]\n${lines(INITIALIZE, { method: "tools/list" })}`);
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(0);
    expect(impurities(stdout())).toEqual([]);
    expect(stdout()).toContain("memory_query");
    expect(stderr()).toContain("mneme mcp:");
  });

  test("in the role `read` keeps nothing", async () => {
    const { child, stdout } = start(argumentsOf(scratch(), ["--role", "read"]));
    child.stdin.end(lines(INITIALIZE, calling("remember", { text: "The door is blue." })));
    await once(child, "exit");
    expect(stdout()).toContain('\\"code\\":\\"forbidden\\"');
  });
});
