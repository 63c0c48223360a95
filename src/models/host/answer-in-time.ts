// Calls a function of the program that embeds the engine. Whatever it does - throw, hang, answer nonsense - becomes an
// outcome the engine knows; what it threw is never quoted, as it may hold what somebody wrote.

import { z } from "zod";
import type { Narration } from "../../ports/narrator.ts";

export type HostCall<T> = Readonly<{
  call: (signal: AbortSignal) => unknown;
  seconds: number;
  /** What an answer must look like. */
  answer: z.ZodType<T>;
}>;

/** A function may say itself that it failed, and whether to ask it again. */
export const Failure = z.object({
  type: z.enum(["retryable", "rejected"]),
  reason: z.string().min(1).max(200),
});

type Answer<T> = Narration<Readonly<{ value: T }>>;

const TOO_LATE = Symbol("too late");
/** A name of an error class, and nothing that could hold more than that. */
const ERROR_NAME = /^[A-Z][A-Za-z]{0,40}$/;

export async function answerInTime<T>({ call, seconds, answer }: HostCall<T>): Promise<Answer<T>> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof TOO_LATE>((resolve) => {
    timer = setTimeout(() => resolve(TOO_LATE), seconds * 1_000);
  });
  try {
    const given = await Promise.race([Promise.resolve(call(giveUp.signal)), late]);
    if (given === TOO_LATE) return { type: "retryable", reason: "timeout" };
    const parsed = answer.safeParse(given);
    if (parsed.success) return { type: "ok", value: parsed.data };
    const where = parsed.error.issues[0]?.path.join(".") ?? "";
    return { type: "rejected", reason: where === "" ? "bad_output" : `bad_output at ${where}` };
  } catch (thrown) {
    return { type: "retryable", reason: `thrown${nameOf(thrown)}` };
  } finally {
    clearTimeout(timer);
    giveUp.abort();
  }
}

function nameOf(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.constructor.name : "";
  return ERROR_NAME.test(name) ? ` ${name}` : "";
}
