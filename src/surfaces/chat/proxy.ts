// `mneme proxy`: stands between a program and the model it talks to, on this machine only. Every request goes on as it
// came; chats of OpenAI's and Anthropic's protocols get memory put in and are listened to.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MemoryError } from "../../errors.ts";
import { allowedAddresses, isLoopback, refuseStrangeAddress } from "../http/addresses.ts";
import { type ChatMemory, memoryFetch } from "./memory-fetch.ts";

export type ProxyOptions = Readonly<{
  /** Where requests go on to. */
  to: string;
  port: number;
  chat: ChatMemory;
}>;

export type Proxy = Readonly<{ url: string; stop: () => Promise<void> }>;

const MAX_BODY = 64 * 1024 * 1024;
/** Of one connection and not of what it carries, or said anew by whoever sends it on. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "host", "content-length", "expect"],
  // The answer is unpacked on its way through.
  ...["accept-encoding", "content-encoding"],
  ...["x-mneme-user", "x-mneme-channel"],
]);
const ALLOWED = allowedAddresses();

export async function startProxy({ to, port, chat }: ProxyOptions): Promise<Proxy> {
  const target = targetOf(to);
  const server = createServer((request, response) => {
    passOn({ request, response }, target, chat).catch((thrown: unknown) => fail(response, thrown));
  });
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, stop: () => stop(server) };
}

/** Keys of a provider go there: encrypted, or nowhere but to this machine. */
function targetOf(to: string): URL {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url !== undefined && isSafe && url.search === "" && url.username === "") return url;
  throw new MemoryError(
    "invalid_input",
    `\`--to\` must be an https address, or http on this machine, such as https://api.openai.com; got "${to}".`,
  );
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) =>
      reject(new MemoryError("invalid_input", `Cannot listen on 127.0.0.1:${port}.`, { cause }));
    server.once("error", refuse);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>;

async function passOn({ request, response }: Exchange, target: URL, chat: ChatMemory) {
  refuseStrangeAddress(request.headers, ALLOWED);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = await bodyOf(request);
  const init = {
    method: request.method ?? "GET",
    headers: passedOn(request.headersDistinct),
    redirect: "manual" as const,
    signal: gone.signal,
    ...(body.length === 0
      ? {}
      : { body: isJson(request) ? body.toString("utf8") : new Uint8Array(body) }),
  };
  const send = memoryFetch((input, asked) => fetch(input, asked), inConversation(request, chat));
  const answer = await send(addressOf(request, target), init);
  response.writeHead(answer.status, Object.fromEntries(passedOn(headersOf(answer))));
  response.flushHeaders();
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body as never), response);
}

/** The path that was asked for, behind that of the target; what both have is not said twice. */
function addressOf({ url = "/" }: IncomingMessage, target: URL): string {
  const asked = new URL(url, "http://proxy.invalid");
  const base = target.pathname.replace(/\/+$/, "");
  const path = asked.pathname.startsWith(`${base}/`) ? asked.pathname : `${base}${asked.pathname}`;
  return `${target.origin}${path}${asked.search}`;
}

/** A program that serves several people says who speaks, and in which conversation. */
function inConversation({ headers }: IncomingMessage, chat: ChatMemory): ChatMemory {
  const { "x-mneme-user": user, "x-mneme-channel": channel } = headers;
  return {
    ...chat,
    ...(typeof user === "string" && user !== "" ? { user, userName: user } : {}),
    ...(typeof channel === "string" && channel !== "" ? { channel } : {}),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY)
      throw new MemoryError("too_large", `A body may have ${MAX_BODY} bytes at most.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isJson({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.includes("application/json") === true;
}

type Listed = Readonly<Record<string, readonly string[] | undefined>>;

function headersOf({ headers }: Response): Listed {
  const cookies = headers.getSetCookie();
  const listed = Object.fromEntries([...headers].map(([name, value]) => [name, [value]]));
  return cookies.length === 0 ? listed : { ...listed, "set-cookie": cookies };
}

function passedOn(headers: Listed): [string, string][] {
  return Object.entries(headers).flatMap(([name, values = []]) =>
    NOT_PASSED_ON.has(name) ? [] : values.map((value): [string, string] => [name, value]),
  );
}

/** In a shape that both kinds of client can read. The cause may hold an address, and is not told. */
function fail(response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isOurs = thrown instanceof MemoryError;
  const message = isOurs ? thrown.message : "The model's server cannot be reached.";
  const status = isOurs ? thrown.httpStatus : 502;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error: { type: "proxy_error", message } }));
}
