// Every command of the program, in the groups that its help shows.

import type { Command } from "commander";
import { addAudit } from "./commands/audit.ts";
import { addBackup, addRestoreBackup } from "./commands/backup.ts";
import { addCall, addOperations } from "./commands/call.ts";
import { addCompletion } from "./commands/completion.ts";
import { addConfig } from "./commands/config.ts";
import { addContext } from "./commands/context.ts";
import { addDemo } from "./commands/demo.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEdit } from "./commands/edit.ts";
import { addErase } from "./commands/erase.ts";
import { addEvents } from "./commands/events.ts";
import { addExport } from "./commands/export.ts";
import { addForget, addRestore } from "./commands/forget.ts";
import { addGet } from "./commands/get.ts";
import { addImport } from "./commands/import.ts";
import { addIngest } from "./commands/ingest.ts";
import { addInit } from "./commands/init.ts";
import { addJobs } from "./commands/jobs.ts";
import { addKeys } from "./commands/keys.ts";
import { addHistory, addList } from "./commands/list.ts";
import { addMcp } from "./commands/mcp.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addModels } from "./commands/models.ts";
import { addProfile } from "./commands/profile.ts";
import { addRekey } from "./commands/rekey.ts";
import { addRemember } from "./commands/remember.ts";
import { addReview } from "./commands/review.ts";
import { addBench, addEval } from "./commands/scripts.ts";
import { addSearch } from "./commands/search.ts";
import { addServe } from "./commands/serve.ts";
import { addStats } from "./commands/stats.ts";
import { addRebuild, addUpkeep } from "./commands/upkeep.ts";

type Add = (program: Command) => void;

const GROUPS: readonly (readonly [heading: string, adds: readonly Add[]])[] = [
  ["Start:", [addInit, addDemo, addServe, addMcp, addDoctor, addConfig]],
  ["Remember:", [addRemember, addIngest, addImport, addExport]],
  ["Look:", [addSearch, addContext, addList, addGet, addHistory, addProfile, addStats, addEvents]],
  ["Change:", [addEdit, addForget, addRestore, addReview, addErase]],
  [
    "Look after it:",
    [
      addBackup,
      addRestoreBackup,
      addMigrate,
      addRekey,
      addRebuild,
      addUpkeep,
      addJobs,
      addKeys,
      addAudit,
      addModels,
    ],
  ],
  ["More:", [addCall, addOperations, addCompletion, addEval, addBench]],
];

export function addCommands(program: Command): void {
  for (const [heading, adds] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of adds) add(program);
  }
}
