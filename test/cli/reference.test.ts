// The page about the command line says what the program says.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliPage } from "../../scripts/cli-page.ts";
import { ENVIRONMENT } from "../../src/config.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");

test("its reference is the program's own; `tsx scripts/generate-docs.ts` makes it anew", () => {
  expect(cliPage()).toBe(page);
  expect(page).toContain("### mneme restore-backup");
});

test("it names every variable that sets something", () => {
  for (const variable of Object.keys(ENVIRONMENT)) expect(page).toContain(`\`${variable}\``);
});
