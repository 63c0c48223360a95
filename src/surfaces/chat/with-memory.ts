// `mneme/with-memory`: memory for the clients of the `openai` and `@anthropic-ai/sdk` packages, by the `fetch` they send with.

import { MemoryError } from "../../errors.ts";
import { type ChatMemory, memoryFetch } from "./memory-fetch.ts";

export type { ChatMemory } from "./memory-fetch.ts";

type Client = Readonly<{ withOptions(options: never): unknown }>;

/** A client like the given one whose chats remember. The given one stays as it is. */
export function withMemory<Of extends Client>(client: Of, chat: ChatMemory): Of {
  const send: unknown = Reflect.get(client, "fetch");
  if (typeof client.withOptions !== "function" || typeof send !== "function")
    throw new MemoryError(
      "invalid_input",
      "`withMemory` takes a client of `openai` or `@anthropic-ai/sdk`, such as `new OpenAI()`.",
    );
  const fetch = memoryFetch((input, init) => Reflect.apply(send, undefined, [input, init]), chat);
  return client.withOptions({ fetch } as never) as Of;
}
