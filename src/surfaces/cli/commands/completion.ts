// `mneme completion`: a script that completes commands and options in a shell.

import { Argument, type Command } from "commander";
import { SHELLS, type Shell } from "../completion/shells.ts";
import { withExamples } from "../examples.ts";
import { type Answering, answering, report } from "../session.ts";

export function addCompletion(program: Command): void {
  const command = answering(program.command("completion"))
    .description("Print a script that completes commands and options in a shell.")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .action(async (shell: Shell, options: Answering) => {
      const { completionScript } = await import("../completion/script.ts");
      const script = completionScript(program, shell);
      report(options, { shell, script }, () => [script]);
    });
  withExamples(command, [
    'eval "$(mneme completion bash)"',
    "mneme completion zsh > _mneme",
    "mneme completion fish > mneme.fish",
    "mneme completion pwsh > mneme.ps1",
    "mneme completion bash --json",
  ]);
}
