// Every command of the program, in the groups that its help shows.

import { Command, Help } from "commander";
import {
  addEdit,
  addErase,
  addFeedback,
  addForget,
  addRestore,
  addReview,
} from "./commands/change.ts";
import { addBackup, addMigrate, addRekey, addRestoreBackup } from "./commands/database.ts";
import { addHook, addHooks } from "./commands/hooks.ts";
import { addAudit, addKeys } from "./commands/keys.ts";
import {
  addAnswer,
  addContext,
  addEvents,
  addGet,
  addHistory,
  addList,
  addProfile,
  addSearch,
  addStats,
} from "./commands/look.ts";
import { addBench, addCall, addCompletion, addEval, addOperations } from "./commands/more.ts";
import { addExport, addImport, addIngest, addRemember } from "./commands/remember.ts";
import {
  addConfig,
  addDemo,
  addDoctor,
  addInit,
  addMcp,
  addProxy,
  addServe,
} from "./commands/start.ts";
import { addJobs, addModels, addRebuild, addUpkeep } from "./commands/upkeep.ts";
import { addWebhooks } from "./commands/webhooks.ts";
import { withExamples } from "./examples.ts";
import { packageVersion } from "./package-version.ts";

type Add = (program: Command) => void;

const GROUPS: readonly (readonly [heading: string, adds: readonly Add[]])[] = [
  ["Start:", [addInit, addHooks, addDemo, addServe, addMcp, addProxy, addDoctor, addConfig]],
  ["Remember:", [addRemember, addIngest, addImport, addExport]],
  [
    "Look:",
    [
      addSearch,
      addAnswer,
      addContext,
      addList,
      addGet,
      addHistory,
      addProfile,
      addStats,
      addEvents,
    ],
  ],
  ["Change:", [addEdit, addFeedback, addForget, addRestore, addReview, addErase]],
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
      addWebhooks,
      addAudit,
      addModels,
    ],
  ],
  ["More:", [addHook, addCall, addOperations, addCompletion, addEval, addBench]],
];

function addCommands(program: Command): void {
  for (const [heading, adds] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of adds) add(program);
  }
}

/** What a newcomer needs; `mneme help --all` shows the rest. */
const FIRST: ReadonlySet<string> = new Set([
  ...["init", "demo", "serve", "mcp", "doctor"],
  ...["add", "search", "answer", "context", "list", "forget"],
]);
const AFTER_FIRST = `
Most commands take --json (the answer as JSON), --path FILE or --url ADDRESS (which store), and --tenant ID (whose memory).
\`mneme help --all\` shows every command, \`mneme COMMAND --help\` the options of one.`;

/** The program as a tree of commands. Light to build: whatever a command needs is loaded when it runs. */
export function createProgram(writeOut: (text: string) => void, showsAll = true): Command {
  const program = withExamples(
    new Command("mneme")
      .description("Durable memory for AI agents and chat bots.")
      .version(packageVersion())
      .showSuggestionAfterError()
      .showHelpAfterError("`--help` shows what there is.")
      .configureHelp(showsAll ? { subcommandTerm } : { subcommandTerm, visibleCommands: first })
      .exitOverride()
      .configureOutput({ writeOut, writeErr: (text) => process.stderr.write(text) }),
    ["mneme demo", 'mneme add "The office is closed on Fridays"', 'mneme search "office hours"'],
  );
  if (!showsAll) program.addHelpText("after", AFTER_FIRST);
  addCommands(program);
  return program;
}

function first(command: Command): Command[] {
  const all = new Help().visibleCommands(command);
  return command.parent === null ? all.filter((one) => FIRST.has(one.name())) : all;
}

/** What must follow it; that options may is said in its own help. */
function subcommandTerm(command: Command): string {
  const given = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [[command.name(), ...command.aliases()].join("|"), ...given].join(" ");
}
