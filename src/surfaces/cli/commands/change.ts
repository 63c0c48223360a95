// The commands that change what is remembered: edit, forget, restore, review, erase.

import { Argument, type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { VERDICTS } from "../../../model/memory.ts";
import { cut } from "../../../model/text.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { isInteractive, mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { memoryLines, reviewHead, reviewLines } from "../lines.ts";
import { idOr, memoryId } from "../newest.ts";
import { note, oneLine, paint, printLines } from "../print.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

type Edits = Parameters<MemoryEngine["edit"]>[0]["set"];
type EditOptions = Session & {
  title?: string;
  tag?: string[];
  importance?: "1" | "2" | "3" | "4" | "5";
  category?: string;
  expires?: string;
};

export function addEdit(program: Command): void {
  const command = scoped(program.command("edit"))
    .description("Change a memory; the old version stays in its history.")
    .argument("<id>", "which memory; `last` for the newest")
    .argument("[text]", "what it shall say")
    .option("--title <text>", "its title")
    .option("--tag <tag...>", "its tags, instead of those it has")
    .addOption(
      new Option("--importance <n>", "how much it matters").choices(["1", "2", "3", "4", "5"]),
    )
    .option("--category <name>", "its category")
    .option("--expires <time>", "when it ends, as 2027-01-31")
    .action((given: string, text: string | undefined, options: EditOptions) => {
      const set = editsIn(text, options);
      return withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const edited = await memory.edit({ ...lookingAs(options), id, set });
          report(options, edited, () => memoryLines(edited));
        },
        { mustExist: true },
      );
    });
  withExamples(command, [
    'mneme edit last "The office is closed on Fridays and at weekends"',
    "mneme edit last --importance 5 --tag office hours",
  ]);
}

