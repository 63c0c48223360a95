// `mneme models`: what is configured, whether it answers, and what it cost.

import type { Command } from "commander";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { report, type Session, scoped, withMemory } from "../session.ts";

export function addModels(program: Command): void {
  const command = scoped(program.command("models"))
    .description("Which models serve, checked with one real call each, and what they cost so far.")
    .action((options: Session) =>
      withMemory(options, async (memory) => {
        const found = await memory.checkModels(options.tenant);
        report(options, found, () => [
          ...found.models.map(
            ({ role, name, isWorking, milliseconds, detail }) =>
              `${isWorking ? paint.green("✓") : paint.red("✗")} ${role.padEnd(9)} ${paint.cyan(name)} ${paint.dim(`${milliseconds} ms`)} ${detail}`,
          ),
          ...found.spent.map(
            ({ day, user, model, input, output, calls }) =>
              `${day} ${model} ${user || "(no user)"}: ${calls} calls, ${input} tokens in, ${output} out`,
          ),
        ]);
      }),
    );
  withExamples(command, ["mneme models", "mneme models --json"]);
}
