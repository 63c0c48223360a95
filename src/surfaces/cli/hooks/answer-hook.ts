// Answers one hook of a coding agent: hands out the lines that matter for a session or a prompt, and keeps what was said.
// Whatever goes wrong, the agent is answered and goes on; what went wrong is on standard error and in the log beside the
// settings.

import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { asMemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { type StoreFlags, withMemory } from "../session.ts";
import type { CodingAgent, HookEvent } from "./coding-agents.ts";
import { repositoryOf } from "./repository.ts";

export type Hook = StoreFlags &
  Readonly<{
    event: HookEvent;
    agent: CodingAgent;
    config: string;
    tenant?: string;
    /** Milliseconds from the start of the process: the agent waits, and a late answer helps it less than none. */
    within: number;
  }>;

const Text = z.string().optional().catch(undefined);
/** What the agents have in common of what they send; each leaves some of it out. */
const Sent = z.object({
  session_id: Text,
  cwd: Text,
  hook_event_name: Text,
  turn_id: Text,
  prompt: Text,
  last_assistant_message: Text,
  prompt_response: Text,
});
type Sent = Readonly<z.infer<typeof Sent>>;

const BUDGET_TOKENS = { session: 400, prompt: 600 } as const;
const LONGEST_MESSAGE = 200_000;
const LARGEST_LOG = 64 * 1024;

export async function answerHook(hook: Hook): Promise<void> {
  let isAnswered = false;
  const answer = (context: string, theirs?: string): void => {
    if (isAnswered) return;
    isAnswered = true;
    const found = { hookEventName: theirs, additionalContext: context };
    const output = context === "" ? {} : { hookSpecificOutput: found };
    process.stdout.write(`${JSON.stringify(output)}\n`);
  };
  const late = setTimeout(() => answer(""), Math.max(0, hook.within - performance.now()));
  try {
    const sent = Sent.parse(JSON.parse(await textOf(process.stdin)));
    await withMemory(hook, async (memory) => {
      const place = placeOf(hook, sent);
      if (hook.event === "session" || hook.event === "prompt")
        answer(await linesFor(hook.event, place, memory), sent.hook_event_name);
      await keep(hook, place, memory);
    });
  } catch (thrown) {
    noteFailure(hook, thrown);
  } finally {
    clearTimeout(late);
    answer("");
  }
}

type Place = Readonly<{
  tenant: string;
  channel: string;
  thread: string;
  user: string;
  sent: Sent;
}>;

function placeOf({ tenant }: Hook, sent: Sent): Place {
  const repository = repositoryOf(sent.cwd ?? process.cwd());
  return {
    tenant: tenant ?? repository.tenant,
    channel: repository.name,
    thread: sent.session_id ?? "session",
    user: userInfo().username,
    sent,
  };
}

async function linesFor(
  event: keyof typeof BUDGET_TOKENS,
  { tenant, channel, user, sent }: Place,
  memory: MemoryEngine,
): Promise<string> {
  const query = event === "prompt" ? sent.prompt : undefined;
  if (event === "prompt" && (query === undefined || query.trim() === "")) return "";
  const asked = { tenant, user, channel, budgetTokens: BUDGET_TOKENS[event] };
  const { text } = await memory.context({
    ...asked,
    ...(query === undefined ? {} : { query: query.slice(0, 4_000) }),
  });
  return text;
}

async function keep(
  { event, agent }: Hook,
  { tenant, channel, thread, user, sent }: Place,
  memory: MemoryEngine,
): Promise<void> {
  if (event === "compact" || event === "end") {
    await memory.flush({ tenant });
    return;
  }
  const text =
    event === "prompt" ? sent.prompt : (sent.last_assistant_message ?? sent.prompt_response);
  if (event === "session" || text === undefined || text.trim() === "") return;
  const isUser = event === "prompt";
  const author = isUser
    ? { id: user, name: user }
    : { id: agent.name, name: agent.title, isBot: true };
  const id = sent.turn_id === undefined ? {} : { id: `${agent.name}:${sent.turn_id}:${event}` };
  await memory.ingest({
    ...{ tenant, channel, thread, author, ...id },
    role: isUser ? "user" : "assistant",
    text: text.slice(0, LONGEST_MESSAGE),
  });
}

async function textOf(input: NodeJS.ReadStream): Promise<string> {
  input.setEncoding("utf8");
  let text = "";
  for await (const chunk of input) text += chunk;
  return text;
}

/** Where `mneme hooks status` finds what failed last. */
export function failureLog(config: string): string {
  return join(dirname(config), "hook-failures.log");
}

function noteFailure({ event, agent, config }: Hook, thrown: unknown): void {
  const { code, message } = asMemoryError(thrown);
  const line = `${new Date().toISOString()} ${agent.name} ${event}: ${message.replace(/\s+/g, " ")} (${code})`;
  process.stderr.write(`mneme: ${line}\n`);
  const log = failureLog(config);
  try {
    if (existsSync(log) && statSync(log).size > LARGEST_LOG) renameSync(log, `${log}.old`);
    appendFileSync(log, `${line}\n`, { mode: 0o600 });
  } catch (cause) {
    process.stderr.write(`mneme: ${log} cannot be written: ${asMemoryError(cause).message}\n`);
  }
}
