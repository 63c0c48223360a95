// `mneme init`: settings, a store, a first key, and entries for MCP clients, in one go and without any key of others.

import { type Command, Option } from "commander";
import { withExamples } from "../examples.ts";
import { CLIENTS } from "../init/clients.ts";
import type { InitOptions } from "../init/init.ts";
import { stored } from "../session.ts";

export function addInit(program: Command): void {
  const command = stored(program.command("init"))
    .description("Set up a store here, and tell MCP clients (Claude, Cursor, VS Code …) of it.")
    .option("--tenant <id>", "whose memory", "default")
    .addOption(
      new Option(
        "--client <name...>",
        "which clients to tell; else asks, or takes those found",
      ).choices([...CLIENTS, "none"]),
    )
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--yes", "do not ask")
    .action(async (options: InitOptions) => (await import("../init/init.ts")).init(options));
  withExamples(command, [
    "mneme init --dry-run",
    "mneme init --yes --client claude-code vscode",
    "mneme init --yes --client none --json",
  ]);
}
