// Language models by the AI SDK. Every call is metered, bounded, and ends in one of three ways.

import { jsonrepair } from "jsonrepair";
import { z } from "zod";
import { ownValue } from "../../model/own-value.ts";
import type {
  Account,
  Generated,
  Language,
  LanguageRequest,
  Meter,
  Role,
  Tokens,
} from "../../ports/language.ts";
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
import { type GenerateOptions, SdkGenerated, type SdkLanguageModel } from "./sdk-model.ts";

type LanguageSettings = Readonly<{
  fast: LanguageChoice;
  /** The fast one when left out. */
  deep?: LanguageChoice;
  limits?: Partial<LineLimits>;
}>;

type LanguageDeps = Readonly<{ meter: Meter; outside: Outside }>;

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
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
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

// Finds the JSON in what a model said and checks its shape; repaired once, never guessed at.

type Reply<T> =
  | Readonly<{ type: "ok"; value: T }>
  | Readonly<{ type: "refusal" }>
  | Readonly<{ type: "garbled" }>;

// How a model opens when it declines in so many words. Looked for only when there is no JSON at all.
const DECLINES =
  /\b(?:i(?:['’]m| am) (?:(?:very |so |really )?sorry|unable|not (?:able|allowed|comfortable))|i (?:can(?:not|['’]t| not)|won['’]t|will not|must (?:decline|refuse))|(?:can(?:not|['’]t)|unable to) (?:help|assist|comply) with)\b/i;
const DECLINES_WITHIN = 200;
const THOUGHTS = /^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i;
const FENCED = /```\w*([\s\S]*?)(?:```|$)/;
const MAX_PIECES = 50;

export function readReply<T>(text: string, schema: z.ZodType<T>): Reply<T> {
  const said = text.replace(THOUGHTS, "");
  const pieces = [...jsonPieces(FENCED.exec(said)?.[1] ?? ""), ...jsonPieces(said)];
  for (const piece of pieces) {
    const parsed = schema.safeParse(parse(piece));
    if (parsed.success) return { type: "ok", value: parsed.data };
  }
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), "");
  if (longest !== "") return readRepaired(longest, schema);
  return DECLINES.test(said.trim().slice(0, DECLINES_WITHIN))
    ? { type: "refusal" }
    : { type: "garbled" };
}

function readRepaired<T>(piece: string, schema: z.ZodType<T>): Reply<T> {
  const parsed = schema.safeParse(parse(piece, jsonrepair));
  if (!parsed.success || saysNothing(parsed.data)) return { type: "garbled" };
  return { type: "ok", value: parsed.data };
}

/** A reply cut off before its first line would be mended into an empty list, and pass for "nothing to remember". */
function saysNothing(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((field) => Array.isArray(field) && field.length === 0);
}

/** Undefined is no JSON value, so it stands for text that is not JSON. */
function parse(piece: string, mend: (text: string) => string = (text) => text): unknown {
  try {
    return JSON.parse(mend(piece));
  } catch (thrown) {
    // Nesting too deep to mend ends in a RangeError; it is garbage like any other.
    if (thrown instanceof Error) return undefined;
    throw thrown;
  }
}

/** The outermost objects and arrays in order, prose and fences cut away; the last may lack its end. */
function jsonPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = text.search(/[[{]/);
  while (from !== -1 && pieces.length < MAX_PIECES) {
    const end = endOfPiece(text, from);
    pieces.push(text.slice(from, end));
    const next = text.slice(end).search(/[[{]/);
    from = next === -1 ? -1 : end + next;
  }
  return pieces;
}

const DEPTH: Readonly<Record<string, number>> = { "{": 1, "[": 1, "}": -1, "]": -1 };

// By hand and not by pattern: a hostile reply must not cost more than one pass.
function endOfPiece(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '"') at = endOfString(text, at);
    depth += ownValue(DEPTH, mark) ?? 0;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '"') return at;
    if (mark === "\\") at++;
  }
  return text.length;
}
