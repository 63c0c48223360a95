// `mneme stats`: counts by kind and state, and what the store is.

import type { Command } from "commander";
import { withExamples } from "../examples.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

export function addStats(program: Command): void {
  const command = scoped(program.command("stats"))
    .description("Counts by kind and state, and what the store is.")
    .action((options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const stats = await memory.stats(lookingAs(options));
          const { database, version, schema, vectors } = stats.store;
          report(options, stats, () => [
            `${database} ${version}, schema ${schema}, vectors ${vectors}`,
            ...stats.memories.map(
              (row) =>
                `${String(row.count).padStart(6)} ${row.kind} ${row.state} ${row.scope}/${row.category}`,
            ),
          ]);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme stats", "mneme stats --tenant acme --json"]);
}
