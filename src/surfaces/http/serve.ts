// Listens. On this machine only, unless keys exist to keep strangers out.

import { MemoryError } from "../../errors.ts";
import { mountMem0 } from "../mem0/mount.ts";
import { isLoopback } from "./addresses.ts";
import { createServer, type Server } from "./create-server.ts";
import type { ServerOptions } from "./options.ts";

export type ServeOptions = ServerOptions & Readonly<{ host?: string; port?: number }>;
/** `url` is where it can be reached from this machine. */
export type Serving = Server & Readonly<{ url: string; port: number }>;

const PORT = 7420;

export async function serve(options: ServeOptions): Promise<Serving> {
  const { host = "127.0.0.1", port = PORT, allowedHosts = [] } = options;
  await refuseOpenDoor(host, options);
  const own = isWildcard(host) ? [] : [host.includes(":") ? `[${host}]` : host];
  const server = await createServer({ ...options, allowedHosts: [...allowedHosts, ...own] });
  await mountMem0(server.app, options.engine);
  await listen(server, host, port);
  const address = server.app.server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  const name = isLoopback(host) && host !== "::1" ? host : "127.0.0.1";
  return { ...server, port: bound, url: `http://${host === "::1" ? "[::1]" : name}:${bound}` };
}

async function listen({ app }: Server, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (thrown) {
    await app.close();
    throw new MemoryError("invalid_input", whyNot(thrown, host, port), { cause: thrown });
  }
}

function whyNot(thrown: unknown, host: string, port: number): string {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken by another program, perhaps another \`mneme serve\`. \`lsof -i :${port}\` says which; or choose another port with --port, as \`mneme serve --port ${port === 65_535 ? 0 : port + 1}\`.`;
  if (code === "EACCES")
    return `This user may not listen on port ${port}. Choose one from 1024 on with --port, as \`mneme serve --port 7420\`.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${host} is no address of this machine. Choose one with --host, as \`mneme serve --host 127.0.0.1\`.`;
  return `Cannot listen on ${host}:${port}.`;
}

/** A server that others can reach must know whom to let in, and by which names it is called. */
async function refuseOpenDoor(host: string, options: ServeOptions): Promise<void> {
  if (isLoopback(host)) return;
  if (options.dev !== undefined)
    throw new MemoryError(
      "invalid_input",
      `A link for one person works on this machine only, not on ${host}.`,
    );
  if (!(await options.engine.keys.any()))
    throw new MemoryError(
      "invalid_input",
      `Listening on ${host} needs a key first. Make one: \`mneme keys create --name ops --role operator --tenant default\`.`,
    );
  if (isWildcard(host) && (options.allowedHosts ?? []).length === 0)
    throw new MemoryError(
      "invalid_input",
      `Listening on ${host} needs the names the server is called by: --allow-host memory.example.org (\`allowedHosts\`).`,
    );
}

function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
