// `mneme edit`: changes what a memory says or how it is filed. The old version stays in its history.

import { type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { memoryLines } from "../memory-lines.ts";
import { memoryId } from "../newest.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

type Edits = Parameters<MemoryEngine["edit"]>[0]["set"];
type Options = Session & {
  title?: string;
  tag?: string[];
  importance?: "1" | "2" | "3" | "4" | "5";
  category?: string;
  expires?: string;
};

export function addEdit(program: Command): void {
  const command = scoped(program.command("edit"))
    .description("Change a memory; the old version stays in its history.")
    .argument("<id>", "which memory; `last` for the newest")
    .argument("[text]", "what it shall say")
    .option("--title <text>", "its title")
    .option("--tag <tag...>", "its tags, instead of those it has")
    .addOption(
      new Option("--importance <n>", "how much it matters").choices(["1", "2", "3", "4", "5"]),
    )
    .option("--category <name>", "its category")
    .option("--expires <time>", "when it ends, as 2027-01-31")
    .action((given: string, text: string | undefined, options: Options) => {
      const set = editsIn(text, options);
      return withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const edited = await memory.edit({ ...lookingAs(options), id, set });
          report(options, edited, () => memoryLines(edited));
        },
        { mustExist: true },
      );
    });
  withExamples(command, [
    'mneme edit last "The office is closed on Fridays and at weekends"',
    "mneme edit last --importance 5 --tag office hours",
  ]);
}

function editsIn(text: string | undefined, options: Options): Edits {
  const { title, tag, importance, category, expires } = options;
  const set: Edits = {
    ...(text === undefined ? {} : { text }),
    ...(title === undefined ? {} : { title }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(importance === undefined ? {} : { importance: IMPORTANCE[importance] }),
    ...(category === undefined ? {} : { category }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  };
  if (Object.keys(set).length === 0)
    throw new MemoryError("invalid_input", "Say what to change: a text, or one of the options.");
  return set;
}

const IMPORTANCE = { "1": 1, "2": 2, "3": 3, "4": 4, "5": 5 } as const;
