// A model provider on loopback that misbehaves as told and then is well again.
// Speaks the chat and embedding calls of OpenAI's protocol.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { z } from "zod";

export type Misbehaviour =
  | Readonly<{ type: "reset" }>
  | Readonly<{ type: "hang_headers" }>
  | Readonly<{ type: "hang_body" }>
  | Readonly<{ type: "drip"; everyMs: number }>
  | Readonly<{ type: "status"; status: number; headers?: Record<string, string>; body?: string }>
  /** A 200 with this body, whatever it is. */
  | Readonly<{ type: "raw"; body: string; contentType?: string }>
  /** A well-formed chat reply in which the model says this. */
  | Readonly<{ type: "say"; text: string | null; finish?: string }>
  | Readonly<{ type: "tool_call" }>
  | Readonly<{ type: "flood"; bytes: number }>
  | Readonly<{ type: "gzip_bomb"; bytes: number }>
  | Readonly<{ type: "vectors"; vectors: readonly unknown[]; indexes?: readonly number[] }>;

export type FaultServer = Readonly<{
  url: string;
  /** Bodies of every call so far, in order. */
  calls: () => readonly string[];
  /** Calls whose connection the client closed before the answer was complete. */
  abandoned: () => number;
  /** One for each of the next calls; after the last the server is well. */
  misbehave: (...next: readonly Misbehaviour[]) => void;
  /** Stops listening, so that connections are refused, and comes back on the same port. */
  refuse: () => Promise<void>;
  heal: () => Promise<void>;
  close: () => Promise<void>;
}>;

export type Wellness = Readonly<{ says: string; dims: number }>;

type State = { plan: Misbehaviour[]; calls: string[]; abandoned: number; well: Wellness };

export async function startFaultServer(well: Wellness): Promise<FaultServer> {
  const state: State = { plan: [], calls: [], abandoned: 0, well };
  const server = createServer((request, response) => {
    void serve(request, response, state);
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls: () => state.calls,
    abandoned: () => state.abandoned,
    misbehave: (...next) => {
      state.plan = [...next];
    },
    refuse: stop,
    heal: async () => {
      state.plan = [];
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  state.calls.push(Buffer.concat(chunks).toString("utf8"));
  response.on("close", () => {
    if (!response.writableFinished) state.abandoned++;
  });
  const fault = state.plan.shift();
  if (fault) misbehave(fault, request, response);
  else if (request.url?.endsWith("/embeddings")) sendJson(response, wellVectors(state));
  else sendJson(response, chat({ content: state.well.says }, "stop"));
}

function misbehave(fault: Misbehaviour, request: IncomingMessage, response: ServerResponse): void {
  switch (fault.type) {
    case "reset":
      request.socket.resetAndDestroy();
      break;
    case "hang_headers":
      break;
    case "hang_body":
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"choices":[');
      break;
    case "drip":
      drip(response, fault.everyMs);
      break;
    case "status":
      response.writeHead(fault.status, fault.headers).end(fault.body ?? "");
      break;
    case "raw":
      response.writeHead(200, { "content-type": fault.contentType ?? "application/json" });
      response.end(fault.body);
      break;
    case "say":
      sendJson(response, chat({ content: fault.text }, fault.finish ?? "stop"));
      break;
    case "tool_call":
      sendJson(response, chat({ content: null, tool_calls: [TOOL_CALL] }, "tool_calls"));
      break;
    case "flood":
      flood(response, fault.bytes);
      break;
    case "gzip_bomb":
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" });
      response.end(gzipSync(Buffer.alloc(fault.bytes, " ")));
      break;
    case "vectors":
      sendJson(response, vectorsBody(fault.vectors, fault.indexes));
      break;
  }
}

const TOOL_CALL = { id: "t1", type: "function", function: { name: "save", arguments: "{}" } };

function drip(response: ServerResponse, everyMs: number): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), everyMs);
  response.on("close", () => clearInterval(timer));
}

/** Waits for the reader, so that bytes nobody reads are never made. */
function flood(response: ServerResponse, bytes: number): void {
  const block = Buffer.alloc(64 * 1024, "x");
  let left = bytes;
  const more = () => {
    while (left > 0) {
      left -= block.length;
      if (!response.write(block)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  response.writeHead(200, { "content-type": "application/json" });
  more();
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function chat(message: object, finish: string): object {
  return {
    id: "c1",
    object: "chat.completion",
    created: 0,
    model: "test",
    choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  };
}

const Inputs = z.object({ input: z.array(z.string()) });

/** The same text always has the same vector. */
function wellVectors({ calls, well }: State): object {
  const { input } = Inputs.parse(JSON.parse(calls.at(-1) ?? "{}"));
  const vectors = input.map((text) =>
    Array.from({ length: well.dims }, (_, at) => 1 + (text.charCodeAt(at % text.length) % 7)),
  );
  return vectorsBody(vectors);
}

function vectorsBody(vectors: readonly unknown[], indexes?: readonly number[]): object {
  const data = vectors.map((embedding, at) => ({ embedding, index: indexes?.[at] ?? at }));
  return { object: "list", data, model: "test", usage: { prompt_tokens: 3, total_tokens: 3 } };
}
