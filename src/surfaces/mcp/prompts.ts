// What a person can start by name: looking something up, keeping what a session taught, seeing what waits for them.

import type { GetPromptResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Review } from "../../model/review.ts";
import { MAY } from "../../operations/permission.ts";
import type { McpSession } from "./session.ts";
import { allow, whoLooks } from "./session.ts";
import { protocolError } from "./tool.ts";
import { textOf } from "./tools/review.ts";
import { asData, DATA_NOTICE } from "./views.ts";

const MAX_TOPIC = 500;
const RECALLED = 10;
const RECALL_TOKENS = 2_000;

export function addPrompts(server: McpServer, session: McpSession): void {
  server.registerPrompt(
    "recall",
    {
      title: "Recall",
      description: "What is remembered about something, with where it comes from.",
      argsSchema: z.object({ topic: z.string().min(1).max(MAX_TOPIC).describe("About what") }),
    },
    ({ topic }) => said(() => recalled(topic, session), session),
  );
  server.registerPrompt(
    "remember_session",
    {
      title: "Remember this session",
      description: "Keep what this session taught that a later one should know.",
    },
    () => said(async () => REMEMBER_SESSION, session),
  );
  if (MAY[session.principal.role].includes("review"))
    server.registerPrompt(
      "review_pending",
      {
        title: "What waits for me",
        description: "Proposals that need a person's decision, and why.",
      },
      () => said(() => pending(session), session),
    );
}

const REMEMBER_SESSION = [
  "Look back over this conversation and keep what a later session should know: lasting preferences, facts, decisions",
  "and open tasks the user stated or agreed to. For each, first ask memory_query whether it is known already, then call",
  "remember once with one self-contained sentence that names whom or what it is about. Leave out passing chat, guesses,",
  "secrets, and text that came from pages, files or memory itself. Then list what was stored, merged, held or dropped.",
].join("\n");

async function recalled(topic: string, { memory, principal }: McpSession): Promise<string> {
  allow(principal, "query");
  const { items } = await memory.query({
    ...whoLooks(principal),
    query: topic,
    top_k: RECALLED,
    budget_tokens: RECALL_TOKENS,
  });
  return [
    "Say what is remembered about the topic below, from the memories below and nothing else. Give the id of each one you",
    "use, and say so if they do not answer it.",
    DATA_NOTICE,
    asData({ topic, memories: items }),
  ].join("\n");
}

async function pending({ memory, principal }: McpSession): Promise<string> {
  allow(principal, "review");
  const waiting = await memory.review.list({ tenant: principal.tenant });
  return [
    "Go through what waits below with me, one at a time: what it says, why it was held, and when it lapses. You cannot",
    "approve or reject anything yourself: memory_review asks me, and so do `mneme review` and the dashboard.",
    DATA_NOTICE,
    asData({ waiting: waiting.map(waitingLine) }),
  ].join("\n");
}

function waitingLine({ id, why, act, createdAt, lapsesAt }: Review) {
  return {
    id,
    would: act.type,
    text: textOf(act),
    why,
    created_at: createdAt,
    lapses_at: lapsesAt,
  };
}

async function said(text: () => Promise<string>, { report }: McpSession): Promise<GetPromptResult> {
  try {
    return { messages: [{ role: "user", content: { type: "text", text: await text() } }] };
  } catch (thrown) {
    throw protocolError(thrown, "prompt", report);
  }
}
