// `mneme init`: one command from nothing to a memory that an MCP client can use, and nothing of anyone else's is lost.

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLIENTS, clientsOn } from "../../src/surfaces/cli/init/clients.ts";
import { mergeEntry } from "../../src/surfaces/cli/init/write-settings.ts";
import { mneme, scratch } from "./program.ts";

const LAUNCH = { command: "node", args: ["main.js", "mcp"] };
const PLACES = {
  ...{ home: "/home/a", project: "/work", platform: "linux" as const },
  ...{ appData: undefined, configHome: undefined, codexHome: undefined },
};
const clients = clientsOn(PLACES, LAUNCH);
const clientOf = (name: string) => {
  const found = clients.find((client) => client.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe("an entry", () => {
  test("is known for every client, each with its own file", () => {
    expect(clients.map(({ name }) => name).sort()).toEqual([...CLIENTS].sort());
    expect(new Set(clients.map(({ file }) => file)).size).toBe(CLIENTS.length);
  });

  test.each([
    ["claude-desktop", "mcpServers", LAUNCH],
    ["vscode", "servers", { type: "stdio", ...LAUNCH }],
    ["zed", "context_servers", { source: "custom", ...LAUNCH }],
  ])("of %s goes beside what is there, and what is there stays", (name, key, entry) => {
    const before = {
      theme: "dark",
      [key]: { other: { command: "x", env: { A: "1" } } },
      z: [1, null],
    };
    const merged = mergeEntry(JSON.stringify(before, undefined, 4), clientOf(name), LAUNCH);
    expect(merged.type).toBe("changed");
    const after = JSON.parse(merged.type === "changed" ? merged.text : "");
    expect(after).toEqual({ ...before, [key]: { ...(before[key] as object), mneme: entry } });
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(merged.type === "changed" && merged.text).toContain('\n    "theme"');
    const again = mergeEntry(merged.type === "changed" ? merged.text : "", clientOf(name), LAUNCH);
    expect(again).toEqual({ type: "same" });
  });

  test("is left to a person where the file has comments or is something else", () => {
    for (const before of ['{\n  // mine\n  "a": 1\n}', "[1]", '{"mcpServers": []}', "nonsense"])
      expect(mergeEntry(before, clientOf("cursor"), LAUNCH)).toMatchObject({ type: "by_hand" });
  });

  test("of Codex is added at the end of its TOML, once", () => {
    const before = 'model = "o3" # mine\n\n[mcp_servers.other]\ncommand = "x"';
    const merged = mergeEntry(before, clientOf("codex"), LAUNCH);
    const text = merged.type === "changed" ? merged.text : "";
    expect(text).toBe(
      `${before}\n\n[mcp_servers.mneme]\ncommand = "node"\nargs = ["main.js", "mcp"]\n`,
    );
    expect(mergeEntry(text, clientOf("codex"), LAUNCH)).toEqual({ type: "same" });
    const other = mergeEntry(text, clientOf("codex"), { ...LAUNCH, command: "other" });
    expect(other.type).toBe("by_hand");
  });
});

test("a dry run says everything and writes nothing", async () => {
  const folder = scratch();
  const args = ["init", "--dry-run", "--client", ...CLIENTS, "--json"];
  const ran = await mneme(args, { folder });
  expect(JSON.parse(ran.stdout).clients.map(({ name }: { name: string }) => name)).toEqual(CLIENTS);
  expect(readdirSync(folder)).toEqual([]);
});

test("init makes settings, a store and a key that works, and a second run keeps them", async () => {
  const folder = scratch();
  const first = await mneme(["init", "--yes", "--client", "none", "--json"], { folder });
  const { key } = JSON.parse(first.stdout);
  expect(key).toMatch(/^mk_/);
  const settings = readFileSync(join(folder, "mneme.yaml"), "utf8");
  const second = await mneme(["init", "--yes", "--client", "none", "--json"], { folder });
  expect(JSON.parse(second.stdout)).not.toHaveProperty("key");
  expect(readFileSync(join(folder, "mneme.yaml"), "utf8")).toBe(settings);
  expect((await mneme(["keys", "list"], { folder })).stdout).toContain("first key");
});

test("every client that is wanted is told; what it had is kept, also behind a link", async () => {
  const folder = scratch();
  const cursor = join(folder, ".cursor/mcp.json");
  const real = join(folder, "dotfiles/cursor.json");
  for (const file of [cursor, real]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(real, '{ "mcpServers": { "other": { "command": "x" } } }');
  symlinkSync(real, cursor);
  const ran = await mneme(["init", "--yes", "--client", ...CLIENTS, "--json"], { folder });
  expect(ran.code, ran.stdout).toBe(0);
  const told = JSON.parse(ran.stdout);
  for (const { file } of told.clients) expect(readFileSync(file, "utf8")).toContain("mcp");
  expect(lstatSync(cursor).isSymbolicLink()).toBe(true);
  expect(Object.keys(JSON.parse(readFileSync(real, "utf8")).mcpServers)).toEqual([
    "other",
    "mneme",
  ]);
  expect(told.copies).toHaveLength(1);
  expect(readFileSync(told.copies[0], "utf8")).not.toContain("mneme");
});

test("what it wrote for a client starts, from any folder, and speaks MCP", async () => {
  const folder = scratch();
  await mneme(["init", "--yes", "--client", "claude-code"], { folder });
  const { mcpServers } = JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8"));
  const { command, args } = mcpServers.mneme;
  const child = spawn(command, args, { cwd: "/" });
  const hello = {
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  };
  child.stdin.write(`${JSON.stringify(hello)}\n`);
  const [answer] = await once(child.stdout, "data");
  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: { serverInfo: {} } });
  child.stdin.end();
  await once(child, "exit");
  expect(existsSync("/memory.db")).toBe(false);
});
