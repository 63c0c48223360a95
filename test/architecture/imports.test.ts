// Executes the import table of the design over src, and shows that each rule of it can fail.

import { describe, expect, test } from "vitest";
import { violations } from "./import-table.ts";
import { sourceFiles } from "./source-files.ts";

const check = (path: string, source: string) => violations([{ path, source }]);

test("every file under src keeps to the import table", () => {
  const files = sourceFiles("src");
  expect(files.length).toBeGreaterThan(0);
  expect(violations(files)).toEqual([]);
});

describe("a breach is named", () => {
  test.each<[string, string, string]>([
    [
      "src/model/memory.ts",
      'import type { Store } from "../ports/store.ts";',
      "model may not import ports",
    ],
    [
      "src/ports/store.ts",
      'import { openSqlite } from "../store/sqlite.ts";',
      "ports may not import store",
    ],
    [
      "src/write/stages/gate.ts",
      'import { recall } from "../../read/recall.ts";',
      "write may not import read",
    ],
    [
      "src/read/recall.ts",
      'import { edit } from "../curate/edit.ts";',
      "read may not import curate",
    ],
    [
      "src/curate/edit.ts",
      'export { gate } from "../write/gate.ts";',
      "curate may not import write",
    ],
    [
      "src/upkeep/jobs/end-memories.ts",
      'import { all } from "../../store/database.ts";',
      "upkeep may not import store",
    ],
    [
      "src/operations/get.ts",
      'import { serve } from "../surfaces/http/serve.ts";',
      "operations may not import surfaces",
    ],
    [
      "src/store/where.ts",
      'import { score } from "../read/score.ts";',
      "store may not import read",
    ],
    [
      "src/models/fast.ts",
      'const store = await import("../store/open.ts");',
      "models may not import store",
    ],
    [
      "src/surfaces/http/serve.ts",
      'import { recall } from "../../read/recall.ts";',
      "surfaces may not import read",
    ],
    [
      "src/integrations/discord.ts",
      'type Store = import("../store/open.ts").Store;',
      "integrations may not import store",
    ],
    ["src/errors.ts", 'import { KINDS } from "./model/kinds.ts";', "errors may not import model"],
    ["src/model/memory.ts", 'import { createMemory } from "mneme";', "model may not import index"],
    [
      "src/write/deep/stage.ts",
      'export * from "../../models/fast.ts";',
      "write may not import models",
    ],
  ])("%s: %s", (path, source, rule) => {
    expect(check(path, source)).toEqual([`${path}:1: ${rule}`]);
  });

  test.each(["pg", "node:sqlite", "@photostructure/sqlite", "pg/lib/client.js"])(
    "a driver, %s, outside store",
    (driver) => {
      expect(check("src/read/recall.ts", `import x from "${driver}";`)).toEqual([
        `src/read/recall.ts:1: only store may import ${driver}`,
      ]);
      expect(check("src/store/open.ts", `import x from "${driver}";`)).toEqual([]);
    },
  );

  test.each([
    'process.env["KEY"]',
    'process["env"]',
    "const { env } = process;",
    "globalThis.process.env",
    'import { env } from "node:process";',
  ])("the environment read outside config: %s", (source) => {
    expect(check("src/engine.ts", source)).toEqual([
      "src/engine.ts:1: only src/config.ts may read process.env",
    ]);
    expect(check("src/config.ts", source)).toEqual([]);
  });

  test.each(["console.log(1)", "const { warn } = console;", 'import { log } from "node:console";'])(
    "the console used outside the command line: %s",
    (source) => {
      expect(check("src/write/stages/gate.ts", source)).toEqual([
        "src/write/stages/gate.ts:1: only surfaces/cli may use console",
      ]);
      expect(check("src/surfaces/cli/main.ts", source)).toEqual([]);
    },
  );

  test("src that imports test or bench", () => {
    const source = 'import "../../test/support/pglite.ts";\nimport "../../bench/eval.ts";';
    expect(check("src/read/recall.ts", source)).toEqual([
      "src/read/recall.ts:1: src may not import test/support/pglite.ts",
      "src/read/recall.ts:2: src may not import bench/eval.ts",
    ]);
  });

  test("a folder that nobody put into the table", () => {
    expect(check("src/helpers/strings.ts", "")).toEqual([
      "src/helpers/strings.ts: helpers is not in the import table",
    ]);
  });
});

describe("what the table allows is not a breach", () => {
  test.each<[string, string]>([
    ["src/engine.ts", 'import { openSqlite } from "./store/open.ts";'],
    [
      "src/write/stages/gate.ts",
      'import { MemoryError } from "../errors.ts";\nimport { z } from "zod";',
    ],
    ["src/write/stages/gate.ts", 'import { guard } from "./guard.ts";'],
    ["src/upkeep/jobs/nightly.ts", 'import { remember } from "../write/remember.ts";'],
    ["src/surfaces/mcp/server.ts", 'import { createMemory } from "../../engine.ts";'],
    ["src/models/builtin/embedder.ts", "const env = options.env; // process.env, console.log"],
  ])("%s: %s", (path, source) => {
    expect(check(path, source)).toEqual([]);
  });
});