function editsIn(text: string | undefined, options: EditOptions): Edits {
  const { title, tag, importance, category, expires } = options;
  const set: Edits = {
    ...(text === undefined ? {} : { text }),
    ...(title === undefined ? {} : { title }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(importance === undefined ? {} : { importance: IMPORTANCE[importance] }),
    ...(category === undefined ? {} : { category }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  };
  if (Object.keys(set).length === 0)
    throw new MemoryError("invalid_input", "Say what to change: a text, or one of the options.");
  return set;
}

const IMPORTANCE = { "1": 1, "2": 2, "3": 3, "4": 4, "5": 5 } as const;

// `mneme feedback`: what somebody says of a memory that was handed out.

type Verdict = Parameters<MemoryEngine["feedback"]>[0]["verdict"];

export function addFeedback(program: Command): void {
  const command = scoped(program.command("feedback"))
    .description("Say that a memory helped or is wrong; it moves up or down among hits.")
    .argument("<id>", "which memory; `last` for the newest")
    .addArgument(
      new Argument("<verdict>", "`none` takes back what was said").choices([...VERDICTS, "none"]),
    )
    .option("--reason <text>", "why, for its history")
    .action((given: string, verdict: Verdict, options: Session & { reason?: string }) =>
      withMemory(
        options,
        async (memory) => {
          const id = await memoryId(given, options, { memory });
          const { reason } = options;
          const judged = await memory.feedback({ ...lookingAs(options), id, verdict, reason });
          report(options, judged, () => memoryLines(judged));
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme feedback last helpful", "mneme feedback last none"]);
}

// `mneme forget` takes memories away, `mneme restore` brings them back.

type ForgetOptions = Session & { purge?: boolean; yes?: boolean; dryRun?: boolean };

export function addForget(program: Command): void {
  const command = scoped(program.command("forget"))
    .description("Forget memories; with --purge for good, else `restore` brings them back.")
    .argument("<ids...>", "which memories; `last` for the newest")
    .option("--purge", "for good: text, versions and vectors")
    .option("--dry-run", "show what would go, and change nothing")
    .option("--yes", "do not ask before purging")
    .action((given: string[], options: ForgetOptions) =>
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
  options: ForgetOptions,
  memory: MemoryEngine,
): Promise<void> {
  const ids = await Promise.all(given.map((one) => memoryId(one, options, { memory })));
  const { purge = false, dryRun } = options;
  if (dryRun === true) return preview(ids, options, memory);
  if (purge && !(await mayGoOn(await purging(ids, options, memory), options)))
    return note(options, "Nothing was changed.");
  const gone = await memory.admin.forgetMany({ ...lookingAs(options), ids, purge });
  report(options, gone, () => [
    ...gone.deleted.map((id) => `forgotten ${id}`),
    ...gone.missing.map((id) => `not there ${id}`),
  ]);
  if (!purge && gone.deleted.length > 0) note(options, "`mneme restore last` brings it back.");
}

async function purging(
  ids: readonly string[],
  options: ForgetOptions,
  memory: MemoryEngine,
): Promise<string> {
  const [id = ""] = ids;
  const only = ids.length === 1 ? await memory.get({ ...lookingAs(options), id }) : undefined;
  const what = only === undefined ? `${ids.length} memories` : `“${oneLine(only.text)}”`;
  return `Purge ${what} for good?`;
}

async function preview(
  ids: readonly string[],
  options: ForgetOptions,
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

// `mneme review`: what waits for a person, and the decision. On a terminal one after the other; else by id.

type Review = Awaited<ReturnType<MemoryEngine["review"]["list"]>>[number];
type Decision = "approve" | "reject";

export function addReview(program: Command): void {
  const review = program
    .command("review")
    .description("Proposals that need your decision: list, approve, reject.");
  addList(review);
  addApprove(review);
  addReject(review);
}

function addList(review: Command): void {
  const command = scoped(review.command("list", { isDefault: true }))
    .description("What waits; on a terminal, decide one after the other.")
    .action((options: Session) =>
      withMemory(options, (memory) => listOrDecide(options, memory), { mustExist: true }),
    );
  withExamples(command, ["mneme review", "mneme review list --json"]);
}

async function listOrDecide(options: Session, memory: MemoryEngine): Promise<void> {
  const waiting = await pending(options, memory);
  if (options.json !== true && isInteractive() && waiting.length > 0)
    return decideEach(waiting, options, memory);
  report(options, waiting, () => waiting.flatMap(reviewLines));
  if (waiting.length === 0) note(options, "Nothing waits.");
}

async function decideEach(
  waiting: readonly Review[],
  options: Session,
  memory: MemoryEngine,
): Promise<void> {
  const { select, isCancel } = await import("@clack/prompts");
  for (const review of waiting) {
    const answer = await select({
      message: reviewHead(review),
      output: process.stderr,
      options: [
        { value: "later", label: "Later" },
        { value: "approve", label: "Approve" },
        { value: "reject", label: "Reject" },
      ],
    });
    if (isCancel(answer)) return;
    if (answer === "approve" || answer === "reject")
      await decide(answer, { review }, { options, memory });
  }
}

function addApprove(review: Command): void {
  const command = scoped(review.command("approve"))
    .description("Let a proposal through, as it was shown or in other words.")
    .argument("<id>", "which one; `last` for the newest")
    .option("--text <text>", "store these words instead")
    .action((id: string, options: Session & { text?: string }) => {
      const { text } = options;
      return decideById("approve", text === undefined ? { id } : { id, text }, options);
    });
  withExamples(command, ["mneme review approve last"]);
}

function addReject(review: Command): void {
  const command = scoped(review.command("reject"))
    .description("Turn a proposal down.")
    .argument("<id>", "which one; `last` for the newest")
    .action((id: string, options: Session) => decideById("reject", { id }, options));
  withExamples(command, ["mneme review reject last"]);
}

function decideById(
  decision: Decision,
  { id: given, text }: Readonly<{ id: string; text?: string }>,
  options: Session,
): Promise<void> {
  return withMemory(
    options,
    async (memory) => {
      const waiting = await pending(options, memory);
      const id = await idOr(given, async () => waiting[0]);
      const review = waiting.find((one) => one.id === id);
      if (review === undefined) throw new MemoryError("not_found", `Nothing waits under ${id}.`);
      await decide(decision, text === undefined ? { review } : { review, text }, {
        options,
        memory,
      });
    },
    { mustExist: true },
  );
}

async function decide(
  decision: Decision,
  { review, text }: Readonly<{ review: Review; text?: string }>,
  { options, memory }: Readonly<{ options: Session; memory: MemoryEngine }>,
): Promise<void> {
  const { id, hash } = review;
  const named = { ...lookingAs(options), id, hash };
  const result =
    decision === "approve"
      ? await memory.review.approve({ ...named, text })
      : await memory.review.reject(named);
  const done = decision === "approve" ? paint.green("approved") : paint.yellow("rejected");
  report(options, result, () => [`${done} ${reviewHead(review)}`]);
}

/** Newest first. */
async function pending(options: Session, memory: MemoryEngine): Promise<readonly Review[]> {
  const found = await memory.review.list({
    ...lookingAs(options),
    states: ["pending"],
    limit: 200,
  });
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

// `mneme erase`: a person or a message, with everything that rests on it, for good. Counts first, then asks.

type EraseOptions = Session & {
  subject?: string;
  message?: string;
  mentions?: "keep" | "erase";
  name?: string[];
  yes?: boolean;
  dryRun?: boolean;
};
const MAX_SHOWN = 100;
type Erased = Awaited<ReturnType<MemoryEngine["erase"]>>;

export function addErase(program: Command): void {
  const command = scoped(program.command("erase"))
    .description("Erase a person or a message with everything that rests on it, for good.")
    .option("--subject <id>", "the person")
    .option("--message <id>", "the message")
    .addOption(
      new Option("--mentions <what>", "what others said of the person")
        .choices(["keep", "erase"])
        .default("keep"),
    )
    .option("--name <name...>", "more names of the person to look for: nicknames, other spellings")
    .option("--dry-run", "count what would go, and change nothing")
    .option("--yes", "do not ask")
    .action((options: EraseOptions) =>
      withMemory(options, (memory) => erase(options, memory), { mustExist: true }),
    );
  withExamples(command, [
    "mneme erase --subject ana --dry-run",
    "mneme erase --subject ana --mentions erase --name Annie --dry-run",
    "mneme erase --subject ana --yes",
    "mneme erase --message m1 --yes --json",
  ]);
}

async function erase(options: EraseOptions, memory: MemoryEngine): Promise<void> {
  const { tenant, subject, message: messageId, mentions, name: names, dryRun, yes } = options;
  const of = { tenant, subject, messageId, mentions, names };
  if ((subject === undefined) === (messageId === undefined))
    throw new MemoryError("invalid_input", "Name either --subject or --message.");
  if (dryRun === true || yes !== true) {
    const counted = await memory.erase({ ...of, dryRun: true });
    if (dryRun === true)
      return report(options, { dryRun: true, ...counted }, () => countLines(counted));
    if (options.json !== true) printLines(countLines(counted));
    if (!(await mayGoOn("Erase all of this for good? It cannot be undone.", options)))
      return note(options, "Nothing was changed.");
  }
  const erased = await memory.erase(of);
  report(options, erased, () => [
    `Erased: ${erased.messages} messages and ${erased.memories} memories, from every table and file.`,
  ]);
}

function countLines({ memories, messages, counts, mentions }: Erased): readonly string[] {
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    `${messages} messages and ${memories} memories would go:`,
    ...rows.map(([table, count]) => `${String(count).padStart(6)} ${table}`),
    ...(mentions === undefined ? [] : mentionLines(mentions)),
  ];
}

function mentionLines(told: NonNullable<Erased["mentions"]>): readonly string[] {
  const { erased, names, shared, messages, memories, examples } = told;
  const found = `${messages} messages and ${memories} memories of others name the person`;
  const looked = names.length > 0 ? ` (as ${names.join(", ")})` : "";
  return [
    `${found}${looked}: ${erased ? "they go too." : "they stay; --mentions erase takes them too."}`,
    ...examples.map(({ type, id, text }) => `  ${type} ${id}: ${cut(text, MAX_SHOWN)}`),
    ...shared.map(
      (name) => `Not looked for: ${name}, as another author has that name. Pass --name.`,
    ),
  ];
}
