// Turns the name of a model into a model of the AI SDK. Provider packages are optional: each is loaded when first named.

import { MemoryError } from "../../errors.ts";
import { type AddressRules, addressProblem } from "./guarded-fetch.ts";
import type { SdkEmbeddingModel, SdkLanguageModel } from "./sdk-model.ts";

const PROVIDERS = ["openai", "anthropic", "google", "ollama", "compatible"] as const;
type Provider = (typeof PROVIDERS)[number];

/** Without a provider: any server that speaks OpenAI's protocol at `baseUrl`. */
export type ModelSettings = Readonly<{
  provider?: Provider;
  model: string;
  baseUrl?: string;
  apiKey?: string;
}>;

/** `openai:<model>`, settings, or a model object of the AI SDK. */
export type LanguageChoice = string | ModelSettings | SdkLanguageModel;
export type EmbeddingChoice = string | ModelSettings | SdkEmbeddingModel;

export type Reach = Readonly<{ rules: AddressRules; fetch: typeof globalThis.fetch }>;

type Chosen = Readonly<{ provider: Provider; model: string; baseUrl?: string; apiKey?: string }>;
type Connection = Readonly<{ fetch: typeof globalThis.fetch; baseURL?: string; apiKey?: string }>;
type Kit = Readonly<{
  language: (model: string) => SdkLanguageModel;
  embedding: (model: string) => SdkEmbeddingModel | undefined;
}>;

const OLLAMA_URL = "http://127.0.0.1:11434/v1";

export async function openLanguageModel(
  choice: LanguageChoice,
  reach: Reach,
): Promise<Readonly<{ name: string; model: SdkLanguageModel }>> {
  if (typeof choice === "object" && "doGenerate" in choice) {
    return { name: `${choice.provider}:${choice.modelId}`, model: choice };
  }
  const chosen = readChoice(choice);
  const kit = await openKit(chosen, reach);
  return { name: nameOf(chosen), model: kit.language(chosen.model) };
}

export async function openEmbeddingModel(
  choice: EmbeddingChoice,
  reach: Reach,
): Promise<Readonly<{ name: string; model: SdkEmbeddingModel }>> {
  if (typeof choice === "object" && "doEmbed" in choice) {
    return { name: `${choice.provider}:${choice.modelId}`, model: choice };
  }
  const chosen = readChoice(choice);
  const model = (await openKit(chosen, reach)).embedding(chosen.model);
  if (model) return { name: nameOf(chosen), model };
  throw new MemoryError("not_supported", `${chosen.provider} offers no embedding models`);
}

function nameOf({ provider, model }: Chosen): string {
  return `${provider}:${model}`;
}

function readChoice(choice: string | ModelSettings): Chosen {
  if (typeof choice === "object") return { provider: "compatible", ...choice };
  const colon = choice.indexOf(":");
  const provider = PROVIDERS.find((name) => name === choice.slice(0, Math.max(0, colon)));
  const model = choice.slice(colon + 1);
  if (provider && provider !== "compatible" && model !== "") return { provider, model };
  const known = "openai:, anthropic:, google: or ollama:";
  throw new MemoryError("invalid_input", `A model is named ${known} and its id; got "${choice}"`);
}

async function openKit(chosen: Chosen, { rules, fetch }: Reach): Promise<Kit> {
  const { baseUrl = chosen.provider === "ollama" ? OLLAMA_URL : undefined, apiKey } = chosen;
  const problem = baseUrl === undefined ? undefined : addressProblem(baseUrl, rules);
  if (problem)
    throw new MemoryError("invalid_input", `The base URL of ${nameOf(chosen)} ${problem}`);
  const connection: Connection = {
    fetch,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  return KITS[chosen.provider](connection);
}

const KITS: Readonly<Record<Provider, (connection: Connection) => Promise<Kit>>> = {
  openai: async (connection) => {
    const sdk = await loadPackage("@ai-sdk/openai", () => import("@ai-sdk/openai"));
    const provider = sdk.createOpenAI(connection);
    return { language: (id) => provider(id), embedding: (id) => provider.embeddingModel(id) };
  },
  anthropic: async (connection) => {
    const sdk = await loadPackage("@ai-sdk/anthropic", () => import("@ai-sdk/anthropic"));
    const provider = sdk.createAnthropic(connection);
    return { language: (id) => provider(id), embedding: () => undefined };
  },
  google: async (connection) => {
    const sdk = await loadPackage("@ai-sdk/google", () => import("@ai-sdk/google"));
    const provider = sdk.createGoogleGenerativeAI(connection);
    return { language: (id) => provider(id), embedding: (id) => provider.embeddingModel(id) };
  },
  ollama: (connection) => openCompatible("ollama", connection),
  compatible: (connection) => openCompatible("compatible", connection),
};

async function openCompatible(name: string, connection: Connection): Promise<Kit> {
  const { baseURL } = connection;
  if (baseURL === undefined) {
    throw new MemoryError("invalid_input", "A model without a provider needs a base URL");
  }
  const sdk = await loadPackage(
    "@ai-sdk/openai-compatible",
    () => import("@ai-sdk/openai-compatible"),
  );
  const provider = sdk.createOpenAICompatible({ ...connection, name, baseURL });
  return { language: (id) => provider(id), embedding: (id) => provider.embeddingModel(id) };
}

/** A package that is not installed is the operator's to add, so the message is what to type. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    const isMissing =
      thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw thrown;
    const message = `This model needs the package ${name}, which is not installed: npm install ${name}`;
    throw new MemoryError("invalid_input", message, { cause: thrown });
  }
}
