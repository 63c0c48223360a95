// Settings as two older systems wrote them are read as they stand, or refused by the names that stand in the file.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfigFile } from "../../src/config/config-file.ts";
import { loadConfig } from "../../src/config.ts";
import { mneme, scratch } from "./program.ts";

const VAULT = `path: memory.db
memory:
  enabled: true
  scopes: [shared, orion]
  max_items: 2
  similarity_threshold: 0.95
`;

const SUPERVISOR = `path: memory.db
categories:
  system:
    - name: profile
      context: all
    - name: event
      context: rag
      rag_length: 1
  custom:
    - name: recipes
allowlists:
  cook: [recipes, event, seasons]
  clerk: [profile]
`;

function folderWith(text: string): string {
  const folder = scratch();
  writeFileSync(join(folder, "mneme.yaml"), text);
  return folder;
}

async function read(text: string) {
  const found = await readConfigFile(undefined, folderWith(text));
  return loadConfig({ file: found?.given ?? {} });
}

test("the block `memory` of a vault's profile sets what its keys meant", async () => {
  expect(await read(VAULT)).toMatchObject({
    capture: { enabled: true, blockedUsers: [] },
    scopes: ["shared", "orion"],
    vaultBlockItems: 2,
    vaultSimilarity: 0.95,
  });
  const off = await read("memory:\n  enabled: false\ncapture:\n  blockedUsers: [u9]\n");
  expect(off.capture).toMatchObject({ enabled: false, blockedUsers: ["u9"] });
});

test("scopes, the likeness of near-duplicates and the length of the block reach the engine", async () => {
  const folder = folderWith(VAULT);
  const add = (text: string, scope: string) =>
    mneme(["call", "remember", JSON.stringify({ tier: "canon", text, scope })], { folder });
  // Alike in their letters by more than seven tenths, and sharing one word of six.
  const texts = ["Releeses ar signd by twoo peeple.", "Releases are signed by two people."];
  for (const text of [...texts, "The boat is called Meridian."])
    expect(JSON.parse((await add(text, "orion")).stdout).stored).toHaveLength(1);
  const refused = JSON.parse((await add("Cats sleep all day.", "elysia")).stdout);
  expect(refused.dropped).toMatchObject([{ reason: "unknown_scope" }]);
  const asked = JSON.stringify({ agent: "orion", style: "memory" });
  const block = JSON.parse((await mneme(["call", "context", asked], { folder })).stdout);
  expect(block.text.match(/^- /gm)).toHaveLength(2);
});

test("categories in two lists keep their modes and lengths, and allowlists name what they like", async () => {
  const config = await read(SUPERVISOR);
  expect(config.categories).toEqual([
    { name: "profile", context: "all", ragLength: 30 },
    { name: "event", context: "rag", ragLength: 1 },
    { name: "recipes", context: "rag", ragLength: 30 },
    { name: "seasons", context: "rag", ragLength: 30 },
  ]);
  expect(config.allowlists["cook"]).toEqual(["recipes", "event", "seasons"]);
  expect((await read("categories:\n  system: []\n  custom:\n")).categories).toEqual([]);
});

test("the allowlists of such a file wall an agent in, and a query beyond them is refused", async () => {
  const folder = folderWith(SUPERVISOR);
  for (const category of ["recipes", "profile"])
    await mneme(["add", `A line about ${category}`, "--category", category], { folder });
  const query = (categories: readonly string[]) =>
    mneme(["call", "query", JSON.stringify({ agent: "cook", query: "a line", categories })], {
      folder,
    });
  const own = JSON.parse((await query(["recipes"])).stdout);
  expect(JSON.stringify(own)).toContain("A line about recipes");
  const beyond = await query(["profile"]);
  expect(beyond.code).not.toBe(0);
  expect(beyond.stderr).toContain("profile");
});

describe("what is wrong is refused by its place in the file", () => {
  test.each([
    ["memory:\n  max_items: many\n", "memory.max_items"],
    ["memory:\n  similarity_threshold: 7\n", "memory.similarity_threshold"],
    ["memory:\n  scope: [shared]\n", '"scope"'],
    ["memory: yes\n", "memory"],
    ["memory:\n  max_items: 5\nvaultBlockItems: 6\n", "`memory.max_items` and `vaultBlockItems`"],
    ["memory:\n  enabled: true\ncapture:\n  enabled: true\n", "`memory.enabled`"],
    ["categories:\n  system:\n    - name: a\n      rag_length: 0\n", "rag_length"],
    ["categories:\n  system:\n    - name: a\n      context: some\n", "context"],
    ["categories:\n  systems: []\n", '"systems"'],
    ["categories:\n  system:\n    - name: a\n  custom:\n    - name: a\n", '"a" twice'],
    ["categories:\n  system: []\nallowlists:\n  cook: recipes\n", "allowlists.cook"],
  ])("%j", async (text, named) => {
    const refused = await read(text).catch((thrown: unknown) => thrown);
    expect(String(refused)).toContain(named);
    expect(String(refused)).toContain("mneme.yaml");
  });
});
