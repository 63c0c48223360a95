// `mneme context`: the block that would go into a prompt.

import { type Command, Option } from "commander";
import pc from "picocolors";
import { lookingAs, report, type Session, scoped, whole, withMemory } from "../session.ts";

const STYLES = ["pack", "agent", "slice", "background", "snapshot", "memory"] as const;

type Options = Session & {
  style: (typeof STYLES)[number];
  budget?: number;
  thread?: string;
  since?: number;
};

export function addContext(program: Command): void {
  scoped(program.command("context"))
    .description("Build the block of memory that goes into a prompt.")
    .argument("[query]", "what the prompt is about")
    .addOption(new Option("--style <style>", "which block").choices(STYLES).default("pack"))
    .option("--budget <tokens>", "at most this many tokens", whole)
    .option("--thread <id>", "the thread whose changes are told first")
    .option("--since <revision>", "the revision last seen", whole)
    .action((query: string | undefined, options: Options) =>
      withMemory(options, async (memory) => {
        const { style, budget, thread, since } = options;
        const asked = { query, style, budgetTokens: budget, thread, sinceRevision: since };
        const built = await memory.context({ ...lookingAs(options), ...asked });
        report(options, built, () =>
          built.text === "" ? [pc.dim("Nothing to hand out.")] : [built.text],
        );
      }),
    );
}
