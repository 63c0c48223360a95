// The part of the AI SDK's model interface that is used here, versions 2 and 3 alike.
// Models are called directly and not through the SDK's own functions: those write their warnings
// to standard output, which belongs to the protocol when the engine speaks MCP over it.

import { z } from "zod";
import type { Tokens } from "../../ports/language.ts";

type SystemMessage = { role: "system"; content: string };
type UserMessage = { role: "user"; content: { type: "text"; text: string }[] };
type ProviderOptions = Record<string, Record<string, string | boolean>>;

export type GenerateOptions = {
  prompt: (SystemMessage | UserMessage)[];
  maxOutputTokens: number;
  temperature?: number;
  abortSignal: AbortSignal;
  providerOptions: ProviderOptions;
};

type EmbedOptions = {
  values: string[];
  abortSignal: AbortSignal;
  providerOptions: ProviderOptions;
};

export type SdkLanguageModel = {
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: GenerateOptions): PromiseLike<unknown>;
};

export type SdkEmbeddingModel = {
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: EmbedOptions): PromiseLike<unknown>;
};

// Version 2 has a plain number and a plain word where version 3 has an object.
const Count = z
  .union([z.number(), z.object({ total: z.number().optional() }).transform((c) => c.total)])
  .optional()
  .catch(undefined);
const Finish = z
  .union([z.string(), z.object({ unified: z.string() }).transform((f) => f.unified)])
  .catch("unknown");

export const SdkGenerated = z
  .object({
    content: z.array(z.object({ type: z.string(), text: z.string().catch("") })),
    finishReason: Finish,
    usage: z.object({ inputTokens: Count, outputTokens: Count }).catch({}),
  })
  .transform(({ content, finishReason, usage }) => ({
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    isFiltered: finishReason === "content-filter",
    tokens: tokensOf(usage.inputTokens, usage.outputTokens),
  }));

// The SDK takes vectors as they come and drops the index each was sent with, so the raw answer is looked at too.
const Indexed = z.object({ data: z.array(z.object({ index: z.number() })) });

export const SdkEmbedded = z
  .object({
    embeddings: z.array(z.array(z.number())),
    usage: z.object({ tokens: z.number() }).optional().catch(undefined),
    response: z.object({ body: z.unknown().optional() }).optional().catch(undefined),
  })
  .transform(({ embeddings, usage, response }) => {
    const indexed = Indexed.safeParse(response?.body);
    const indexes = indexed.success ? indexed.data.data.map((item) => item.index) : [];
    const isInOrder = indexes.every((index, place) => index === place);
    return { embeddings, isInOrder, tokens: usage?.tokens };
  });
export type SdkEmbedded = z.infer<typeof SdkEmbedded>;

/** Undefined when the provider does not say. */
function tokensOf(input: number | undefined, output: number | undefined): Tokens | undefined {
  return input === undefined || output === undefined ? undefined : { input, output };
}
