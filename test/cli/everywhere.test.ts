// What holds for every command there is.

import { expect, test } from "vitest";
import { mneme, scratch } from "./program.ts";
import { leaves } from "./tree.ts";

const LEAVES = leaves();

test("there is a command for everything that is promised", () => {
  const promised = [
    ...[
      "init",
      "serve",
      "mcp",
      "demo",
      "add",
      "ingest",
      "search",
      "context",
      "list",
      "get",
      "edit",
    ],
    ...["forget", "restore", "erase", "review list", "review approve", "review reject"],
    ...["profile show", "profile correct", "profile delete", "backup", "restore-backup", "rebuild"],
    ...["migrate", "doctor", "stats", "events", "jobs list", "jobs run", "jobs retry", "jobs dead"],
    ...["keys create", "keys list", "keys rotate", "keys revoke", "models", "config explain"],
    ...["eval", "bench", "call", "completion", "history", "upkeep", "operations"],
  ];
  const names = LEAVES.map(({ name }) => name);
  expect(promised.filter((name) => !names.includes(name))).toEqual([]);
});

test("add is also called remember", () => {
  expect(LEAVES.find(({ name }) => name === "add")?.command.aliases()).toEqual(["remember"]);
});

test.each(LEAVES)("$name can answer in JSON, be quiet, and has an example of its own", (leaf) => {
  const options = leaf.command.options.map(({ long }) => long);
  expect(options).toEqual(expect.arrayContaining(["--json", "--quiet"]));
  expect(leaf.command.description()).not.toBe("");
  expect(
    leaf.examples.some((example) => example.includes(`mneme ${leaf.name.split(" ")[0]}`)),
  ).toBe(true);
});

test("a wrong call is told in JSON alone where JSON was asked for", async () => {
  const calls = [["list", "--no-such"], ["serch"], ["get"], ["edit", "--importance", "9", "x"]];
  for (const call of calls) {
    const ran = await mneme([...call, "--json"], { folder: scratch() });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: "invalid_input" } });
  }
});

test("help and version are JSON where JSON was asked for", async () => {
  const folder = scratch();
  const help = await mneme(["list", "--help", "--json"], { folder });
  expect(JSON.parse(help.stdout).help).toContain("List memories");
  const version = await mneme(["--version", "--json"], { folder });
  expect(JSON.parse(version.stdout).version).toMatch(/^\d+\.\d+\.\d+/);
});
