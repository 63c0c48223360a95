// `mneme context`: the block that would go into a prompt.

import { type Command, Option } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { lookingAs, report, type Session, scoped, whole, withMemory } from "../session.ts";

const STYLES = ["pack", "agent", "slice", "background", "snapshot", "memory"] as const;

type Options = Session & {
  style: (typeof STYLES)[number];
  budget?: number;
  thread?: string;
  since?: number;
};

export function addContext(program: Command): void {
  const command = scoped(program.command("context"))
    .description("Build the block of memory that goes into a prompt.")
    .argument("[query]", "what the prompt is about")
    .addOption(new Option("--style <style>", "which block").choices(STYLES).default("pack"))
    .option("--budget <tokens>", "at most this many tokens", whole)
    .option("--thread <id>", "the thread whose changes are told first")
    .option("--since <revision>", "the revision last seen", whole)
    .action((query: string | undefined, options: Options) =>
      withMemory(options, (memory) => build(query, options, memory), { mustExist: true }),
    );
  withExamples(command, [
    'mneme context "where does Ana live?"',
    "mneme context --style background --budget 500",
    'mneme context "what changed?" --thread support --since 0 --json',
  ]);
}

async function build(
  query: string | undefined,
  options: Options,
  memory: MemoryEngine,
): Promise<void> {
  const { style, budget, thread, since } = options;
  const asked = { query, style, budgetTokens: budget, thread, sinceRevision: since };
  const built = await memory.context({ ...lookingAs(options), ...asked });
  report(options, built, () =>
    built.text === "" ? [paint.dim("Nothing to hand out.")] : [built.text],
  );
}
