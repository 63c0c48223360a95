// Settings: who may set them, who wins, what is refused, and that they reach the engine.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfigFile } from "../../src/config/config-file.ts";
import { explainConfig } from "../../src/config/explain.ts";
import { fromEnvironment, loadConfig } from "../../src/config.ts";
import { createMemory } from "../../src/index.ts";
import { mneme, scratch } from "./program.ts";

describe("of several who set the same", () => {
  const file = {
    path: "file.db",
    durability: "full",
    models: { fast: "openai:a", deep: "openai:b" },
  };
  const environment = fromEnvironment({ MNEME_PATH: "env.db", MNEME_FAST_MODEL: "ollama:c" });
  const flags = { path: "flag.db" };

  test.each([
    [{ file, environment, flags }, "flag.db"],
    [{ file, environment }, "env.db"],
    [{ file }, "file.db"],
    [{}, undefined],
  ])(
    "flags beat the environment, which beats the file, which beats the default",
    (layers, path) => {
      expect(loadConfig(layers).path).toBe(path);
    },
  );

  test("the weaker ones still set what the stronger ones do not", () => {
    expect(loadConfig({ file, environment, flags })).toMatchObject({
      durability: "full",
      models: { fast: "ollama:c", deep: "openai:b" },
    });
  });

  test("the embedding model of an older bot is read by its bare name, and gives way to ours", () => {
    const DEFAULT_MEMORY_EMBEDDING_MODEL = "text-embedding-3-small";
    const older = { DEFAULT_MEMORY_EMBEDDING_MODEL };
    const embedderOf = (env: Readonly<Record<string, string>>) =>
      explainConfig({ environment: fromEnvironment(env) }, undefined, env).find(
        ({ key }) => key === "models.embedder",
      );
    expect(embedderOf(older)).toMatchObject({
      value: "openai:text-embedding-3-small",
      origin: { type: "environment", variable: "DEFAULT_MEMORY_EMBEDDING_MODEL" },
    });
    expect(embedderOf({ ...older, MNEME_EMBEDDER: "ollama:nomic" })).toMatchObject({
      value: "ollama:nomic",
      origin: { variable: "MNEME_EMBEDDER" },
    });
    expect(embedderOf({ DEFAULT_MEMORY_EMBEDDING_MODEL: "" })).toMatchObject({ value: null });
  });

  test("naming one kind of store overrules whoever named the other", () => {
    const named = loadConfig({ file: { url: "postgres://a/b" }, flags });
    expect([named.path, named.url]).toEqual(["flag.db", undefined]);
    const both = { path: "a.db", url: "postgres://a/b" };
    expect(() => loadConfig({ file: both })).toThrow("not both");
  });
});

describe("a file", () => {
  test("may be YAML or JSON, and its paths are meant from where it lies", async () => {
    const folder = scratch();
    mkdirSync(join(folder, "deep"));
    writeFileSync(join(folder, "deep/mneme.json"), '{ "path": "own.db" }');
    writeFileSync(join(folder, "mneme.yaml"), "path: own.db\nupkeep: false\n");
    expect(await readConfigFile(undefined, folder)).toEqual({
      path: join(folder, "mneme.yaml"),
      given: { path: join(folder, "own.db"), upkeep: false },
    });
    const named = await readConfigFile("deep/mneme.json", folder);
    expect(named?.given).toEqual({ path: join(folder, "deep/own.db") });
  });

  test.each([
    ["capture:\n  enabled: maybe\n", "capture.enabled"],
    ["capture:\n  enable: true\n", '"enable"'],
    ["categories:\n  - name: work\n    context: some\n", "categories[0].context"],
    ["categories:\n  - name: work\nallowlists:\n  bot: [wrok]\n", '`allowlists.bot` has "wrok"'],
    ["categories:\n  - name: work\n  - name: work\n", '"work" twice'],
    ["path: [", "not well-formed"],
    ["just words", "settings by name"],
  ])("is refused by the name of what is wrong in it: %j", async (text, named) => {
    const folder = scratch();
    writeFileSync(join(folder, "mneme.yaml"), text);
    const refused = await readConfigFile(undefined, folder).catch((thrown: unknown) => thrown);
    expect(String(refused)).toContain(named);
    expect(String(refused)).toContain("mneme.yaml");
  });

  test("that was named must be there, and of two in one folder neither is guessed", async () => {
    const folder = scratch();
    await expect(readConfigFile("none.yaml", folder)).rejects.toThrow("none.yaml");
    writeFileSync(join(folder, "mneme.yaml"), "");
    writeFileSync(join(folder, "mneme.json"), "{}");
    await expect(readConfigFile(undefined, folder)).rejects.toThrow("keep one");
  });
});

test("explaining tells of every setting who set it, and shows no password", () => {
  const settings = explainConfig(
    {
      file: { vaultCapacity: 7, capture: { blockedUsers: ["u9"] } },
      environment: fromEnvironment({ MNEME_URL: "postgres://me:hunter2@host/db?password=hunter2" }),
    },
    "/etc/mneme.yaml",
  );
  const told = Object.fromEntries(settings.map(({ key, value, origin }) => [key, [value, origin]]));
  expect(told["vaultCapacity"]).toEqual([7, { type: "file", path: "/etc/mneme.yaml" }]);
  expect(told["capture.blockedUsers"]).toEqual([["u9"], { type: "file", path: "/etc/mneme.yaml" }]);
  expect(told["capture.enabled"]).toEqual([true, { type: "default" }]);
  expect(told["path"]).toEqual([null, { type: "default" }]);
  expect(told["url"]?.[1]).toEqual({ type: "environment", variable: "MNEME_URL" });
  expect(JSON.stringify(settings)).not.toContain("hunter2");
  expect(settings.every(({ about }) => about !== "")).toBe(true);
});

test("categories and allowlists in a YAML file wall an agent in", async () => {
  const folder = scratch();
  writeFileSync(
    join(folder, "mneme.yaml"),
    `path: memory.db
categories:
  - name: work
    context: all
  - name: health
    context: rag
    ragLength: 5
allowlists:
  support: [work]
`,
  );
  await mneme(["add", "The office is closed on Fridays", "--category", "work"], { folder });
  await mneme(["add", "Ana takes pills for her heart", "--category", "health"], { folder });
  const unknown = await mneme(["add", "A thing", "--category", "secret"], { folder });
  expect(unknown.stdout).toContain("dropped");
  const seen = async (who: readonly string[]) =>
    JSON.parse((await mneme(["list", "--json", ...who], { folder })).stdout).map(
      ({ category }: { category: string }) => category,
    );
  expect(await seen([])).toEqual(["health", "work"]);
  expect(await seen(["--agent", "support"])).toEqual(["work"]);
  expect(await seen(["--agent", "stranger"])).toEqual([]);
});

test("the library takes the same settings", async () => {
  const memory = await createMemory({
    ...{ path: ":memory:", upkeep: false, allowlists: { support: ["work"] } },
    categories: [{ name: "work", context: "all" }, { name: "health" }],
  });
  const tenant = "acme";
  for (const category of ["work", "health"])
    await memory.remember({
      tenant,
      kind: "log",
      category,
      text: `a note about ${category} today`,
    });
  const found = await memory.list({ tenant, agent: "support" });
  expect(found.map(({ category }) => category)).toEqual(["work"]);
  await memory.close();
});
