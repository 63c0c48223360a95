// The commands that only look: search, context, list, get, history, profile, stats, events.

import { setTimeout } from "node:timers/promises";
import { type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { KINDS, type Kind } from "../../../model/kinds.ts";
import type { MetadataFilter } from "../../../model/metadata.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { answerLines, memoryLines, searchTable } from "../lines.ts";
import { idOr, memoryId } from "../newest.ts";
import { note, oneLine, paint } from "../print.ts";
import {
  jsonObject,
  lookingAs,
  report,
  type Session,
  scoped,
  whole,
  withMemory,
} from "../session.ts";

type SearchOptions = Session & {
  limit: number;
  over?: "memories" | "messages" | "both";
  explain?: boolean;
  where?: unknown;
};

export function addSearch(program: Command): void {
  const command = scoped(program.command("search"))
    .description("Find what is known about something.")
    .argument("<query>", "what to look for")
    .option("--limit <n>", "at most this many (1 to 24)", whole, 10)
    .addOption(
      new Option("--over <what>", "where to look").choices(["memories", "messages", "both"]),
    )
    .option("--where <json>", "a condition on metadata", jsonObject)
    .option("--explain", "show how each line came to its place")
    .action((query: string, options: SearchOptions) =>
      withMemory(
        options,
        async (memory) => {
          const { limit, over, explain, where } = options;
          const result = await memory.search({
            ...lookingAs(options),
            query,
            limit,
            over,
            explain,
            ...(where === undefined ? {} : { filters: { metadata: where as MetadataFilter } }),
          });
          report(options, result, () => searchTable(result, explain === true));
          if (result.hits.length === 0) await sayIfUnknown(options, memory);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, [
    'mneme search "where does Ana live?"',
    'mneme search "cello" --over both --limit 3 --explain',
    `mneme search "what was painted?" --where '{"field":"cost","gt":50}'`,
  ]);
}

type AnswerOptions = Session & { limit: number };

export function addAnswer(program: Command): void {
  const command = scoped(program.command("answer"))
    .description("Answer a question with its sources; without a language model, the best lines.")
    .argument("<question>", "what you want to know")
    .option("--limit <n>", "look at most at this many lines (1 to 24)", whole, 8)
    .action((question: string, options: AnswerOptions) =>
      withMemory(
        options,
        async (memory) => {
          const { limit } = options;
          const answer = await memory.answer({ ...lookingAs(options), question, limit });
          report(options, answer, () => answerLines(answer));
          if (answer.lines.length === 0) await sayIfUnknown(options, memory);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ['mneme answer "where does Ana live?"']);
}

// `mneme context`: the block that would go into a prompt.

const STYLES = ["pack", "agent", "slice", "background", "snapshot", "memory"] as const;

type ContextOptions = Session & {
  style: (typeof STYLES)[number];
  budget?: number;
  thread?: string;
  since?: number;
};

export function addContext(program: Command): void {
  const command = scoped(program.command("context"))
    .description("Build the block of memory that goes into a prompt.")
    .argument("[query]", "what the prompt is about")
    .addOption(new Option("--style <style>", "which block").choices(STYLES).default("pack"))
    .option("--budget <tokens>", "at most this many tokens", whole)
    .option("--thread <id>", "the thread whose changes are told first")
    .option("--since <revision>", "the revision last seen", whole)
    .action((query: string | undefined, options: ContextOptions) =>
      withMemory(options, (memory) => build(query, options, memory), { mustExist: true }),
    );
  withExamples(command, [
    'mneme context "where does Ana live?"',
    "mneme context --style background --budget 500",
    'mneme context "what changed?" --thread support --since 0 --json',
  ]);
}

/** A tenant that was mistyped looks like one that knows nothing. */
async function sayIfUnknown(options: Session, memory: MemoryEngine): Promise<void> {
  const { tenant } = options;
  const { memories } = await memory.stats({ tenant });
  if (memories.length > 0) return;
  const said = await memory.admin.conversations({ tenant, limit: 1 });
  if (said.length === 0)
    note(options, `Nothing is stored for the tenant "${tenant}"; --tenant names another.`);
}

async function build(
  query: string | undefined,
  options: ContextOptions,
  memory: MemoryEngine,
): Promise<void> {
  const { style, budget, thread, since } = options;
  const asked = { query, style, budgetTokens: budget, thread, sinceRevision: since };
  const built = await memory.context({ ...lookingAs(options), ...asked });
  report(options, built, () =>
    built.text === "" ? [paint.dim("No memory matches; the block is empty.")] : [built.text],
  );
}

/** `mneme list` and `mneme history`: what is there, and what happened to it. */
export function addList(program: Command): void {
  const command = scoped(program.command("list"))
    .description("List memories, newest first.")
    .option("--limit <n>", "at most this many", whole, 50)
    .addOption(new Option("--kind <kind>", "only this kind").choices(KINDS))
    .action((options: Session & { limit: number; kind?: Kind }) =>
      withMemory(
        options,
        async (memory) => {
          const { limit, kind } = options;
          const filter = kind === undefined ? {} : { kinds: [kind] };
          const found = await memory.list({ ...lookingAs(options), limit, filter });
          report(options, found, () =>
            found.map(
              (one) =>
                `${paint.dim(one.id)} ${paint.cyan(one.kind.padEnd(9))} ${oneLine(one.text)}`,
            ),
          );
          if (found.length === 0) note(options, "Nothing yet.");
          if (found.length === 0) await sayIfUnknown(options, memory);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme list", "mneme list --kind fact --limit 5 --json"]);
}

export function addHistory(program: Command): void {
  const command = scoped(program.command("history"))
    .description("Everything that happened to one memory.")
    .argument("<id>", "which memory; `last` for the newest")
    .action((given: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const entries = await memory.admin.history({ ...lookingAs(options), id });
          if (entries.length === 0)
            throw new MemoryError("not_found", `There is no memory ${id} here.`);
          report(options, entries, () =>
            entries.map(({ at, event, actor, new: after }) =>
              [at, event.padEnd(7), actor, oneLine(after?.text ?? "")].join(" "),
            ),
          );
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme history last", "mneme history last --json"]);
}

/** `mneme get`: one memory, whole. */
export function addGet(program: Command): void {
  const command = scoped(program.command("get"))
    .description("Show one memory, whole.")
    .argument("<id>", "which memory; `last` for the newest")
    .action((given: string, options: Session) =>
      withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const found = await memory.get({ ...lookingAs(options), id });
          if (found === undefined)
            throw new MemoryError("not_found", `There is no memory ${id} here.`);
          report(options, found, () => memoryLines(found));
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme get last", "mneme get last --json"]);
}

// `mneme profile`: what is known of a person; put a line right; delete it all.

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
          if (linesOf(found).length > 0) return;
          const known = found.facts.length === 0 ? "Nothing is known" : "There is no profile yet";
          note(options, `${known} of ${person}.`);
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
          const put = await memory.admin.correctProfile({
            ...lookingAs(options),
            person,
            traitId,
            text,
          });
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
  const lines = await memory.admin.deleteProfile({ ...looking, person, purge });
  report(options, { lines }, () => [`${lines} lines deleted`]);
}

function linesOf({ sections }: Profile) {
  return Object.values(sections).flat();
}

function newestLine(profile: Profile): Readonly<{ id: string }> | undefined {
  return linesOf(profile).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0];
}

function profileLines({ sections, facts }: Profile): readonly string[] {
  const told = Object.entries(sections).flatMap(([section, lines]) =>
    under(
      section,
      lines.map(
        ({ id, text, isCorrected }) =>
          `  ${paint.dim(id)} ${oneLine(text)}${isCorrected ? paint.dim(" (corrected)") : ""}`,
      ),
    ),
  );
  const learnt = facts.map(({ id, text }) => `  ${paint.dim(id)} ${oneLine(text)}`);
  return [...told, ...under("facts", learnt)];
}

function under(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [paint.bold(title), ...lines];
}

/** `mneme stats`: counts by kind and state, and what the store is. */
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

// `mneme events`: the action log, newest last; with `--follow` as it happens.

type EventsOptions = Session & { limit: number; op?: string; follow?: boolean };
type Found = Awaited<ReturnType<MemoryEngine["admin"]["events"]>>;
type Event = Found["events"][number];

const LOOK_EVERY_MS = 1_000;
const LOOK_BACK = 1_000;

export function addEvents(program: Command): void {
  const command = scoped(program.command("events"))
    .description("The action log: what was extracted, stored and embedded, and what failed.")
    .option("--limit <n>", "at most this many (1 to 1000)", whole, 50)
    .option("--op <name>", "only this one, as memory_fact")
    .option("--follow", "go on as it happens; with --json an object a line")
    .action((options: EventsOptions) =>
      withMemory(options, (memory) => show(options, memory), { mustExist: true }),
    );
  withExamples(command, ["mneme events --limit 10", "mneme events --op memory_fact --json"]);
}

async function show(options: EventsOptions, memory: MemoryEngine): Promise<void> {
  const { limit, op, follow } = options;
  const asked = { ...lookingAs(options), op };
  if (follow === true) return followOn(options, () => eventsOf(memory, asked));
  const found = await memory.admin.events({ ...asked, limit });
  report(options, found, () => found.events.toReversed().map(lineOf));
  if (found.events.length === 0) note(options, "Nothing has happened yet.");
}

async function eventsOf(
  memory: MemoryEngine,
  asked: Omit<Parameters<MemoryEngine["admin"]["events"]>[0], "limit">,
): Promise<readonly Event[]> {
  return (await memory.admin.events({ ...asked, limit: LOOK_BACK, counts: false })).events;
}

/** Until it is stopped. What was there at the first look is not told again. */
async function followOn(
  options: EventsOptions,
  look: () => Promise<readonly Event[]>,
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  let seen = new Set((await look()).map((event) => JSON.stringify(event)));
  note(options, "Waiting for something to happen; Ctrl-C ends it.");
  while (!stop.signal.aborted) {
    const events = await look();
    for (const event of events.toReversed())
      if (!seen.has(JSON.stringify(event)))
        console.log(options.json === true ? JSON.stringify(event) : lineOf(event));
    seen = new Set(events.map((event) => JSON.stringify(event)));
    await setTimeout(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

function lineOf({ at, op, status, memoryId, messageId, detail }: Event): string {
  const mark = { ok: paint.green("ok"), error: paint.red("error"), skipped: paint.dim("skipped") };
  const about = [memoryId, messageId, detail].filter((part) => part !== undefined);
  return `${paint.dim(at)} ${op} ${mark[status]} ${oneLine(about.join(" "))}`;
}
