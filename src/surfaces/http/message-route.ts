// Takes messages in, one or many. The answer is the receipt; with `wait=false` it is only that they were taken.

import { z } from "zod";
import { asMemoryError, MemoryError } from "../../errors.ts";
import { emptyReceipt } from "../../model/receipt.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { MessageInput, parseInput } from "../../operations/inputs.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { ReceiptOutput } from "../../operations/outputs.ts";
import { bindToCredential } from "../../operations/permission.ts";
import type { Limits, Report } from "./options.ts";
import { type Answer, type Asked, isRecord, json, type Route } from "./route.ts";

const MAX_BATCH = 1_000;
const CALLS_OF_MESSAGE = OPERATIONS.ingest.modelCalls ?? 0;
const Batch = z.strictObject({ messages: z.array(MessageInput).min(1).max(MAX_BATCH) });
const Receipts = z.object({ receipts: z.array(ReceiptOutput) });
const Accepted = z.object({ accepted: z.int().min(1) });

type Messages = z.output<typeof Batch>["messages"];
type Deps = Readonly<{ engine: MemoryEngine; limits: Limits; report: Report }>;

export function messageRoute(deps: Deps): Route {
  const unread = { count: 0 };
  return {
    name: "ingest",
    summary: OPERATIONS.ingest.summary,
    access: "write",
    method: "POST",
    path: "/v1/messages",
    input: z.union([MessageInput, Batch]),
    output: z.union([ReceiptOutput, Receipts, Accepted]),
    queryFields: ["wait"],
    isBatch: true,
    modelCalls: ({ input: { messages } }) =>
      CALLS_OF_MESSAGE * (Array.isArray(messages) ? messages.length : 1),
    run: async (asked) => {
      const { wait = "true" } = asked.query;
      if (wait !== "true" && wait !== "false")
        throw new MemoryError("invalid_input", "`wait` is `true` or `false`.");
      const isMany = asked.input["messages"] !== undefined;
      const messages = isMany ? manyOf(asked) : [parseInput(MessageInput, asked.input)];
      if (wait === "false") return later(messages, unread, deps);
      return isMany ? all(messages, deps.engine) : one(messages, deps.engine);
    },
  };
}

/** Looked at as a whole first: a batch with one bad message in it is refused, and nothing of it is taken. */
function manyOf({ input, credential }: Asked): Messages {
  const { tenant: _tenant, messages, ...rest } = input;
  const called = { access: "write", fields: new Set<string>() } as const;
  const bound = Array.isArray(messages)
    ? messages.map((message: unknown) =>
        isRecord(message) && credential !== undefined
          ? bindToCredential(message, credential, called)
          : message,
      )
    : messages;
  return parseInput(Batch, { ...rest, messages: bound }).messages;
}

async function one([message]: Messages, engine: MemoryEngine): Promise<Answer> {
  const receipt = message === undefined ? emptyReceipt("nothing") : await engine.ingest(message);
  if (receipt.status === "dropped")
    throw new MemoryError("queue_full", "Too many messages are waiting; send it again later.");
  return json(receipt);
}

async function all(messages: Messages, engine: MemoryEngine): Promise<Answer> {
  return json({ receipts: await engine.ingestMany(messages) });
}

/** Once taken it is never pushed out again; a crash before it was read may still lose it, and the docs say so. */
function later(messages: Messages, unread: { count: number }, deps: Deps): Answer {
  if (unread.count + messages.length > deps.limits.unreadMessages)
    throw new MemoryError("queue_full", "Too many messages are waiting; send them again later.");
  unread.count += messages.length;
  deps.engine
    .ingestMany(messages)
    .catch((thrown) => deps.report({ requestId: "", error: asMemoryError(thrown) }))
    .finally(() => {
      unread.count -= messages.length;
    });
  return json({ accepted: messages.length }, 202);
}
