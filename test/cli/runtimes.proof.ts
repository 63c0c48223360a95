// The packed library and program on Bun and Deno, which are installed beside it when they are missing.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { packageFolder, plainEnv, programPath, scratch } from "./program.ts";

const run = promisify(execFile);
const TOOLS = join(import.meta.dirname, "../../tools/runtimes");
const MODULES = join(TOOLS, "node_modules");
const MINUTES = 60_000;

beforeAll(async () => {
  if (existsSync(join(MODULES, "bun")) && existsSync(join(MODULES, "deno"))) return;
  await run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: TOOLS,
    timeout: 8 * MINUTES,
    env: { ...process.env, npm_config_engine_strict: "false" },
  });
}, 10 * MINUTES);

/** The program itself, out of the package for this machine: the one that starts it is made by a script on install. */
function binary(scope: string, path: string): string {
  const [built = ""] = readdirSync(join(MODULES, scope));
  return join(MODULES, scope, built, path);
}

describe.each([
  { name: "bun", program: () => binary("@oven", "bin/bun"), before: [] },
  { name: "deno", program: () => binary("@deno", "deno"), before: ["run", "-A"] },
])("on $name", ({ program, before }) => {
  const started = (args: readonly string[], folder: string) =>
    run(program(), [...before, ...args], {
      cwd: folder,
      env: { ...plainEnv(folder), DENO_NO_UPDATE_CHECK: "1" },
      timeout: MINUTES,
    });

  test(
    "the code of the page remembers and finds",
    async () => {
      const folder = scratch();
      const page = readFileSync(join(import.meta.dirname, "../../docs/runtimes.md"), "utf8");
      const code = page.match(/```ts\n([\s\S]*?)```/)?.[1] ?? "";
      const library = JSON.stringify(join(packageFolder(), "dist/index.js"));
      // As in a project that has installed it.
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      mkdirSync(join(folder, "node_modules"));
      writeFileSync(join(folder, "app.ts"), code.replace('"mneme"', library));
      mkdirSync(join(folder, "docs"));
      writeFileSync(join(folder, "docs/gate.md"), "# Gate\n\nThe gate of hall two is green.\n");
      const { stdout } = await started(["app.ts"], folder);
      expect(stdout.trim()).toBe("Ana prefers green tea.");
      const found = await started([programPath(), "search", "gate of hall two"], folder);
      expect(found.stdout).not.toContain("hall two");
      const theirs = await started(
        [programPath(), "search", "gate of hall two", "--tenant", "acme"],
        folder,
      );
      expect(theirs.stdout).toContain("The gate of hall two is green.");
    },
    3 * MINUTES,
  );

  test(
    "the command line adds and finds",
    async () => {
      const folder = scratch();
      await started([programPath(), "add", "The office is closed on Fridays."], folder);
      const { stdout } = await started(
        [programPath(), "search", "when is the office closed?"],
        folder,
      );
      expect(stdout).toContain("The office is closed on Fridays.");
    },
    3 * MINUTES,
  );
});
