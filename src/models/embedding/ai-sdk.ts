// Embedding models by the AI SDK, metered. No vector leaves here unless it can be compared with every other of its model.

import { MemoryError } from "../../errors.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Meter, Payer } from "../../ports/language.ts";
import { GARBLED } from "../language/fault.ts";
import { guardedFetch } from "../language/guarded-fetch.ts";
import {
  type Asked,
  ask,
  callProvider,
  LANGUAGE_LIMITS,
  type Line,
  type LineLimits,
  type Outside,
  openLine,
  type Try,
} from "../language/line.ts";
import { inputAtMost, metered, spentOnFault } from "../language/metered.ts";
import { type EmbeddingChoice, openEmbeddingModel } from "../language/model-source.ts";
import { SdkEmbedded, type SdkEmbeddingModel } from "../language/sdk-model.ts";

type Kind = "document" | "query";

export type EmbeddingSettings = Readonly<{
  model: EmbeddingChoice;
  /** When left out, one call at opening finds it; give it, and the engine starts with the provider down. */
  dims?: number;
  /** Change it when the provider changes the model behind an unchanged name. */
  revision?: string;
  /** Put before every text, for models that want to know what it is for. */
  prefix?: Readonly<Record<Kind, string>>;
  limits?: Partial<LineLimits>;
}>;

type EmbeddingDeps = Readonly<{ meter: Meter; outside: Outside }>;

type Source = Readonly<{
  name: string;
  model: SdkEmbeddingModel;
  line: Line;
  meter: Meter;
  prefix: Readonly<Record<Kind, string>>;
  perCall: number;
}>;
/** What the texts of one call are, and who pays for it. */
type Errand = Readonly<{ kind: Kind; payer: Payer }>;

// A vector is some 20 bytes a dimension as JSON, so a full call is larger than any chat reply.
const EMBEDDING_LIMITS: LineLimits = { ...LANGUAGE_LIMITS, maxResponseBytes: 16 * 1024 * 1024 };
const MAX_TEXTS_PER_CALL = 64;
const NO_PREFIX = { document: "", query: "" };
const GOOGLE_TASK = { document: "RETRIEVAL_DOCUMENT", query: "RETRIEVAL_QUERY" } as const;

/** The call that finds the dimensions is nobody's in particular. */
const NOBODY: Payer = { tenant: "" };

export async function openEmbedder(
  settings: EmbeddingSettings,
  deps: EmbeddingDeps,
): Promise<Embedder> {
  const source = await openSource(settings, deps);
  const dims = settings.dims ?? (await findDims(source));
  return {
    model: { id: source.name, dims, revision: settings.revision ?? "1" },
    inline: false,
    embed: (texts, kind, payer) => embed(texts, { kind, payer, dims }, source),
  };
}

async function openSource(
  settings: EmbeddingSettings,
  { meter, outside }: EmbeddingDeps,
): Promise<Source> {
  const limits = { ...EMBEDDING_LIMITS, ...settings.limits };
  const fetch = guardedFetch(limits, outside.fetch);
  const { name, model } = await openEmbeddingModel(settings.model, { rules: limits, fetch });
  const allowed = (await model.maxEmbeddingsPerCall) ?? MAX_TEXTS_PER_CALL;
  return {
    name,
    model,
    line: openLine(limits, outside),
    meter,
    prefix: settings.prefix ?? NO_PREFIX,
    perCall: Math.max(1, Math.min(allowed, MAX_TEXTS_PER_CALL)),
  };
}

async function findDims(source: Source): Promise<number> {
  const [vector] = await embedSome(["dimensions"], { kind: "document", payer: NOBODY }, source);
  if (vector && vector.length > 0) return vector.length;
  throw new MemoryError("provider_unavailable", `${source.name} gave no vector to measure`);
}

