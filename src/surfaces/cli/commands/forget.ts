// `mneme forget` takes memories away, `mneme restore` brings them back.

import type { Command } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { memoryLines } from "../memory-lines.ts";
import { memoryId } from "../newest.ts";
import { note, oneLine } from "../print.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

type Options = Session & { purge?: boolean; yes?: boolean; dryRun?: boolean };

export function addForget(program: Command): void {
  const command = scoped(program.command("forget"))
    .description("Forget memories; with --purge for good, else `restore` brings them back.")
    .argument("<ids...>", "which memories; `last` for the newest")
    .option("--purge", "for good: text, versions and vectors")
    .option("--dry-run", "show what would go, and change nothing")
    .option("--yes", "do not ask before purging")
    .action((given: string[], options: Options) =>
      withMemory(options, (memory) => forget(given, options, memory), { mustExist: true }),
    );
  withExamples(command, [
    "mneme forget last --dry-run",
    "mneme forget last",
    "mneme forget last --purge --yes",
  ]);
}

async function forget(
  given: readonly string[],
  options: Options,
  memory: MemoryEngine,
): Promise<void> {
  const ids = await Promise.all(given.map((one) => memoryId(one, options, { memory })));
  const { purge = false, dryRun } = options;
  if (dryRun === true) return preview(ids, options, memory);
  if (purge && !(await mayGoOn(await purging(ids, options, memory), options)))
    return note(options, "Nothing was changed.");
  const gone = await memory.forgetMany({ ...lookingAs(options), ids, purge });
  report(options, gone, () => [
    ...gone.deleted.map((id) => `forgotten ${id}`),
    ...gone.missing.map((id) => `not there ${id}`),
  ]);
  if (!purge && gone.deleted.length > 0) note(options, "`mneme restore last` brings it back.");
}

async function purging(
  ids: readonly string[],
  options: Options,
  memory: MemoryEngine,
): Promise<string> {
  const [id = ""] = ids;
  const only = ids.length === 1 ? await memory.get({ ...lookingAs(options), id }) : undefined;
  const what = only === undefined ? `${ids.length} memories` : `“${oneLine(only.text)}”`;
  return `Purge ${what} for good?`;
}

async function preview(
  ids: readonly string[],
  options: Options,
  memory: MemoryEngine,
): Promise<void> {
  const found = await memory.list({ ...lookingAs(options), filter: { ids: [...ids] }, limit: 200 });
  const there = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !there.has(id));
  report(options, { wouldForget: found.map(({ id, text }) => ({ id, text })), missing }, () => [
    ...found.map(({ id, text }) => `would forget ${id} ${oneLine(text)}`),
    ...missing.map((id) => `not there ${id}`),
  ]);
}

export function addRestore(program: Command): void {
  const command = scoped(program.command("restore"))
    .description("Bring a forgotten, archived or replaced memory back.")
    .argument("<id>", "which memory; `last` for the one that went last")
    .action((given: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const states = ["soft_deleted", "archived", "superseded", "expired"] as const;
          const id = await memoryId(given, options, { memory, states: [...states] });
          const back = await memory.restore({ ...lookingAs(options), id });
          report(options, back, () => memoryLines(back));
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme restore last"]);
}
