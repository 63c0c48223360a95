// `mneme upkeep`: runs a job now. `mneme rebuild`: makes a lost database anew from the vault file.

import type { Command } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { knownOr } from "../did-you-mean.ts";
import { withExamples } from "../examples.ts";
import { startProgress } from "../progress.ts";
import { report, type Session, scoped, stored, withMemory } from "../session.ts";

export type JobOptions = Session & { dryRun?: boolean; yes?: boolean; repair?: boolean };

const JOBS = [
  ...["prune", "expire-consent", "nightly", "consolidate", "insights", "merge-volatile"],
  ...["archive", "forget", "purge", "reembed", "verify"],
] as const;

export function addUpkeep(program: Command): void {
  const command = jobCommand(program.command("upkeep"));
  withExamples(command, [
    "mneme upkeep nightly",
    "mneme upkeep forget --dry-run",
    "mneme upkeep verify --repair",
  ]);
}

/** The same under two names: `upkeep` and `jobs run`. */
export function jobCommand(command: Command): Command {
  return scoped(command)
    .description("Run an upkeep job now.")
    .argument("<job>", JOBS.join(", "))
    .option("--dry-run", "say what it would do, and change nothing")
    .option("--yes", "go on although much would go at once")
    .option("--repair", "with verify: mend what it finds")
    .action((name: string, options: JobOptions) => {
      const job = knownOr(name, JOBS, "job");
      return withMemory(options, (memory) => runJob(job, options, memory), { mustExist: true });
    });
}

async function runJob(name: string, options: JobOptions, memory: MemoryEngine): Promise<void> {
  const { tenant, dryRun, yes, repair } = options;
  const progress = await startProgress(options, { label: `Running ${name}` });
  try {
    const outcome = await memory.upkeep({ tenant, name, dryRun, confirm: yes, repair });
    progress.end();
    report(options, outcome, () =>
      Object.entries(outcome[tenant] ?? {}).map(
        ([what, count]) => `${what}: ${JSON.stringify(count)}`,
      ),
    );
  } finally {
    progress.end();
  }
}

export function addRebuild(program: Command): void {
  const command = stored(program.command("rebuild"))
    .description("Make a lost database anew from the vault file beside it.")
    .action((options: Session) => withMemory(options, (memory) => rebuildFrom(options, memory)));
  withExamples(command, ["mneme rebuild --path rebuilt/memory.db"]);
}

async function rebuildFrom(options: Session, memory: MemoryEngine): Promise<void> {
  const progress = await startProgress(options, { label: "Rebuilding" });
  try {
    const rebuilt = await memory.rebuild();
    const result = { ...rebuilt, stateHash: await memory.stateHash() };
    progress.end();
    report(options, result, () => [
      `${rebuilt.memories} memories from ${rebuilt.lines} lines; ${rebuilt.embedded} embedded anew`,
      ...(rebuilt.unreadable.length === 0
        ? []
        : [`unreadable lines: ${rebuilt.unreadable.join(", ")}`]),
      `state ${result.stateHash}`,
    ]);
  } finally {
    progress.end();
  }
}
