// `memory_review`: puts what needs a person's decision before the person at the client, in a form of the client's own.
// The model that called it never decides: no argument carries a verdict. Where the client has no forms it only lists.

import {
  acceptedContent,
  type InputRequests,
  inputRequired,
  isSpecType,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { MemoryError } from "../../../errors.ts";
import type { Review } from "../../../model/review.ts";
import type { McpSession } from "../session.ts";
import { tool } from "../tool.ts";

const MOST_AT_ONCE = 10;
const MAX_WORDING = 4_000;

const Form = z.object({
  decision: z.enum(["approve", "reject", "later"]),
  wording: z.string().max(MAX_WORDING).optional().describe("Other words to keep instead."),
});

const Decided = z.object({
  id: z.string(),
  decision: z.enum(["approved", "rejected", "left"]),
  memory_id: z.string().optional(),
  error: z.string().optional(),
});

export const reviewTool = tool({
  name: "memory_review",
  title: "Review proposals",
  description:
    "Ask the user to approve or reject what memory holds for a person's decision. Use it when they want to go through " +
    "it. Not to decide for them.",
  operation: "review",
  isDestructive: true,
  isIdempotent: false,
  input: z.strictObject({ limit: z.int().min(1).max(MOST_AT_ONCE).default(3) }),
  output: z.object({
    decided: z.array(Decided),
    waiting: z.array(
      z.object({
        id: z.string(),
        would: z.string(),
        text: z.string(),
        why: z.string(),
        open_until: z.string(),
      }),
    ),
    note: z.string().optional(),
  }),
  run: async ({ limit }, session) => {
    const answered = answersOf(session);
    if (answered.length > 0) {
      const by = personOf(session);
      const decided: z.input<typeof Decided>[] = [];
      for (const answer of answered) decided.push(await decide(answer, by, session));
      return { decided, waiting: (await waiting(limit, session)).map(shown) };
    }
    const open = await waiting(limit, session);
    if (open.length === 0 || session.person?.canAsk !== true)
      return { decided: [], waiting: open.map(shown), ...(open.length > 0 && { note: NO_FORMS }) };
    personOf(session);
    return inputRequired({ inputRequests: Object.fromEntries(open.map(question)) });
  },
});

const NO_FORMS =
  "This client cannot ask its user. A person decides with `mneme review` or in the dashboard.";

function waiting(limit: number, { memory, principal }: McpSession): Promise<readonly Review[]> {
  return memory.review.list({ tenant: principal.tenant, limit });
}

function shown({ id, why, act, lapsesAt }: Review) {
  return { id, would: act.type, text: textOf(act), why, open_until: lapsesAt };
}

export function textOf(act: Review["act"]): string {
  return act.type === "store" ? act.proposal.text : act.type === "merge" ? act.text : act.id;
}

/** Under the id and the hash of what is shown, so that an answer approves nothing else. */
function question(review: Review): [string, InputRequests[string]] {
  const { id, hash, why, act, lapsesAt } = review;
  const message = [
    `Memory wants to ${act.type}: ${JSON.stringify(textOf(act))}`,
    `Why a person decides: ${why}. Open until ${lapsesAt.slice(0, 10)}.`,
  ].join("\n");
  return [`${id} ${hash}`, inputRequired.elicit({ message, requestedSchema: Form })];
}

type Answered = Readonly<{ id: string; hash: string; form: z.output<typeof Form> | undefined }>;

function answersOf({ person }: McpSession): readonly Answered[] {
  const answers = Object.entries(person?.answers ?? {}).slice(0, MOST_AT_ONCE);
  return answers.flatMap(([key, answer]) => {
    const [id, hash] = key.split(" ");
    const form = acceptedContent({ [key]: answer }, key, Form);
    return id === undefined || hash === undefined || !isSpecType.ElicitResult(answer)
      ? []
      : [{ id, hash, form }];
  });
}

async function decide(
  { id, hash, form }: Answered,
  actor: string,
  { memory, principal: { tenant }, charge }: McpSession,
): Promise<z.input<typeof Decided>> {
  if (form === undefined || form.decision === "later") return { id, decision: "left" };
  const text = form.wording?.trim();
  try {
    if (form.decision === "reject") {
      await memory.review.reject({ tenant, actor, id, hash });
      return { id, decision: "rejected" };
    }
    charge?.(1);
    const asked = { tenant, actor, id, hash };
    const kept = await memory.review.approve(text ? { ...asked, text } : asked);
    return { id, decision: "approved", memory_id: kept.memory?.id };
  } catch (thrown) {
    // One that lapsed or was decided elsewhere must not lose the other answers.
    if (thrown instanceof MemoryError && thrown.httpStatus < 500)
      return { id, decision: "left", error: thrown.message };
    throw thrown;
  }
}

/** Whose name a decision is kept under. A key that is an agent's stands for no person. */
function personOf({ principal: { user, agent, keyId } }: McpSession): string {
  const person = user ?? (agent === undefined ? `key:${keyId}` : undefined);
  if (person !== undefined) return person;
  throw new MemoryError(
    "forbidden",
    "This connection is an agent's; a person decides. Start it with `--user <id>`, so that the decision has a name.",
  );
}
