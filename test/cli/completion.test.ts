// Completion: bash really completes with it, and every shell's script knows every command.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completionScript, SHELLS } from "../../src/surfaces/cli/completion.ts";
import { createProgram } from "../../src/surfaces/cli/program.ts";
import { inShell, scratch } from "./program.ts";
import { leaves } from "./tree.ts";

const program = createProgram(() => undefined);

test.each([
  ["mneme sea", ["search"]],
  ["mneme keys ", ["create", "list", "rotate", "revoke"]],
  ["mneme keys create --ro", ["--role"]],
  ["mneme --json keys rev", ["revoke"]],
  ["mneme completion z", ["zsh"]],
  ["mneme search --exp", ["--explain"]],
  ["mneme profile d", ["delete"]],
])("in bash, %j is completed", async (line, expected) => {
  const folder = scratch();
  writeFileSync(join(folder, "mneme.bash"), completionScript(program, "bash"));
  const words = line.split(" ").map((word) => `'${word}'`);
  const ran = await inShell(
    `source mneme.bash; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _mneme; printf '%s\\n' "\${COMPREPLY[@]}"`,
    { folder },
  );
  expect(ran.stderr).toBe("");
  expect(ran.stdout.split("\n")).toEqual(expect.arrayContaining(expected));
});

test.each(SHELLS)("the script for %s knows every command and its options", (shell) => {
  const script = completionScript(program, shell);
  for (const { name, command } of leaves()) {
    expect(script).toContain(`'${name}'`.replaceAll("'", shell === "fish" ? "" : "'"));
    for (const { long } of command.options) expect(script).toContain(long?.slice(2));
  }
});
