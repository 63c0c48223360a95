// Every test file is run by `npm test` or by `npm run proof`, none by both, and `.ci/run` runs both.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { z } from "zod";
import { parse, type SourceFile, sourceFiles } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const TESTS = ["test", "it", "describe"];

/** As vitest finds them itself by the configuration that the commands use. */
function filesOf(project: string): string[] {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "list", "--filesOnly", "--json", "--project", project];
  const listed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  const files = z.array(z.object({ file: z.string() })).parse(JSON.parse(listed));
  return files.map(({ file }) => relative(ROOT, file));
}

/** Whether loading the file defines tests, and not only calling something of it. */
function definesTests(file: SourceFile): boolean {
  return parse(file).statements.some(
    (statement) => ts.isExpressionStatement(statement) && TESTS.includes(calledBy(statement)),
  );
}

/** `test` of `test(…)`, `test.each(…)(…)` and `test.runIf(…)(…)`. */
function calledBy({ expression }: ts.ExpressionStatement): string {
  let callee: ts.Expression = expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee))
    callee = callee.expression;
  return callee.getText();
}

test("each is run by exactly one command", () => {
  const files = sourceFiles("test");
  const named = files.map(({ path }) => path).filter((path) => /\.(?:test|proof)\.ts$/.test(path));
  const [ordinary, proof] = [filesOf("test"), filesOf("proof")];
  expect([...ordinary, ...proof].sort()).toEqual(named.sort());
  const defining = files.filter(definesTests).map(({ path }) => path);
  expect(defining.filter((path) => !named.includes(path))).toEqual([]);
  const others = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  expect(others.filter((name) => /\.(?:test|spec|proof)\.(?!ts$)\w+$/.test(name))).toEqual([]);
});

test("a file that defines tests under another name is noticed", () => {
  const source = 'import { test } from "vitest";\ntest.each([1])("is one", () => undefined);\n';
  expect(definesTests({ path: "test/helper.ts", source })).toBe(true);
  expect(definesTests({ path: "test/helper.ts", source: "export function f() { test(); }" })).toBe(
    false,
  );
});

test("both commands are run for a change", () => {
  const run = readFileSync(join(ROOT, ".ci/run"), "utf8");
  expect(run).toMatch(/^\(npm ci && npm test\)/m);
  expect(run).toMatch(/^npm run proof /m);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(scripts).toMatchObject({
    test: "vitest run --project test",
    proof: "tsx scripts/proof.ts",
  });
  expect(readFileSync(join(ROOT, "scripts/proof.ts"), "utf8")).toContain('"--project=proof"');
});
