// `mneme audit`: who did what on purpose, and whether the trail is as it was written.

import type { Command } from "commander";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { note, oneLine } from "../print.ts";
import { lookingAs, report, type Session, scoped, whole, withMemory } from "../session.ts";

type Listing = Session & { limit: number; after: number };
type Entry = Awaited<ReturnType<MemoryEngine["audit"]>>[number];

export function addAudit(program: Command): void {
  const audit = program
    .command("audit")
    .description("Who did what on purpose: list the trail, or check that nobody changed it.");
  addList(audit);
  addVerify(audit);
}

function addList(audit: Command): void {
  const command = scoped(audit.command("list", { isDefault: true }))
    .description("The trail, in order.")
    .option("--limit <n>", "at most this many (1 to 200)", whole, 50)
    .option("--after <seq>", "go on after this entry", whole, 0)
    .action((options: Listing) =>
      withMemory(
        options,
        async (memory) => {
          const { tenant } = lookingAs(options);
          const { limit, after } = options;
          const entries = await memory.audit({ tenant, limit, after });
          report(options, entries, () => entries.map(lineOf));
          if (entries.length === 0) note(options, "Nobody has done anything yet.");
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme audit --limit 10", "mneme audit list --after 2 --json"]);
}

function addVerify(audit: Command): void {
  const command = scoped(audit.command("verify"))
    .description("Check the trail from its first entry; fails where one was changed or removed.")
    .action((options: Session) =>
      withMemory(options, (memory) => verify(options, memory), { mustExist: true }),
    );
  withExamples(command, ["mneme audit verify", "mneme audit verify --json"]);
}

async function verify(options: Session, memory: MemoryEngine): Promise<void> {
  const found = await memory.verifyAudit({ tenant: lookingAs(options).tenant });
  if (!found.isSound)
    throw new MemoryError("corrupt_store", `The audit trail is broken: ${found.why}.`, {
      details: found,
    });
  report(options, found, () => [
    `${paint.green("✓")} ${found.entries} entries, none changed, removed or moved`,
    paint.dim(`keep this elsewhere: ${found.head}`),
  ]);
}

function lineOf({ seq, at, actor, act, targets, people }: Entry): string {
  const about = [...people, ...targets].join(" ");
  return `${String(seq).padStart(5)} ${paint.dim(at)} ${oneLine(actor)} ${paint.bold(act)} ${oneLine(about)}`;
}