/** A text with nothing in it is not sent: providers refuse it, and its vector is known. */
async function embed(
  texts: readonly string[],
  { dims, ...errand }: Errand & Readonly<{ dims: number }>,
  source: Source,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dims));
  const filled = texts.flatMap((text, index) => (text.trim() === "" ? [] : [{ text, index }]));
  for (let from = 0; from < filled.length; from += source.perCall) {
    const batch = filled.slice(from, from + source.perCall);
    const raw = await embedSome(
      batch.map(({ text }) => text),
      errand,
      source,
    );
    const checked = checkVectors(raw, { count: batch.length, dims, model: source.name });
    for (const [at, vector] of checked.entries()) {
      const place = batch[at]?.index;
      if (place !== undefined) vectors[place] = vector;
    }
  }
  return vectors;
}

type Raw = readonly (readonly number[])[];

async function embedSome(texts: readonly string[], errand: Errand, source: Source): Promise<Raw> {
  const values = texts.map((text) => `${source.prefix[errand.kind]}${text}`);
  const asked = await ask(source.line, (leftMs) => tryOnce(values, { ...errand, leftMs }, source));
  if (asked.type === "ok") return asked.value;
  throw failure(asked, source.name);
}

type Turn = Errand & Readonly<{ leftMs: number }>;

async function tryOnce(values: string[], turn: Turn, source: Source): Promise<Try<Raw>> {
  const { line, meter, name } = source;
  const startedAt = line.outside.now();
  const atMost = { input: inputAtMost(values), output: 0 };
  return metered({ meter, account: { ...turn.payer, model: name }, atMost }, async () => {
    const result = await line.pace.run(atMost.input, () => {
      const leftMs = turn.leftMs - (line.outside.now() - startedAt);
      return embedOnce(values, { ...turn, leftMs }, source);
    });
    if (result.type !== "ok") return { outcome: result, spent: spentOnFault(result, atMost) };
    const { embeddings: value, tokens: input = atMost.input } = result.value;
    return { outcome: { type: "ok", value }, spent: { input, output: 0 } };
  });
}

async function embedOnce(
  values: string[],
  { kind, leftMs }: Turn,
  { model, line }: Source,
): Promise<Try<SdkEmbedded>> {
  const providerOptions = { google: { taskType: GOOGLE_TASK[kind] } };
  const call = await callProvider(
    (abortSignal) => model.doEmbed({ values, abortSignal, providerOptions }),
    { leftMs, now: line.outside.now },
  );
  if (call.type !== "ok") return call;
  const embedded = SdkEmbedded.safeParse(call.value);
  return embedded.success && embedded.data.isInOrder
    ? { type: "ok", value: embedded.data }
    : GARBLED;
}

// No cause is attached: the errors of the SDK carry the texts that were sent.
function failure(asked: Exclude<Asked<unknown>, { type: "ok" }>, name: string): MemoryError {
  const details = { model: name, reason: asked.reason, retryable: asked.type === "retryable" };
  const code = asked.reason === "over_budget" ? "over_budget" : "provider_unavailable";
  return new MemoryError(code, `${name} gave no vectors: ${asked.reason}`, { details });
}

// Refuses vectors that would make every later comparison wrong (R-PROV-6), and brings the rest to length one.

type Expected = Readonly<{ count: number; dims: number; model: string }>;

/** All or none: one vector too few and nobody can tell whose is missing. */
function checkVectors(vectors: readonly (readonly number[])[], expected: Expected): Float32Array[] {
  const { count, dims, model } = expected;
  if (vectors.length !== count) {
    throw unusable(`${model} gave ${vectors.length} vectors for ${count} texts`, expected);
  }
  const other = vectors.find((vector) => vector.length !== dims);
  if (other) {
    const message = `${model} gives vectors of ${other.length} dimensions; ${dims} are stored`;
    throw new MemoryError("model_mismatch", message, { details: { model, dims } });
  }
  return vectors.map((vector) => unit(vector, expected));
}

function unit(vector: readonly number[], expected: Expected): Float32Array {
  const norm = Math.hypot(...vector);
  if (!Number.isFinite(norm) || norm === 0) {
    throw unusable(`${expected.model} gave a vector that points nowhere`, expected);
  }
  return Float32Array.from(vector, (value) => value / norm);
}

function unusable(message: string, { model }: Expected): MemoryError {
  return new MemoryError("provider_unavailable", message, {
    details: { model, reason: "bad_output" },
  });
}
