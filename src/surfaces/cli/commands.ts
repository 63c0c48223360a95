// Every command of the program.

import type { Command } from "commander";
import { addCall } from "./commands/call.ts";
import { addContext } from "./commands/context.ts";
import { addIngest } from "./commands/ingest.ts";
import { addHistory, addList } from "./commands/list.ts";
import { addMcp } from "./commands/mcp.ts";
import { addModels } from "./commands/models.ts";
import { addRemember } from "./commands/remember.ts";
import { addSearch } from "./commands/search.ts";
import { addServe } from "./commands/serve.ts";
import { addStats } from "./commands/stats.ts";
import { addRebuild, addUpkeep } from "./commands/upkeep.ts";

export function addCommands(program: Command): void {
  program
    .command("demo")
    .description("A two-minute tour on a scratch store: talk, recall, explain, forget.")
    .action(async () => (await import("./demo.ts")).demo());
  addRemember(program);
  addIngest(program);
  addSearch(program);
  addContext(program);
  addList(program);
  addHistory(program);
  addStats(program);
  addServe(program);
  addMcp(program);
  addUpkeep(program);
  addRebuild(program);
  addModels(program);
  addCall(program);
}
