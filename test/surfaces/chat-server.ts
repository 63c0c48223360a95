// A model's API on loopback that speaks OpenAI's completions and responses and Anthropic's messages, whole and streamed
// in chunks that arrive one by one, and remembers what it was asked.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Asked = Readonly<{
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, never>;
}>;

export type ChatServer = Readonly<{
  url: string;
  asked: Asked[];
  /** Statuses for the next requests, before it is well again. */
  fail: (...statuses: number[]) => void;
  /** Lets the next chunk of a stream go; until `step` is called first, all go at once. */
  step: () => void;
  held: () => Promise<void>;
  /** How many requests their client gave up. */
  abandoned: () => number;
}>;

type State = {
  asked: Asked[];
  failures: number[];
  abandoned: number;
  gate: (() => void)[];
  isHeld: boolean;
};

export async function startChatServer(answer: string, isHeld = false): Promise<ChatServer> {
  const state: State = { asked: [], failures: [], abandoned: 0, gate: [], isHeld };
  const server = createServer((request, response) => {
    void serve({ request, response }, answer, state);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: state.asked,
    fail: (...statuses) => state.failures.push(...statuses),
    step: () => state.gate.shift()?.(),
    held: async () => {
      while (state.gate.length === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    abandoned: () => state.abandoned,
  };
}

type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>;

async function serve({ request, response }: Exchange, answer: string, state: State): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const path = request.url ?? "";
  const body = text === "" ? {} : JSON.parse(text);
  state.asked.push({ path, headers: request.headers, body });
  response.on("close", () => {
    if (!response.writableFinished) state.abandoned += 1;
  });
  const failure = state.failures.shift();
  if (failure !== undefined) {
    response.writeHead(failure, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ type: "error", error: { type: "bad", message: "no such model" } }),
    );
    return;
  }
  response.setHeader("x-request-id", "req_1");
  const { pathname } = new URL(path, "http://server.invalid");
  const whole = WHOLE[pathname]?.(answer);
  if (whole === undefined) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data: [{ id: "tiny", object: "model" }] }));
  } else if (body.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(whole));
  } else await stream(response, STREAMED[pathname]?.(answer) ?? [], state);
}

/** Cut inside of words and events, as a network cuts. */
async function stream(response: ServerResponse, events: readonly string[], state: State) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    if (state.isHeld) await new Promise<void>((resolve) => state.gate.push(resolve));
    const bytes = Buffer.from(event);
    const middle = Math.floor(bytes.length / 2);
    response.write(bytes.subarray(0, middle));
    await new Promise((resolve) => setImmediate(resolve));
    response.write(bytes.subarray(middle));
  }
  response.end();
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const used = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const message = (answer: string) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", status: "completed" },
  content: [{ type: "output_text", text: answer, annotations: [] }],
});
const reply = (answer: string) => ({
  ...{ id: "resp_1", object: "response", created_at: 1, status: "completed", model: "tiny" },
  ...{ output: [message(answer)], usage: used, error: null, incomplete_details: null },
});
const claude = { id: "msg_1", type: "message", role: "assistant", model: "tiny" };

const WHOLE: Readonly<Record<string, (answer: string) => object>> = {
  "/v1/chat/completions": (answer) => ({
    ...{ id: "c1", object: "chat.completion", created: 1, model: "tiny", usage },
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: answer } }],
  }),
  "/v1/responses": reply,
  "/v1/messages": (answer) => ({
    ...claude,
    ...{ content: [{ type: "text", text: answer }], stop_reason: "end_turn", usage: used },
  }),
};

const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
const named = (event: Readonly<{ type: string }>) => `event: ${event.type}\n${data(event)}`;
const wordsOf = (answer: string) => answer.split(/(?<= )/);

const STREAMED: Readonly<Record<string, (answer: string) => readonly string[]>> = {
  "/v1/chat/completions": (answer) => [
    ...wordsOf(answer).map((content) =>
      data({
        ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "tiny" },
        choices: [{ index: 0, delta: { content }, finish_reason: null }],
      }),
    ),
    data({
      ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "tiny" },
      choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    }),
    "data: [DONE]\n\n",
  ],
  "/v1/responses": (answer) => [
    named({ type: "response.created", response: { ...reply(""), output: [] } } as never),
    ...wordsOf(answer).map((delta) =>
      named({
        ...{ type: "response.output_text.delta", item_id: "msg_1", output_index: 0 },
        ...{ content_index: 0, delta },
      } as never),
    ),
    named({ type: "response.completed", response: reply(answer) } as never),
  ],
  "/v1/messages": (answer) => [
    named({
      type: "message_start",
      message: { ...claude, content: [], stop_reason: null, usage: used },
    } as never),
    named({
      ...{ type: "content_block_start", index: 0 },
      content_block: { type: "text", text: "" },
    } as never),
    ...wordsOf(answer).map((text) =>
      named({
        ...{ type: "content_block_delta", index: 0 },
        delta: { type: "text_delta", text },
      } as never),
    ),
    named({ type: "content_block_stop", index: 0 } as never),
    named({
      ...{ type: "message_delta", delta: { stop_reason: "end_turn" } },
      usage: { output_tokens: 2 },
    } as never),
    named({ type: "message_stop" }),
  ],
};
