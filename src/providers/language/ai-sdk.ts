// Language models by the AI SDK. Every call is metered, bounded, and ends in one of three ways.

import { z } from "zod";
import type { Generated, Language, LanguageRequest, Role } from "../../ports/language.ts";
import type { Account, Meter, Tokens } from "../../ports/meter.ts";
import { type Fault, GARBLED, rejected } from "./fault.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import {
  ask,
  callProvider,
  LANGUAGE_LIMITS,
  type Line,
  type LineLimits,
  type Outside,
  openLine,
  type Try,
} from "./line.ts";
import { inputAtMost, metered, spentOnFault } from "./metered.ts";
import { type LanguageChoice, openLanguageModel } from "./model-source.ts";
import { readReply } from "./read-reply.ts";
import { type GenerateOptions, SdkGenerated, type SdkLanguageModel } from "./sdk-model.ts";

export type LanguageSettings = Readonly<{
  fast: LanguageChoice;
  /** The fast one when left out. */
  deep?: LanguageChoice;
  limits?: Partial<LineLimits>;
}>;

export type LanguageDeps = Readonly<{ meter: Meter; outside: Outside }>;

/** A model with the line it is reached by. */
type Speaker = Readonly<{ name: string; model: SdkLanguageModel; line: Line; meter: Meter }>;
type Answer<T> = Readonly<{ value: T; tokens: Tokens }>;

export async function openLanguage(
  settings: LanguageSettings,
  deps: LanguageDeps,
): Promise<Language> {
  const limits = { ...LANGUAGE_LIMITS, ...settings.limits };
  const fast = await openSpeaker(settings.fast, limits, deps);
  const deep = settings.deep === undefined ? fast : await openSpeaker(settings.deep, limits, deps);
  const speakers: Readonly<Record<Role, Speaker>> = { fast, deep };
  return {
    name: fast.name === deep.name ? fast.name : `${fast.name}, ${deep.name}`,
    generate: (request) => generate(request, speakers[request.role]),
  };
}

async function openSpeaker(
  choice: LanguageChoice,
  limits: LineLimits,
  { meter, outside }: LanguageDeps,
): Promise<Speaker> {
  const fetch = guardedFetch(limits, outside.fetch);
  const { name, model } = await openLanguageModel(choice, { rules: limits, fetch });
  return { name, model, line: openLine(limits, outside), meter };
}

async function generate<T>(request: LanguageRequest<T>, speaker: Speaker): Promise<Generated<T>> {
  const system = `${request.system}\n\n${shapeRule(request.schema)}`;
  const full = { ...request, system };
  const asked = await ask(speaker.line, (leftMs) => tryOnce(full, leftMs, speaker));
  return asked.type === "ok" ? { type: "ok", ...asked.value } : asked;
}

function shapeRule(schema: z.ZodType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }));
  return `Answer with one JSON value that fits this JSON schema, and nothing before or after it:\n${shape}`;
}

async function tryOnce<T>(
  request: LanguageRequest<T>,
  leftMs: number,
  speaker: Speaker,
): Promise<Try<Answer<T>>> {
  const { meter, line, name } = speaker;
  const startedAt = line.outside.now();
  const atMost = costAtMost(request);
  return metered({ meter, account: accountOf(request, name), atMost }, async () => {
    const result = await line.pace.run(atMost.input + atMost.output, () =>
      once(request, leftMs - (line.outside.now() - startedAt), speaker),
    );
    if (result.type !== "said") return { outcome: result, spent: spentOnFault(result, atMost) };
    const spent = result.tokens ?? atMost;
    return { outcome: judge(result, request.schema, spent), spent };
  });
}

type Said = Readonly<{
  type: "said";
  text: string;
  isFiltered: boolean;
  tokens: Tokens | undefined;
}>;

async function once(
  request: LanguageRequest<unknown>,
  leftMs: number,
  { model, line }: Speaker,
): Promise<Said | Fault> {
  const call = await callProvider(
    (abortSignal) => model.doGenerate(optionsFor(request, abortSignal)),
    { leftMs, now: line.outside.now },
  );
  if (call.type !== "ok") return call;
  const said = SdkGenerated.safeParse(call.value);
  return said.success ? { type: "said", ...said.data } : GARBLED;
}

function optionsFor(request: LanguageRequest<unknown>, abortSignal: AbortSignal): GenerateOptions {
  return {
    prompt: [
      { role: "system", content: request.system },
      { role: "user", content: [{ type: "text", text: request.prompt }] },
    ],
    maxOutputTokens: request.maxOutputTokens,
    abortSignal,
    // Asks OpenAI to keep no copy of what people said.
    providerOptions: { openai: { store: false } },
  };
}

function judge<T>(said: Said, schema: z.ZodType<T>, tokens: Tokens): Try<Answer<T>> {
  const reply = readReply(said.text, schema);
  if (reply.type === "ok") return { type: "ok", value: { value: reply.value, tokens } };
  if (reply.type === "refusal" || said.isFiltered) return rejected("refusal", "unknown");
  return GARBLED;
}

function costAtMost({ system, prompt, maxOutputTokens }: LanguageRequest<unknown>): Tokens {
  return { input: inputAtMost([system, prompt]), output: maxOutputTokens };
}

function accountOf({ tenant, user }: LanguageRequest<unknown>, model: string): Account {
  return user === undefined ? { tenant, model } : { tenant, user, model };
}
