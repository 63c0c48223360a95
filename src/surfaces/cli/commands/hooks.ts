// `mneme hooks`: memory for coding agents, by the hooks they run. `mneme hook`: what those hooks run.

import { Argument, type Command, Option } from "commander";
import { withExamples } from "../examples.ts";
import {
  CODING_AGENTS,
  type CodingAgentName,
  codingAgents,
  HOOK_EVENTS,
  type HookEvent,
} from "../hooks/coding-agents.ts";
import type { HooksOptions } from "../hooks/install-hooks.ts";
import { answering, whole } from "../session.ts";

export function addHooks(program: Command): void {
  const hooks = program
    .command("hooks")
    .description("Memory for coding agents (Claude Code, Codex, Gemini CLI) by their hooks.");
  const install = agentsOf(hooks.command("install"))
    .description("Add our hooks to the settings of the agents found here, or of those named.")
    .option("--tenant <id>", "one memory for all repositories; else each has its own")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--yes", "do not ask")
    .action(async (options: HooksOptions) => (await load()).installHooks(options));
  withExamples(install, [
    "mneme hooks install --dry-run",
    "mneme hooks install --agent claude-code --yes",
  ]);
  const remove = agentsOf(hooks.command("remove"))
    .description("Take our hooks out again; what was remembered stays.")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--yes", "do not ask")
    .action(async (options: HooksOptions) => (await load()).removeHooks(options));
  withExamples(remove, ["mneme hooks remove --dry-run", "mneme hooks remove --yes"]);
  const status = agentsOf(hooks.command("status", { isDefault: true }))
    .description("Which agents run our hooks, and what failed last.")
    .action(async (options: HooksOptions) => (await load()).hooksStatus(options));
  withExamples(status, ["mneme hooks status", "mneme hooks status --json"]);
}

export function addHook(program: Command): void {
  const command = answering(program.command("hook"))
    .description("Answer one hook of a coding agent; `mneme hooks install` sets it up.")
    .addArgument(new Argument("<event>", "what happened").choices(HOOK_EVENTS))
    .addOption(
      new Option("--agent <name>", "who runs the hook")
        .choices(CODING_AGENTS)
        .makeOptionMandatory(),
    )
    .requiredOption("--config <file>", "settings of the store")
    .option("--tenant <id>", "whose memory; else the repository's own")
    .option("--within <ms>", "answer nothing after so many milliseconds", whole, 300)
    .action(async (event: HookEvent, options: Answered) => {
      const agent = codingAgents("").find(({ name }) => name === options.agent);
      if (agent === undefined) return;
      const { answerHook } = await import("../hooks/answer-hook.ts");
      const { config, tenant, within } = options;
      await answerHook({
        event,
        agent,
        config,
        within,
        ...(tenant === undefined ? {} : { tenant }),
      });
    });
  withExamples(command, [
    `echo '{"cwd":".","prompt":"how do we deploy?"}' | mneme hook prompt --agent codex --config mneme.yaml`,
  ]);
}

type Answered = Readonly<{
  agent: CodingAgentName;
  config: string;
  within: number;
  tenant?: string;
}>;

function agentsOf(command: Command): Command {
  return answering(command)
    .addOption(
      new Option("--agent <name...>", "which agents; else those found here").choices(CODING_AGENTS),
    )
    .option("--config <file>", "settings of the store (else ~/.mneme/mneme.yaml)")
    .option("--project", "in this folder's settings, not in those of your home");
}

const load = () => import("../hooks/install-hooks.ts");
