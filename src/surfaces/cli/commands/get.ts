// `mneme get`: one memory, whole.

import type { Command } from "commander";
import { MemoryError } from "../../../errors.ts";
import { withExamples } from "../examples.ts";
import { memoryLines } from "../memory-lines.ts";
import { memoryId } from "../newest.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

export function addGet(program: Command): void {
  const command = scoped(program.command("get"))
    .description("Show one memory, whole.")
    .argument("<id>", "which memory; `last` for the newest")
    .action((given: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const found = await memory.get({ ...lookingAs(options), id });
          if (found === undefined)
            throw new MemoryError("not_found", `There is no memory ${id} here.`);
          report(options, found, () => memoryLines(found));
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme get last", "mneme get last --json"]);
}
