// A model provider on loopback that keeps its own books: every call it got, and the tokens it charged for.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Turn = "answer" | "error" | "nonsense" | "reset" | "hang";

export type MeteredModel = Readonly<{
  url: string;
  calls: () => number;
  /** Input and output of every call that was answered or lost on the way. */
  charged: () => number;
  /** Pairs in each prompt, in order. */
  asked: () => readonly number[];
  /** One turn after another, then from the start again. */
  play: (...turns: readonly Turn[]) => void;
  close: () => Promise<void>;
}>;

const CHARS_A_TOKEN = 4;
const ANSWER_TOKENS = 9;

export async function startMeteredModel(): Promise<MeteredModel> {
  const books = {
    calls: 0,
    charged: 0,
    asked: [] as number[],
    turns: ["answer"] as readonly Turn[],
  };
  const server = createServer((request, response) => {
    void serve(request, response, books);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => books.calls,
    charged: () => books.charged,
    asked: () => books.asked,
    play: (...turns) => {
      books.turns = turns;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Books = { calls: number; charged: number; asked: number[]; turns: readonly Turn[] };

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  books: Books,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const turn = books.turns[books.calls % books.turns.length] ?? "answer";
  books.calls += 1;
  // As it stands in the encoded prompt: one for each record.
  const pairs = body.match(/\\"older\\":/g)?.length ?? 0;
  const input = Math.ceil(body.length / CHARS_A_TOKEN);
  if (turn === "error") {
    response.writeHead(500).end("busy");
    return;
  }
  books.asked.push(pairs);
  books.charged += input + ANSWER_TOKENS;
  if (turn === "reset") request.socket.resetAndDestroy();
  if (turn === "reset" || turn === "hang") return;
  const verdicts = Array.from({ length: pairs }, (_, at) => ({ n: at + 1, verdict: "apart" }));
  const content = turn === "nonsense" ? "Let me think." : JSON.stringify({ verdicts });
  const usage = { prompt_tokens: input, completion_tokens: ANSWER_TOKENS };
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }];
  response.writeHead(200, { "content-type": "application/json" }).end(
    JSON.stringify({
      id: "c",
      object: "chat.completion",
      created: 0,
      model: "m",
      choices,
      usage,
    }),
  );
}
