// `mneme search`: what is known about something, and with `--explain` why it was found.

import { type Command, Option } from "commander";
import { withExamples } from "../examples.ts";
import { searchTable } from "../explain.ts";
import { lookingAs, report, type Session, scoped, whole, withMemory } from "../session.ts";

type Options = Session & {
  limit: number;
  over?: "memories" | "messages" | "both";
  explain?: boolean;
};

export function addSearch(program: Command): void {
  const command = scoped(program.command("search"))
    .description("Find what is known about something.")
    .argument("<query>", "what to look for")
    .option("--limit <n>", "at most this many (1 to 24)", whole, 10)
    .addOption(
      new Option("--over <what>", "where to look").choices(["memories", "messages", "both"]),
    )
    .option("--explain", "show how each line came to its place")
    .action((query: string, options: Options) =>
      withMemory(
        options,
        async (memory) => {
          const { limit, over, explain } = options;
          const result = await memory.search({
            ...lookingAs(options),
            query,
            limit,
            over,
            explain,
          });
          report(options, result, () => searchTable(result, explain === true));
        },
        { mustExist: true },
      ),
    );
  withExamples(command, [
    'mneme search "where does Ana live?"',
    'mneme search "cello" --over both --limit 3 --explain',
  ]);
}
