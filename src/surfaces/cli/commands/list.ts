// `mneme list` and `mneme history`: what is there, and what happened to it.

import { type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { KINDS, type Kind } from "../../../model/kinds.ts";
import { withExamples } from "../examples.ts";
import { memoryId } from "../newest.ts";
import { paint } from "../paint.ts";
import { note, oneLine } from "../print.ts";
import { lookingAs, report, type Session, scoped, whole, withMemory } from "../session.ts";

export function addList(program: Command): void {
  const command = scoped(program.command("list"))
    .description("List memories, newest first.")
    .option("--limit <n>", "at most this many", whole, 50)
    .addOption(new Option("--kind <kind>", "only this kind").choices(KINDS))
    .action((options: Session & { limit: number; kind?: Kind }) =>
      withMemory(
        options,
        async (memory) => {
          const { limit, kind } = options;
          const filter = kind === undefined ? {} : { kinds: [kind] };
          const found = await memory.list({ ...lookingAs(options), limit, filter });
          report(options, found, () =>
            found.map(
              (one) =>
                `${paint.dim(one.id)} ${paint.cyan(one.kind.padEnd(9))} ${oneLine(one.text)}`,
            ),
          );
          if (found.length === 0) note(options, "Nothing yet.");
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme list", "mneme list --kind fact --limit 5 --json"]);
}

export function addHistory(program: Command): void {
  const command = scoped(program.command("history"))
    .description("Everything that happened to one memory.")
    .argument("<id>", "which memory; `last` for the newest")
    .action((given: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const entries = await memory.history({ ...lookingAs(options), id });
          if (entries.length === 0)
            throw new MemoryError("not_found", `There is no memory ${id} here.`);
          report(options, entries, () =>
            entries.map(({ at, event, actor, new: after }) =>
              [at, event.padEnd(7), actor, oneLine(after?.text ?? "")].join(" "),
            ),
          );
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme history last", "mneme history last --json"]);
}
