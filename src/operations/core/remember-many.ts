// Remembers many lines of one writer in one commit: each is judged alone, and all of them are stored or none.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { guard } from "../../guard/guard.ts";
import type { Proposal } from "../../model/candidate.ts";
import { type Outcome, receiptOf } from "../../model/receipt.ts";
import { remember, type WriteDeps } from "../../write/remember.ts";
import { refuseLogTier } from "../../write/stages/gate.ts";
import { RememberInput, type Remembering } from "../inputs.ts";
import { operation } from "../operation.ts";
import { ReceiptOutput } from "../outputs.ts";
import { actOf, proposalOf } from "./remember.ts";

const MAX_LINES = 500;

/** Who says it and where; the same for every line. */
const SAID_ONCE = {
  tenant: true,
  user: true,
  agent: true,
  actor: true,
  role: true,
  origin: true,
  scope: true,
  run: true,
  jobId: true,
  channel: true,
  thread: true,
} as const;

const Line = RememberInput.omit(SAID_ONCE);

const RememberManyInput = RememberInput.pick(SAID_ONCE).extend({
  lines: z.array(Line).min(1).max(MAX_LINES),
});
export interface RememberManyInput extends z.input<typeof RememberManyInput> {}

export const rememberManyOperation = operation({
  name: "rememberMany",
  summary: "Remember many lines of one writer in one commit; each has a receipt of its own.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/many" },
  modelCalls: 1,
  input: RememberManyInput,
  output: z.object({ receipts: z.array(ReceiptOutput).describe("One a line, in their order.") }),
  run: async ({ lines, ...writer }, { writing }) => {
    // A spread of two objects would be an object of a kind of its own for every line.
    const judged = lines.map((line) => proposalOrRefusal(Object.assign({}, writer, line), writing));
    const proposals = judged.flatMap((one) => (isRefusal(one) ? [] : [one]));
    const act = await actOf(
      writer,
      lines.flatMap(({ evidence }) => evidence),
      writing,
    );
    const outcomes = await remember(proposals, { cause: "remember", ...act }, writing);
    const inTurn = outcomes.values();
    return {
      receipts: judged.map((one) => {
        const outcome = isRefusal(one) ? one : inTurn.next().value;
        return receiptOf(outcome === undefined ? [] : [outcome]);
      }),
    };
  },
});

/** A line that breaks a rule of its kind takes no other with it. */
function proposalOrRefusal(given: Remembering, deps: WriteDeps): Proposal | Outcome {
  const { guard: policy } = deps.policy;
  if (given.tier === "log") return refuseLogTier(given.text, policy);
  try {
    return proposalOf(given, deps);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError)) throw thrown;
    const { text } = guard(given.text, policy);
    return { type: "dropped", stage: "gate", reason: thrown.message, text };
  }
}

function isRefusal(judged: Proposal | Outcome): judged is Outcome {
  return "type" in judged;
}
