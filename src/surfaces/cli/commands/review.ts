// `mneme review`: what waits for a person, and the decision. On a terminal one after the other; else by id.

import type { Command } from "commander";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { isInteractive } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { idOr } from "../newest.ts";
import { paint } from "../paint.ts";
import { note } from "../print.ts";
import { reviewHead, reviewLines } from "../review-lines.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

type Review = Awaited<ReturnType<MemoryEngine["review"]>>[number];
type Decision = "approve" | "reject";

export function addReview(program: Command): void {
  const review = program
    .command("review")
    .description("What waits for a person: look, approve, reject.");
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
    decision === "approve" ? await memory.approve({ ...named, text }) : await memory.reject(named);
  const done = decision === "approve" ? paint.green("approved") : paint.yellow("rejected");
  report(options, result, () => [`${done} ${reviewHead(review)}`]);
}

/** Newest first. */
async function pending(options: Session, memory: MemoryEngine): Promise<readonly Review[]> {
  const found = await memory.review({ ...lookingAs(options), states: ["pending"], limit: 200 });
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}
