// `mneme jobs`: the work that waits, the work that was given up, and work asked for now.

import type { Command } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { idOr } from "../newest.ts";
import { paint } from "../paint.ts";
import { note, oneLine } from "../print.ts";
import { report, type Session, scoped, whole, withMemory } from "../session.ts";
import { jobCommand } from "./upkeep.ts";

type Job = Awaited<ReturnType<MemoryEngine["jobs"]>>[number];
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
          const found = await memory.jobs({ tenant, limit, states });
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
            newest(await memory.jobs({ tenant, states: ["dead"] })),
          );
          const retried = await memory.retryJob({ tenant, id });
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
