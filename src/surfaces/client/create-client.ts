// The library's methods over HTTP: the same names, the same inputs, the same answers and errors. The tenant is that of
// the key and may be left out.

import type { z } from "zod";
import { MemoryError } from "../../errors.ts";
import type { Receipt } from "../../model/receipt.ts";
import type { MessageInput } from "../../operations/inputs.ts";
import type { OPERATIONS } from "../../operations/operations.ts";
import { type Connection, request } from "./request.ts";
import { ROUTES } from "./routes.ts";

type Operations = typeof OPERATIONS;
type WithoutTenant<T> = T extends { tenant: string } ? Omit<T, "tenant"> & { tenant?: string } : T;
type Message = WithoutTenant<z.input<typeof MessageInput>>;

export type Client = {
  [Name in keyof Operations]: (
    input: WithoutTenant<z.input<Operations[Name]["input"]>>,
  ) => ReturnType<Operations[Name]["run"]>;
} & {
  /** Listens to one message; `false` when a full queue dropped it. */
  ingest(message: Message): Promise<Receipt | false>;
  /** Listens to many, a few hundred at a time; one receipt each, in their order. */
  ingestMany(messages: Iterable<Message>): Promise<readonly (Receipt | false)[]>;
};

export type ClientOptions = Readonly<{ url: string; key: string; fetch?: typeof fetch }>;

export function createClient({ url, key, fetch = globalThis.fetch }: ClientOptions): Client {
  const connection = { url, key, fetch };
  const methods = Object.entries(ROUTES).map(([name, route]) => {
    const [method = "", path = ""] = route.split(" ");
    const call = (input: Record<string, unknown>) => request({ method, path, input }, connection);
    return [name, call];
  });
  return {
    ...(Object.fromEntries(methods) as Omit<Client, "ingest" | "ingestMany">),
    ingest: (message) => ingest(message, connection),
    ingestMany: (messages) => ingestMany(messages, connection),
  };
}

const MESSAGES = { method: "POST", path: "/v1/messages" };
const BATCH = 200;

async function ingest(message: Message, connection: Connection): Promise<Receipt | false> {
  try {
    return (await request({ ...MESSAGES, input: { ...message } }, connection)) as Receipt;
  } catch (thrown) {
    if (thrown instanceof MemoryError && thrown.code === "queue_full") return false;
    throw thrown;
  }
}

async function ingestMany(
  messages: Iterable<Message>,
  connection: Connection,
): Promise<readonly (Receipt | false)[]> {
  const waiting = [...messages];
  const receipts: (Receipt | false)[] = [];
  while (waiting.length > 0) {
    const input = { messages: waiting.splice(0, BATCH) };
    const answer = (await request({ ...MESSAGES, input }, connection)) as {
      receipts: (Receipt | false)[];
    };
    receipts.push(...answer.receipts);
  }
  return receipts;
}
