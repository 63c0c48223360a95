// Puts what is remembered into a prompt, and remembers what was said. The chat neither waits for a write nor fails for
// the memory: what goes wrong is told to `onError`, and the call goes on without it.

import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Middleware,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { MemoryError } from "../../errors.ts";
import type { Speaker } from "./speaker.ts";
import { answeredText, lastUserText, newUserText, withContext } from "./turn.ts";

const DEFAULT_RECALL_MS = 2_000;

export type MemoryMiddlewareOptions = Speaker &
  Readonly<{
    /** The conversation; turns of one channel are read together. */
    channel: string;
    budgetTokens?: number;
    /** A recall that takes longer is left out of the prompt. */
    recallTimeoutMs?: number;
    onError: (error: unknown, during: "recall" | "ingest") => void;
  }>;

export function memoryMiddleware(options: MemoryMiddlewareOptions): LanguageModelV3Middleware {
  return {
    specificationVersion: "v3",
    transformParams: ({ params }) => recalled(params, options),
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      hear(options, newUserText(params.prompt), "user");
      hear(options, answeredText(result.content), "assistant");
      return result;
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      hear(options, newUserText(params.prompt), "user");
      return { ...result, stream: result.stream.pipeThrough(listening(options)) };
    },
  };
}

async function recalled(
  params: LanguageModelV3CallOptions,
  options: MemoryMiddlewareOptions,
): Promise<LanguageModelV3CallOptions> {
  const query = lastUserText(params.prompt);
  if (query.trim() === "") return params;
  try {
    const text = await inTime(contextFor(query, options), options.recallTimeoutMs);
    return text === "" ? params : { ...params, prompt: withContext(params.prompt, text) };
  } catch (thrown) {
    options.onError(thrown, "recall");
    return params;
  }
}

async function contextFor(query: string, options: MemoryMiddlewareOptions): Promise<string> {
  const { memory, tenant, user, agent, channel, budgetTokens } = options;
  const budget = budgetTokens === undefined ? {} : { budgetTokens };
  const built = await memory.context({ tenant, user, agent, channel, query, ...budget });
  return built.items.length === 0 ? "" : built.text;
}

async function inTime<T>(work: Promise<T>, limitMs = DEFAULT_RECALL_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new MemoryError("store_unavailable", `No answer within ${limitMs} ms.`);
    timer = setTimeout(() => reject(error), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Not awaited: `memory.drain()` is for whoever must know that it is kept. */
function hear(options: MemoryMiddlewareOptions, text: string, role: "user" | "assistant"): void {
  if (text.trim() === "") return;
  const { memory, tenant, channel, user, userName, agent, onError } = options;
  const isBot = role === "assistant";
  const author = isBot ? { id: agent, isBot } : { id: user, name: userName ?? user, isBot };
  memory.ingest({ tenant, channel, author, text, role }).then(
    (receipt) => {
      if (receipt === false)
        onError(
          new MemoryError("queue_full", "Too much is waiting; this turn was not kept."),
          "ingest",
        );
    },
    (thrown: unknown) => onError(thrown, "ingest"),
  );
}

/** Lets every part through as it comes, and remembers the answer when it is whole. */
function listening(
  options: MemoryMiddlewareOptions,
): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  const said: string[] = [];
  return new TransformStream({
    transform: (part, controller) => {
      if (part.type === "text-delta") said.push(part.delta);
      controller.enqueue(part);
    },
    flush: () => hear(options, said.join(""), "assistant"),
  });
}
