// The commands that look after a store: upkeep, rebuild, jobs, models.

import type { Command } from "commander";
import { ownValue } from "../../../model/own-value.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { knownOr } from "../did-you-mean.ts";
import { withExamples } from "../examples.ts";
import { idOr } from "../newest.ts";
import { note, oneLine, paint } from "../print.ts";
import { startProgress } from "../progress.ts";
import { report, type Session, scoped, stored, whole, withMemory } from "../session.ts";

type JobOptions = Session & { dryRun?: boolean; yes?: boolean; repair?: boolean };

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
function jobCommand(command: Command): Command {
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
    const outcome = await memory.jobs.run({ tenant, name, dryRun, confirm: yes, repair });
    progress.end();
    report(options, outcome, () =>
      Object.entries(ownValue(outcome, tenant) ?? {}).flatMap(([what, count]) =>
        what === "would" && Array.isArray(count)
          ? count.map(plannedLine)
          : [`${what}: ${JSON.stringify(count)}`],
      ),
    );
  } finally {
    progress.end();
  }
}

type Planned = Readonly<{ act: string; ids: readonly string[]; why: string }>;

/** One thing that a run would do. */
function plannedLine({ act, ids, why }: Planned): string {
  return `would ${act.replaceAll("_", " ")} ${paint.dim(ids.join(" "))} ${oneLine(why)}`;
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
    const rebuilt = await memory.vault.rebuild();
    const result = { ...rebuilt, stateHash: await memory.admin.stateHash() };
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

// `mneme jobs`: the work that waits, the work that was given up, and work asked for now.

type Job = Awaited<ReturnType<MemoryEngine["jobs"]["list"]>>[number];
type Listing = Session & { limit: number };

export function addJobs(program: Command): void {
  const jobs = program
    .command("jobs")
    .description("Work that waits, runs or was given up; run or retry it.");
  addListing(jobs, { name: "list", isDefault: true, states: ["queued", "running", "dead"] });
  addListing(jobs, { name: "dead", isDefault: false, states: ["dead"] });
  withExamples(jobCommand(jobs.command("run")), [
    "mneme jobs run nightly",
    "mneme jobs run purge --dry-run",
  ]);
  addRetry(jobs);
}

type ListingOf = Readonly<{ name: "list" | "dead"; isDefault: boolean; states: Job["state"][] }>;

function addListing(jobs: Command, { name, isDefault, states }: ListingOf): void {
  const command = scoped(jobs.command(name, { isDefault }))
    .description(
      name === "dead"
        ? "Jobs that were given up after too many tries."
        : "Jobs that wait, run or were given up.",
    )
    .option("--limit <n>", "at most this many (1 to 1000)", whole, 100)
    .action((options: Listing) =>
      withMemory(
        options,
        async (memory) => {
          const { tenant, limit } = options;
          const found = await memory.jobs.list({ tenant, limit, states });
          report(options, found, () => found.map(lineOf));
          if (found.length === 0) note(options, "None.");
        },
        { mustExist: true },
      ),
    );
  withExamples(command, [`mneme jobs ${name}`, `mneme jobs ${name} --json`]);
}

function addRetry(jobs: Command): void {
  const command = scoped(jobs.command("retry"))
    .description("Put a job that was given up back into the queue.")
    .argument("<id>", "which job; `last` for the newest")
    .action((given: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const { tenant } = options;
          const id = await idOr(given, async () =>
            newest(await memory.jobs.list({ tenant, states: ["dead"] })),
          );
          const retried = await memory.jobs.retry({ tenant, id });
          await memory.drain();
          report(options, retried, () => [`${retried.id} is tried again`]);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme jobs retry last"]);
}

function newest(found: readonly Job[]): Job | undefined {
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

function lineOf({ id, name, state, runAt, attempts, lastError }: Job): string {
  const shown = state === "dead" ? paint.red(state) : state;
  return `${paint.dim(id)} ${name} ${shown} at ${runAt}, ${attempts} tries ${oneLine(lastError ?? "")}`;
}

/** `mneme models`: what is configured, whether it answers, and what it cost. */
export function addModels(program: Command): void {
  const command = scoped(program.command("models"))
    .description("Which models serve, checked with one real call each, and what they cost so far.")
    .action((options: Session) =>
      withMemory(options, async (memory) => {
        const found = await memory.admin.checkModels({ tenant: options.tenant });
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
