// `mneme doctor`: is everything as it should be, and if not, what to do.

import type { Command } from "commander";
import type { DoctorOptions } from "../doctor/doctor.ts";
import { withExamples } from "../examples.ts";
import { stored } from "../session.ts";

export function addDoctor(program: Command): void {
  const command = stored(program.command("doctor"))
    .description("Check machine, settings, store, models and keys; each fault with its fix.")
    .option("--tenant <id>", "whose models and keys", "default")
    .option("--repair", "mend what can be mended safely: access to files, indexes")
    .action(async (options: DoctorOptions) =>
      (await import("../doctor/doctor.ts")).doctor(options),
    );
  withExamples(command, ["mneme doctor", "mneme doctor --repair --json"]);
}
