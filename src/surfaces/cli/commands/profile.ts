// `mneme profile`: what is known of a person; put a line right; delete it all.

import type { Command } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { memoryLines } from "../memory-lines.ts";
import { idOr } from "../newest.ts";
import { paint } from "../paint.ts";
import { note, oneLine } from "../print.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

type Profile = Awaited<ReturnType<MemoryEngine["profile"]>>;
type Correcting = [person: string, line: string, text: string, options: Session];
type Deleting = Session & { purge?: boolean; yes?: boolean; dryRun?: boolean };

export function addProfile(program: Command): void {
  const profile = program
    .command("profile")
    .description("What is known of a person: show it, put it right, delete it.");
  addShow(profile);
  addCorrect(profile);
  addDelete(profile);
}

function addShow(profile: Command): void {
  const command = scoped(profile.command("show", { isDefault: true }))
    .description("What is known of a person, by section.")
    .argument("<person>", "their id")
    .action((person: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const found = await memory.profile({ ...lookingAs(options), person });
          report(options, found, () => profileLines(found));
          if (linesOf(found).length === 0) note(options, `Nothing is known of ${person}.`);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme profile ana", "mneme profile show ana --json"]);
}

function addCorrect(profile: Command): void {
  const command = scoped(profile.command("correct"))
    .description("Put a line right; nothing automatic overrules the correction.")
    .argument("<person>", "their id")
    .argument("<line>", "the line's id; `last` for the one that changed last")
    .argument("<text>", "what it shall say")
    .action((...[person, given, text, options]: Correcting) =>
      withMemory(
        options,
        async (memory) => {
          const traitId = await idOr(given, async () =>
            newestLine(await memory.profile({ ...lookingAs(options), person })),
          );
          const put = await memory.correctProfile({ ...lookingAs(options), person, traitId, text });
          report(options, put, () => memoryLines(put));
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ['mneme profile correct ana last "Plays the viola"']);
}

function addDelete(profile: Command): void {
  const command = scoped(profile.command("delete"))
    .description("Delete every line of a person's profile; `erase` takes the rest of them, too.")
    .argument("<person>", "their id")
    .option("--purge", "for good")
    .option("--dry-run", "count what would go, and change nothing")
    .option("--yes", "do not ask")
    .action((person: string, options: Deleting) =>
      withMemory(options, (memory) => deleteProfile(person, options, memory), { mustExist: true }),
    );
  withExamples(command, ["mneme profile delete ana --dry-run", "mneme profile delete ana --yes"]);
}

async function deleteProfile(
  person: string,
  options: Deleting,
  memory: MemoryEngine,
): Promise<void> {
  const { purge = false, dryRun } = options;
  const looking = lookingAs(options);
  const count = linesOf(await memory.profile({ ...looking, person })).length;
  if (dryRun === true)
    return report(options, { dryRun: true, lines: count }, () => [`${count} lines would go`]);
  if (!(await mayGoOn(`Delete ${count} lines about ${person}?`, options)))
    return note(options, "Nothing was changed.");
  const lines = await memory.deleteProfile({ ...looking, person, purge });
  report(options, { lines }, () => [`${lines} lines deleted`]);
}

function linesOf({ sections }: Profile) {
  return Object.values(sections).flat();
}

function newestLine(profile: Profile): Readonly<{ id: string }> | undefined {
  return linesOf(profile).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0];
}

function profileLines({ sections }: Profile): readonly string[] {
  return Object.entries(sections).flatMap(([section, lines]) =>
    lines.length === 0
      ? []
      : [
          paint.bold(section),
          ...lines.map(
            ({ id, text, isCorrected }) =>
              `  ${paint.dim(id)} ${oneLine(text)}${isCorrected ? paint.dim(" (corrected)") : ""}`,
          ),
        ],
  );
}
