// `mneme upkeep`: runs a job now. `mneme rebuild`: makes a lost database anew from the vault file.

import type { Command } from "commander";
import { report, type Session, scoped, withMemory } from "../session.ts";

type Options = Session & { dryRun?: boolean; yes?: boolean; repair?: boolean };

export function addUpkeep(program: Command): void {
  scoped(program.command("upkeep"))
    .description(
      "Run an upkeep job now: prune, nightly, consolidate, insights, forget, purge, archive, verify …",
    )
    .argument("<job>", "which job")
    .option("--dry-run", "say what it would do, and change nothing")
    .option("--yes", "go on although much would go at once")
    .option("--repair", "with verify: mend what it finds")
    .action((name: string, options: Options) =>
      withMemory(options, async (memory) => {
        const { tenant, dryRun, yes, repair } = options;
        const outcome = await memory.upkeep({ tenant, name, dryRun, confirm: yes, repair });
        report(options, outcome, () =>
          Object.entries(outcome[tenant] ?? {}).map(
            ([what, count]) => `${what}: ${JSON.stringify(count)}`,
          ),
        );
      }),
    );
}

export function addRebuild(program: Command): void {
  scoped(program.command("rebuild"))
    .description("Make a lost database anew from the vault file beside it.")
    .action((options: Session) =>
      withMemory(options, async (memory) => {
        const rebuilt = await memory.rebuild();
        const result = { ...rebuilt, stateHash: await memory.stateHash() };
        report(options, result, () => [
          `${rebuilt.memories} memories from ${rebuilt.lines} lines; ${rebuilt.embedded} embedded anew`,
          ...(rebuilt.unreadable.length === 0
            ? []
            : [`unreadable lines: ${rebuilt.unreadable.join(", ")}`]),
          `state ${result.stateHash}`,
        ]);
      }),
    );
}
